import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { chooseRepair, openArea, previewRepair, test, theRepair } from "../staff.ts";
import { newTeam } from "../teams.ts";

/** Nothing for axe to find, wide and narrow, light and dark, and nothing that scrolls sideways. */
async function findsNothing(page: Page, what: string) {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"], iframes: false, preload: false });
      // All that the dark theme changes is colours.
      if (colorScheme === "dark") axe.withRules(["color-contrast"]);
      const { violations } = await axe.setLegacyMode().analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      expect(found, `${what}, ${width} px, ${colorScheme}`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${what} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

test("ROLE-04 search and a person's page are clean to axe", async ({ page, system, staff }) => {
  const { username } = (await newTeam(system, { seats: 2, held: 1 })).owner;
  await openArea(page, staff);
  await findsNothing(page, "home");
  await page.getByRole("searchbox").fill(username);
  await page.getByRole("main").getByRole("link", { name: username }).first().waitFor();
  await findsNothing(page, "search");
  await page.goto(`/admin/accounts/${username}`);
  await page.getByRole("heading", { name: "Invoices" }).waitFor();
  await findsNothing(page, "person");
});

test("ROLE-04 a repair and its preview are clean to axe", async ({ page, person, staff }) => {
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await chooseRepair(page, "Close account");
  await findsNothing(page, "repair");
  await previewRepair(page, "Only to look at it");
  await findsNothing(page, "preview");
});

test("R-45 ROLE-04 a licence, the acts, the machine room and a view are clean to axe", async ({
  page,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 4, held: 2, invited: 1 });
  await openArea(page, staff, `/admin/licenses/${team.id}`);
  await page.getByRole("heading", { name: "Invoices" }).waitFor();
  await findsNothing(page, "licence");
  for (const [path, title] of [
    ["/admin/acts", "Staff acts"],
    ["/admin/machine-room", "Failures in browsers"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("region", { name: title }).waitFor();
    await findsNothing(page, title);
  }
  await page.goto(`/admin/accounts/${team.owner.username}`);
  await page.getByRole("button", { name: "View as" }).click();
  await theRepair(page).getByLabel("Reason").fill("Only to look at it");
  await theRepair(page).getByRole("button", { name: "Start viewing" }).click();
  await page.getByRole("region", { name: /^You are viewing as/ }).waitFor();
  await page.getByRole("region", { name: "Team Management" }).waitFor();
  await findsNothing(page, "view");
});
