import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { openScene } from "../gallery/scenes.ts";
import { desk, openAt, phone, widths } from "../widths.ts";

/** Removes the nodes of these roles, with what is in them, from an accessibility tree. */
const without = (tree: string, roles: string) =>
  tree.replaceAll(new RegExp(String.raw`^( *)- '?(?:${roles}).*(?:\n\1 +.*)*\n?`, "gm"), "");

/** Opens a page whose people and dates are always the same. @returns its accessibility tree. */
async function treeOf(page: Page, name: string, width: number): Promise<string> {
  await page.clock.setFixedTime("2026-11-22T12:00:00Z");
  await openAt(page, width);
  await openScene(page, name);
  const tree = await page.getByRole("main").ariaSnapshot();
  // Of buttons and links outside of tables; in a table, the row says what its controls act on.
  const names = [...without(tree, "row").matchAll(/- '?(?:button|link) "((?:[^"\\]|\\.)*)"/g)].map(
    ([, one = ""]) => one,
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((one, at) => one.trim() === "" || names.indexOf(one) !== at)).toEqual([]);
  return tree;
}

/** On a phone a table has no head, and each cell says its column. Each page's tables, with the number of rows. */
const labeledRows = {
  account: [
    [/^Date .* Invoice .* Status .* Amount .* Document /, 3],
    [/^Product .* License key .* License owner .* Seats .* Registered /, 2],
  ],
  team: [[/^When .* What .* Who /, 2]],
} as const;

for (const name of ["account", "team"] as const) {
  test(`LOOK-17 the ${name} page can be read by its accessibility tree alone, on a laptop and on a phone`, async ({
    page,
  }) => {
    const wide = await treeOf(page, name, desk.width);
    await expect(page.getByRole("main")).toMatchAriaSnapshot({ name: `${name}.aria.yml` });
    const narrow = await treeOf(page, name, phone.width);
    const rest = 'row|navigation "On this page"';
    expect(without(narrow, rest)).toBe(without(wide, rest));
    for (const [row, count] of labeledRows[name]) await expect(page.getByRole("row", { name: row })).toHaveCount(count);
  });
}

for (const width of widths) {
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
