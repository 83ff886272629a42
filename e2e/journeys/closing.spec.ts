import { expectAccessible } from "../axe.ts";
import { readFile } from "node:fs/promises";
import { openRow, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { mailedLink, signIn } from "../people.ts";
import { newTeam } from "../teams.ts";

test("ERASE-01 ERASE-02 an owner closes the account, sees that at sign-in, and reopens it by the mailed link", async ({
  page,
  person,
  system,
}) => {
  await signIn(page, person);
  await openRow(page, "Your account");
  await section(page, "Security").getByRole("button", { name: "Close my account" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText(/You can reopen the account until/)).toBeVisible();
  const agree = dialog.getByRole("button", { name: "Close my account" });
  await expect(agree).toBeDisabled();
  await dialog.getByLabel("Account name").fill(person.username.toUpperCase());
  await dialog.getByLabel("Current password").fill("not it");
  await agree.click();
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  await expectAccessible(page, "closing");
  await dialog.getByLabel("Current password").fill(person.password);
  await agree.click();
  await expect(page.getByText(/Your account is closed\. You can reopen it until/)).toBeVisible();

  await signIn(page, person);
  await page.getByRole("button", { name: "Email me a link to reopen it" }).click();
  await expect(page.getByText("We emailed you a link.")).toBeVisible();
  await expectAccessible(page, "a link to come back");
  const link = await mailedLink(system, person.email, "/come-back", 3);
  await page.goto(link);
  await page.getByRole("button", { name: "Reopen my account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is open again" })).toBeVisible();
  await expectAccessible(page, "open again");
  await page.goto(link);
  await page.getByRole("button", { name: "Reopen my account" }).click();
  await expect(page.getByText("This link no longer works")).toBeVisible();
  await expectAccessible(page, "dead link to come back");
  await signIn(page, person);
  await expect(section(page, "Account").getByText(person.email)).toBeVisible();
});

test("ERASE-01 obstacles to closing the account are listed, each with its solution", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 2 });
  await signIn(page, team.owner);
  await openRow(page, "Your account");
  await section(page, "Security").getByRole("button", { name: "Close my account" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog.getByText(/has a subscription that renews/)).toBeVisible();
  await expect(dialog.getByText(/You are the only manager/)).toBeVisible();
  await expectAccessible(page, "obstacles");
  await expect(dialog.getByRole("button", { name: "Close my account" })).toHaveCount(0);
  await dialog
    .getByRole("link", { name: /^Manage / })
    .first()
    .click();
  await expect(page).toHaveURL(/\/manage-team/);
});

test("ERASE-05 a person requests the own data, and saves it as JSON and CSV by the mailed link after signing in", async ({
  page,
  system,
}) => {
  const { owner } = await newTeam(system, { seats: 5, held: 2 });
  await signIn(page, owner);
  await openRow(page, "Your account");
  await section(page, "Security").getByRole("button", { name: "Download my data" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Collect my data" }).click();
  await expect(dialog.getByText(/It is ready\./)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page, "own data");
  await expect(dialog.getByRole("button", { name: "Collect my data" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  const link = await mailedLink(system, owner.email, "/my-data");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByLabel("Account name")).toBeVisible();
  await page.goto(link);
  await page.getByLabel("Account name").fill(owner.username);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("button", { name: "Get my data" }).click();
  await expectAccessible(page, "saving own data");
  for (const [button, wanted] of [
    ["Save as JSON", `"account_name": "${owner.username}"`],
    ["Save as CSV", `account.0.email,${owner.email}`],
  ] as const) {
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: button }).click();
    const text = await readFile((await (await saving).path()) ?? "", "utf8");
    expect(text).toContain(wanted);
    expect(text).toContain("invoices");
  }
});
