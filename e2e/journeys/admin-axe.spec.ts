import { expectAccessible } from "../axe.ts";
import { chooseRepair, openArea, previewRepair, test, theRepair } from "../staff.ts";
import { newTeam } from "../teams.ts";

test("ROLE-04 search and a person's page are clean to axe", async ({ page, system, staff }) => {
  const { username } = (await newTeam(system, { seats: 2, held: 1 })).owner;
  await openArea(page, staff);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectAccessible(page, "home");
  await page.getByRole("searchbox").fill(username);
  await page.getByRole("main").getByRole("link", { name: username }).first().waitFor();
  await expectAccessible(page, "search");
  await page.goto(`/admin/accounts/${username}`);
  await page.getByRole("heading", { name: "Invoices" }).waitFor();
  await expectAccessible(page, "person");
});

test("ROLE-04 a repair and its preview are clean to axe", async ({ page, person, staff }) => {
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await chooseRepair(page, "Close account");
  await expectAccessible(page, "repair");
  await previewRepair(page, "Only to look at it");
  await expectAccessible(page, "preview");
});

test("R-45 ROLE-04 BUY-01 a license, the acts, the catalogue, the machine room and a view are clean to axe", async ({
  page,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 4, held: 2, invited: 1 });
  await openArea(page, staff, `/admin/licenses/${team.id}`);
  await page.getByRole("heading", { name: "Invoices" }).waitFor();
  await expectAccessible(page, "license");
  for (const [path, title] of [
    ["/admin/acts", "Staff acts"],
    ["/admin/legal-holds", "Legal holds"],
    ["/admin/catalogue", "Catalogue: ours against the provider’s"],
    ["/admin/machine-room", "Failures in browsers"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("region", { name: title }).waitFor();
    await expectAccessible(page, title);
  }
  await page.goto(`/admin/accounts/${team.owner.username}`);
  await page.getByRole("button", { name: "View as" }).click();
  await theRepair(page).getByLabel("Reason").fill("Only to look at it");
  await theRepair(page).getByRole("button", { name: "Start viewing" }).click();
  await page.getByRole("region", { name: /^You are viewing as/ }).waitFor();
  await page.getByRole("region", { name: "Team Management" }).waitFor();
  await expectAccessible(page, "view");
});
