import { countryCodes } from "@foyer/domain/countries";
import { taxIdKinds } from "@foyer/domain/tax-id-kinds";
import type { Page } from "@playwright/test";
import type { Scene } from "./scene.ts";
import { addresses, staysOf } from "./pseudo-stays.ts";

type Stays = ReturnType<typeof staysOf>;

/** Returns one line for each thing that overflows, is cut, or stays English on a page in the pseudo-language. */
export async function faultsOn(page: Page, scene: Scene, typed: readonly string[]): Promise<string[]> {
  // The browser names countries, from data of its own version.
  const countries = await page.evaluate(countryNames, [...countryCodes, ...taxIdKinds.map(({ country }) => country)]);
  const found = [
    ...(await englishOn(page, staysOf(scene, [...typed, ...countries]))),
    ...(await page.evaluate(overflows)),
  ];
  return [...new Set(found)];
}

/** Runs in the page. */
function countryNames(codes: readonly string[]): string[] {
  const names = new Intl.DisplayNames(["en"], { type: "region" });
  return codes.map((code) => names.of(code) ?? code);
}

async function englishOn(page: Page, stays: Stays): Promise<string[]> {
  const shown = [...(await page.evaluate(shownTexts)), { where: "title", text: await page.title() }];
  return shown.flatMap(({ where, text }) => {
    const english = englishIn(text, stays);
    return english.length > 0 ? [`stays English (${where}): ${english.join(" ")} in “${text.slice(0, 80)}”`] : [];
  });
}

const SPECIAL = /[$()*+.?[\\\]^{|}]/g;

function englishIn(text: string, { texts, forms }: Stays): string[] {
  let rest = text.replaceAll(addresses, " ");
  for (const known of texts) {
    rest = rest.replaceAll(
      new RegExp(String.raw`(?<!\p{L})${known.replaceAll(SPECIAL, String.raw`\$&`)}(?!\p{L})`, "gu"),
      " ",
    );
  }
  for (const form of forms) rest = rest.replaceAll(new RegExp(form, "g"), " ");
  return [...rest.matchAll(/(?<![\p{L}\p{M}'’])[A-Za-z]{3,}(?![\p{L}\p{M}])/gu)].map(([word]) => word);
}

/** Runs in the page: every text that a person sees or a screen reader says. */
function shownTexts(): { where: string; text: string }[] {
  // The list of a field is closed.
  const isShown = (element: Element) => element.checkVisibility() || element.matches("select *");
  const texts: { where: string; text: string }[] = [];
  for (const element of document.body.querySelectorAll("*")) {
    // Staff see stored records behind a switch, as they are stored.
    if (element.matches("script, style, template, code, [class*=raw]") || !isShown(element)) continue;
    for (const where of ["aria-label", "aria-description", "title", "placeholder", "alt"]) {
      texts.push({ where, text: element.getAttribute(where) ?? "" });
    }
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    texts.push({ where: "text", text: own.map(({ nodeValue }) => nodeValue ?? "").join("") });
  }
  return texts
    .map(({ where, text }) => ({ where, text: text.replaceAll(/\s+/g, " ").trim() }))
    .filter(({ text }) => text !== "");
}

/** Runs in the page: what is wider than its place, cut at its edge, or drawn beyond the window. */
function overflows(): string[] {
  const found: string[] = [];
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) found.push(`scrolls sideways by ${over} px`);
  for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
    // What is typed moves on in its field.
    if (element.matches("input, textarea")) continue;
    if (!element.checkVisibility() || element.clientWidth <= 1 || element.clientHeight <= 1) continue;
    const { overflowX, overflowY, textOverflow, whiteSpace } = getComputedStyle(element);
    const said = (element.textContent ?? "").replaceAll(/\s+/g, " ").trim().slice(0, 80);
    const isHiding = (overflow: string) => overflow === "hidden" || overflow === "clip";
    // What is read aloud only, and what opens above the page, takes no room in its place.
    const hasHidden = element.querySelector("[class*=visually-hidden], [class*=menu_list]") !== null;
    const isWide = element.scrollWidth > element.clientWidth + 1;
    const place = `${element.tagName.toLowerCase()}.${element.className} “${said}”`;
    if (isWide && !hasHidden && (isHiding(overflowX) || textOverflow === "ellipsis")) found.push(`is cut: ${place}`);
    else if (isWide && !hasHidden && overflowX === "visible")
      found.push(`overflows its place (${whiteSpace}): ${place}`);
    const { left, right } = element.getBoundingClientRect();
    if (element.matches("[class*=menu_list]") && (left < 0 || right > innerWidth))
      found.push(`leaves the window: ${place}`);
    if (isHiding(overflowY) && element.scrollHeight > element.clientHeight + 1) found.push(`is cut below: ${place}`);
  }
  return found;
}
