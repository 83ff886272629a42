import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { chooseRepair, openArea, previewRepair, test, theRepair } from "../staff.ts";
import { newTeam } from "../teams.ts";

async function findsNothing(page: Page, what: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, `${what} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const width of [390, 1280]) {
  test(`ROLE-04 axe finds nothing in the staff's area at ${width} px, in both themes`, async ({
    page,
    system,
    staff,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const team = await newTeam(system, { seats: 4, held: 2, invited: 1 });
    const { username } = team.owner;
    await openArea(page, staff);
    await findsNothing(page, "home");
    await page.getByRole("searchbox").fill(username);
    await page.getByRole("main").getByRole("link", { name: username }).first().waitFor();
    await findsNothing(page, "search");
    await page.goto(`/admin/accounts/${username}`);
    await page.getByRole("table", { name: "Invoices" }).or(page.getByText("No invoice.")).waitFor();
    await findsNothing(page, "person");
    await chooseRepair(page, "Close account");
    await findsNothing(page, "repair");
    await previewRepair(page, "Only to look at it");
    await findsNothing(page, "preview of a repair");
    await theRepair(page).getByRole("button", { name: "Back" }).click();
    await theRepair(page).getByRole("button", { name: "Cancel" }).click();
    await page.goto(`/admin/licenses/${team.id}`);
    await page.getByRole("table", { name: "Seats" }).waitFor();
    await findsNothing(page, "license");
    for (const [path, title] of [
      ["/admin/acts", "Staff acts"],
      ["/admin/machine-room", "Failures in browsers"],
    ] as const) {
      await page.goto(path);
      await page.getByRole("region", { name: title }).waitFor();
      await findsNothing(page, title);
    }
    await page.goto(`/admin/accounts/${username}`);
    await page.getByRole("button", { name: "View as" }).click();
    await theRepair(page).getByLabel("Reason").fill("Only to look at it");
    await theRepair(page).getByRole("button", { name: "Start viewing" }).click();
    await page.getByRole("region", { name: /^You are viewing as/ }).waitFor();
    await page.getByRole("region", { name: "Team Management" }).waitFor();
    await findsNothing(page, "view");
  });
}
