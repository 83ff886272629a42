import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";
import { desk, phone } from "./widths.ts";

/** The CSS pixels of a window of 1280 by 1024 at a zoom of 400 %. */
const zoomed = { width: 320, height: 256 };

/** `npm run gallery` sets this folder for the pictures of the journeys' states. */
const pictures = process.env["GALLERY_OUT"];

/**
 * Returns the faults that axe finds (WCAG 2.2 AA and axe's own good practice), each as "rule: element"; no rule is
 * excluded.
 */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // The script is five times as large as the portal, so it is sent only once for each document.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return await page.evaluate(async (only) => {
    const { run } = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, {
      resultTypes: ["violations"],
      preload: false,
      iframes: false,
      ...(only && { runOnly: only }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary}`);
  }, rules);
}

async function sideways(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Names the picture of a state by its spec file and the state. */
export function pictureName(file: string, ...words: string[]): string {
  return [path.basename(file, ".spec.ts"), ...words]
    .join(" ")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-");
}

async function draw(page: Page, folder: string, state: string, look: string) {
  const name = pictureName(test.info().file, state, look);
  // A dialog is above the page, and in the middle of the window.
  const isInDialog = await page.evaluate(() => document.querySelector("dialog[open]") !== null);
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: !isInDialog });
}

/**
 * Checks with axe what the page shows now, wide and narrow, light and dark; and that it scrolls in one direction
 * only, on a phone and at a zoom of 400 %. Leaves the page light, at its own width.
 */
export async function expectAccessible(page: Page, state: string) {
  const own = page.viewportSize() ?? desk;
  for (const viewport of [desk, phone]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      if (pictures) await draw(page, pictures, state, `${viewport.width} ${colorScheme}`);
      // Only colors differ between the themes.
      const found = await faultsOf(page, colorScheme === "dark" ? ["color-contrast"] : undefined);
      expect(found, `${state}: ${viewport.width} px, ${colorScheme}`).toEqual([]);
    }
  }
  expect(await sideways(page), `${state}: sideways at ${phone.width} px`).toBe(0);
  await page.setViewportSize(zoomed);
  expect(await sideways(page), `${state}: sideways at ${zoomed.width} px`).toBe(0);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize(own);
}
