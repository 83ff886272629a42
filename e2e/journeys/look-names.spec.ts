import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { answerCalls } from "../gallery/answer-calls.ts";
import { scenes } from "../gallery/scenes.ts";
import { openAt, widths } from "../widths.ts";

/** Opens a scene of the gallery, whose people and dates are always the same. */
async function openScene(page: Page, name: string) {
  const scene = scenes.find((one) => one.name === name);
  if (!scene) throw new Error(`there is no scene ${name}`);
  await page.clock.setFixedTime("2026-11-22T12:00:00Z");
  await answerCalls(page, scene);
  await page.goto(scene.path);
  await scene.ready(page);
  await scene.act?.(page);
}

/** Returns the names of buttons and links outside of tables, whose rows say what their controls act on. */
async function namesOfControls(page: Page): Promise<string[]> {
  const tree = await page.getByRole("main").ariaSnapshot();
  const outside = tree.replaceAll(/^( *)- (?:row|'row).*(?:\n\1 +.*)*/gm, "");
  return [...outside.matchAll(/- '?(?:button|link) "((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name ?? "");
}

for (const width of widths) {
  for (const name of ["account", "team"]) {
    test(`LOOK-17 the ${name} page can be read by its accessibility tree alone, at ${width} px`, async ({ page }) => {
      await openAt(page, width);
      await openScene(page, name);
      const names = await namesOfControls(page);
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((one, at) => one.trim() === "" || names.indexOf(one) !== at)).toEqual([]);
      await expect(page.getByRole("main")).toMatchAriaSnapshot({ name: `${name}-${width}.aria.yml` });
    });
  }

  test(`LOOK-17 a field that was refused is marked, and the meter is seen in forced colors, at ${width} px`, async ({
    page,
  }) => {
    await openAt(page, width);
    await openScene(page, "account-email-refused");
    const field = page.getByRole("textbox", { name: "Email" });
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/address/);
    await page.emulateMedia({ forcedColors: "active" });
    await openScene(page, "team");
    const parts = page.getByRole("region", { name: "Overview" }).getByRole("listitem").locator("span");
    const colors = await parts.evaluateAll((all) =>
      all.map((part) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(part);
        return `${backgroundColor} ${backgroundImage}`;
      }),
    );
    expect(colors).toHaveLength(4);
    expect(new Set(colors).size).toBe(4);
  });
}
