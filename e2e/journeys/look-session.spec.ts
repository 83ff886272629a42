import type { RunningSystem } from "@foyer/testing/running-system";
import type { Page } from "@playwright/test";
import { section, theDialog } from "../customers.ts";
import { expect } from "../fixtures.ts";
import { arrive, type NewPerson } from "../people.ts";
import { openArea, test } from "../staff.ts";
import { newTeam, openTeam } from "../teams.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

/** Ends every session of a person but one elsewhere, as she would from another device. */
async function endElsewhere(system: RunningSystem, { username, password }: Pick<NewPerson, "username" | "password">) {
  const token = await system.signIn(username, password);
  await system.call("DELETE", "/api/1.1/user/sessions/", { token });
}

const expired = "Your session has expired. Please sign in again.";

async function signInAgain(page: Page, { username, password }: Pick<NewPerson, "username" | "password">) {
  await expect(page.getByText(expired)).toBeVisible();
  await expect(page.getByLabel("Account name")).toHaveValue(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("LOOK-04 a session that ended elsewhere says so, and leads back to the team with the typed addresses", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 1 });
  await openTeam(page, team);
  const box = page.getByRole("textbox", { name: "Email addresses" });
  await box.fill("anna@x.example, bo@x.example");
  await page.getByRole("button", { name: "Add Email" }).click();
  await endElsewhere(system, team.owner);
  await theDialog(page)
    .getByRole("button", { name: /^Invite \d/ })
    .click();
  await signInAgain(page, team.owner);
  await expect(page).toHaveURL(/\/manage-team/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(box).toHaveValue("anna@x.example, bo@x.example");
});

test("LOOK-04 a form of the account page is open again with what was typed, for nobody else", async ({
  page,
  system,
  person,
  context,
}) => {
  await arrive(page, person);
  const other = await context.newPage();
  await other.goto("/");
  await expect(section(other, "Account")).toBeVisible();
  await page.bringToFront();
  const account = section(page, "Account");
  await account.getByRole("button", { name: "Edit account" }).click();
  await account.getByLabel("Email").fill("anna@x.example");
  await endElsewhere(system, person);
  await account.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(expired)).toBeVisible();
  // Another tab says it, too, and nothing is left behind.
  await expect(other.getByText(expired)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== "foyer.theme"))).toEqual([]);
  await signInAgain(page, person);
  await expect(account.getByLabel("Email")).toHaveValue("anna@x.example");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByLabel("Account name")).toHaveValue("");
  await expect(page.getByText(expired)).toHaveCount(0);
  await arrive(page, person);
  await expect(account.getByLabel("Email")).toHaveCount(0);
});

test("LOOK-04 staff come back to the repair with its reason", async ({ page, system, staff, person }) => {
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await page.getByRole("button", { name: "Repair" }).click();
  await page.getByRole("menuitem", { name: "Change address" }).click();
  const dialog = theDialog(page);
  await dialog.getByLabel("New address").fill("new@x.example");
  await dialog.getByLabel("Reason").fill("Ticket 4711, asked by phone");
  await endElsewhere(system, staff);
  await dialog.getByRole("button", { name: "Preview" }).click();
  await signInAgain(page, staff);
  await expect(page).toHaveURL(new RegExp(`/admin/accounts/${person.username}`));
  await expect(dialog.getByLabel("New address")).toHaveValue("new@x.example");
  await expect(dialog.getByLabel("Reason")).toHaveValue("Ticket 4711, asked by phone");
});
