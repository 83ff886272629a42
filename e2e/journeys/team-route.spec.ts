import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { newTeam, openTeam, overview } from "../teams.ts";

for (const call of ["managed_team_licenses", "purchases"])
  test(`ROUTE-08 the team page shows that it loads until ${call} has answered`, async ({ page, system }) => {
    const team = await newTeam(system, { seats: 3 });
    await openTeam(page, team);
    const held = Promise.withResolvers<void>();
    await page.route(`**/api/1.1/${call}/`, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.reload();
    const waiting = page.getByRole("main").getByRole("progressbar").or(page.getByRole("main").getByRole("status"));
    await expect(waiting.first()).toBeVisible();
    await expect(overview(page)).toHaveCount(0);
    held.resolve();
    await expect(overview(page)).toBeVisible();
    await expect(page.getByRole("main").getByRole("progressbar")).toHaveCount(0);
  });

test("ROUTE-09 a person who does not manage the chosen license sees the not-found screen", async ({
  page,
  person,
  system,
}) => {
  const team = await newTeam(system, { seats: 3 });
  await openTeam(page, team);
  const chosen = await page.evaluate(() => Object.entries(sessionStorage));
  await page.getByRole("button", { name: "Sign out" }).click();
  await arrive(page, person);
  await expect(page.getByRole("region", { name: "Account", exact: true })).toBeVisible();
  await page.evaluate((entries) => entries.forEach(([key, value]) => sessionStorage.setItem(key, value)), chosen);
  await page.goto("/manage-team");
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
});
