/**
 * Renders scenes in the pseudo-language, mirrored, to `gallery/out-pseudo`, and says what overflows, is cut or stays English:
 * `npm run gallery-pseudo [-- part-of-a-name]`. Builds the portal for it.
 */
import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { refusals } from "@foyer/contract/refusals";
import { type Browser, chromium, type Page } from "@playwright/test";
import { brand } from "../../brand/fernhill.ts";
import { chromiumPath } from "../chromium-path.ts";
import { answerCalls } from "./answer-calls.ts";
import { serveBuiltPortal } from "./built-portal.ts";
import { pseudoPage } from "./pseudo-page.ts";
import type { Scene } from "./scene.ts";
import { scenes } from "./scenes.ts";

const root = join(import.meta.dirname, "../..");
const built = join(root, "gallery/pseudo");
const out = join(root, "gallery/out-pseudo");
const widths = [390, 1280];

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
// What the browser says of an error is in no catalog.
const chosen = scenes.filter(
  ({ name }) => name !== "failure" && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
);

const portalFolder = join(root, "apps/portal");
const vite = join(root, "node_modules/vite/bin/vite.js");
const done = spawnSync(process.execPath, [vite, "build", "--outDir", relative(portalFolder, built), "--emptyOutDir"], {
  cwd: portalFolder,
  env: { ...process.env, PORTAL_LANGUAGE: "pseudo" },
  stdio: ["ignore", "ignore", "inherit"],
});
if (done.status !== 0) throw new Error("the portal could not be built");

await mkdir(out, { recursive: true });
const portal = await serveBuiltPortal({ folder: built, isMirrored: true });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
let faults = 0;
try {
  for (const scene of chosen) {
    for (const width of widths) await draw(browser, scene, width);
    console.log(scene.name);
  }
} finally {
  await browser.close();
  await portal.close();
}
console.log(`${chosen.length} scenes in ${out}${faults > 0 ? `, ${faults} faults` : ""}`);
process.exitCode = faults > 0 ? 1 : 0;

async function draw(using: Browser, scene: Scene, width: number) {
  const context = await using.newContext({
    viewport: { width, height: 900 },
    reducedMotion: "reduce",
    baseURL: portal.url,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(6_000);
  try {
    await answerCalls(page, scene);
    await page.goto(scene.path);
    await scene.ready(pseudoPage(page));
    await scene.act?.(pseudoPage(page));
    for (const fault of new Set(await faultsOn(page, scene))) report(`${scene.name} ${width}: ${fault}`);
  } catch (error) {
    report(`${scene.name} ${width}: ${String(error).slice(0, 400)}`);
  } finally {
    const path = join(out, `${scene.name}-${width}.png`);
    await page
      .screenshot({ path, fullPage: !scene.viewportOnly })
      .catch((error: unknown) => report(`${scene.name} ${width}: ${String(error).slice(0, 100)}`));
    await context.close();
  }
}

function report(fault: string) {
  faults += 1;
  console.error(fault);
}

/** Words that stay: people's data and the vendor's names, what the services say, names of browsers and networks of cards, units. */
function wordsOf(scene: Scene): string[] {
  const given = JSON.stringify([
    scene.replies ?? {},
    scene.path,
    brand,
    Object.values(refusals).map(({ message }) => message),
  ]);
  const names =
    "gallery ida reed Visa Mastercard American Express Discover Chrome Firefox Safari Edge Opera Windows Mac iPhone iPad Android Linux UTC CSV PDF JSON VAT " +
    "January February March April June July August September October November December Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
  return [...`${given} ${names}`.matchAll(/[A-Za-z]{2,}/g)].map(([word]) => word.toLowerCase());
}

function faultsOn(page: Page, scene: Scene): Promise<string[]> {
  return page.evaluate((known) => {
    const found: string[] = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.push(`scrolls sideways by ${over} px`);
    const stays = new Set(known);
    const judge = (text: string, where: string) => {
      const english = [...text.matchAll(/(?<![\p{L}\p{M}'’])[A-Za-z]{3,}(?![\p{L}\p{M}])/gu)].map(([word]) => word);
      const strange = english.filter((word) => !stays.has(word.toLowerCase()));
      if (strange.length > 0)
        found.push(`stays English (${where}): ${strange.join(" ")} in “${text.trim().slice(0, 80)}”`);
    };
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      if (element.matches("script, style, template, code, option") || !element.checkVisibility()) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt"]) judge(element.getAttribute(name) ?? "", name);
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) judge(node.nodeValue ?? "", "text");
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      const hides = [overflowX, overflowY].some((overflow) => overflow === "hidden" || overflow === "clip");
      const isSeen = element.clientWidth > 1 && element.clientHeight > 1;
      const isLabeled = element.querySelector("[class*=visually-hidden]") !== null;
      if (
        isSeen &&
        !isLabeled &&
        (hides || textOverflow === "ellipsis") &&
        element.scrollWidth > element.clientWidth + 1
      ) {
        found.push(`is cut: “${(element.textContent ?? "").slice(0, 80)}”`);
      }
    }
    return found;
  }, wordsOf(scene));
}
