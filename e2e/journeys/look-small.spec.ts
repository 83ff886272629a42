import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { openScene } from "../gallery/scenes.ts";
import { desk, openAt, phone, widths } from "../widths.ts";

const looked = ["account", "team", "team-2200", "admin-person", "admin-license", "invitation-other-account"];

/** Faults of small screens: words that break inside, addresses that are cut, parts of the page that scroll by themselves. */
function faultsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const main = document.querySelector("main") ?? document.body;
    if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
    for (const element of main.querySelectorAll<HTMLElement>("*")) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      const text = element.textContent ?? "";
      const isField = element.matches("textarea, input, select");
      if (!isField && overflowY !== "visible" && overflowY !== "hidden" && overflowY !== "clip") {
        if (element.scrollHeight > element.clientHeight + 1) faults.push(`scrolls by itself: ${element.className}`);
      }
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
      if (!isField && isCut && (textOverflow === "ellipsis" || overflowX === "hidden") && text.includes("@")) {
        faults.push(`is cut: ${text}`);
      }
      if (!element.matches("button, a, th, dt, label, h1, h2, h3")) continue;
      // Each word of a label is on one line. An address is no label.
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.nodeValue ?? "").matchAll(/[\p{L}]{2,}/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const lines = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
          );
          if (lines.size > 1 && !(node.nodeValue ?? "").includes("@")) faults.push(`breaks inside: ${word}`);
        }
      }
    }
    return faults;
  });
}

test("LOOK-15 no label breaks inside a word, no address is cut, only the page scrolls, and heads stand over their columns", async ({
  page,
}) => {
  for (const name of looked) {
    await page.setViewportSize(desk);
    await openScene(page, name);
    for (const width of [...widths, 320]) {
      await openAt(page, width);
      const faults = await faultsOn(page);
      // A table of thousands has its own window where there is room for one.
      const expected = width >= 600 ? faults.filter((fault) => fault.startsWith("scrolls by itself")) : [];
      expect(faults, `${name} at ${width} px`).toEqual(expected);
      if (width === phone.width) await expectNoHeads(page, name);
    }
  }
});

/** A table's head stands over its columns or is gone. */
async function expectNoHeads(page: Page, name: string) {
  if (name !== "account" && name !== "team") return;
  const heads = page.locator("main").locator("th, [role=columnheader]");
  const seen = await heads.evaluateAll((all) =>
    all
      .filter((head) => head.checkVisibility() && head.getBoundingClientRect().width > 1 && head.textContent !== "")
      .filter(
        (head) => head.closest("thead") === null || (head.closest("thead")?.getBoundingClientRect().width ?? 0) > 1,
      )
      .map((head) => head.textContent),
  );
  // Only what selects all is left of the seats' head.
  expect(
    seen.filter((text) => text !== "Select all"),
    name,
  ).toEqual([]);
}
