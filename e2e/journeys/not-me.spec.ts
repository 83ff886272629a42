import { randomBytes } from "node:crypto";
import { expectAccessible } from "../axe.ts";
import { openRow, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { mailedLink, signIn } from "../people.ts";
import { newStaff, openArea } from "../staff.ts";

test("KEY-08 KEY-12 by keyboard from the list: everything ends, the link sets a password, and staff close the report", async ({
  page,
  person,
  system,
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, person);
  await expect(elsewhere.getByText(person.email)).toBeVisible();
  await signIn(page, person);
  const activity = section(page, "Security").getByRole("list", { name: "Recent activity" });
  await openRow(page, "Recent activity");
  await expect(activity.getByRole("listitem").first()).toContainText(/Signed in with Chrome on/);
  await activity
    .getByRole("button", { name: /^This was not me: Signed in with Chrome/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Was this somebody else?" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, "the question");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Secure my account" }).press("Enter");
  await expect(page.getByText(/Your account is secured\. We emailed a link .* p…@reed\.example/)).toBeVisible();
  await expectAccessible(page, "secured");
  await elsewhere.reload();
  await expect(elsewhere.getByLabel("Account name")).toBeVisible();
  await signIn(page, person);
  await expect(page.getByRole("alert")).toBeVisible();

  await page.goto(await mailedLink(system, person.email, "/password-reset", 2));
  const fresh = `sapphire-${randomBytes(4).toString("hex")}-window`;
  await page.getByLabel("New password", { exact: true }).fill(fresh);
  await page.getByLabel("Confirm new password").fill(fresh);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your password has been changed. Sign in with the new one.")).toBeVisible();
  await signIn(page, { ...person, password: fresh });
  await openRow(page, "Recent activity");
  await expect(activity.getByText(/“This was not me” was reported/)).toBeVisible();
  await section(page, "Security").getByRole("button", { name: "Show all activity" }).click();
  await expect(activity.getByText("The account was created.")).toBeVisible();

  const staff = await newStaff(system);
  await openArea(elsewhere, staff, "/admin/machine-room");
  const report = elsewhere.getByRole("row").filter({ hasText: person.username });
  await expect(report.getByText("Open", { exact: true })).toBeVisible();
  await report.getByRole("button", { name: `Close the report of ${person.username}` }).click();
  await elsewhere.getByRole("dialog").getByLabel("Reason").fill("spoke to her");
  await elsewhere.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();
  await expect(report.getByText(`Closed by ${staff.username}`)).toBeVisible();
});

test("KEY-09 by the mail's link: opening it does nothing, one click ends everything, and a second use shows that", async ({
  page,
  person,
  system,
  browser,
}) => {
  await signIn(page, person);
  const password = section(page, "Password");
  await password.getByRole("button", { name: "Edit" }).click();
  await password.getByLabel("Old password").fill(person.password);
  const changed = `raven-${randomBytes(4).toString("hex")}-thicket`;
  await password.getByLabel("New password", { exact: true }).fill(changed);
  await password.getByLabel("Confirm new password").fill(changed);
  await password.getByRole("button", { name: "Save" }).click();
  await expect(password.getByText("Password successfully changed.")).toBeVisible();

  const link = await mailedLink(system, person.email, "/not-me", 2);
  const other = await (await browser.newContext()).newPage();
  for (let look = 0; look < 2; look++) {
    await other.goto(link);
    await expect(other.getByRole("heading", { name: "Was this somebody else?" })).toBeVisible();
    await expect(other.getByText("The password was changed.")).toBeVisible();
  }
  await expectAccessible(other, "not-me");
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();

  await other.getByRole("button", { name: "Secure my account" }).click();
  await expect(other.getByRole("heading", { name: "Your account is secured" })).toBeFocused();
  await expect(other.getByText(/p…@reed\.example/)).toBeVisible();
  await expectAccessible(other, "secured by the link");
  await page.reload();
  await expect(page.getByLabel("Account name")).toBeVisible();
  await other.goto(link);
  await expect(other.getByText("This was done already")).toBeVisible();
  await expectAccessible(other, "done already");
  await other.goto("/not-me?token=ml_nothing");
  await expect(other.getByText("This link no longer works")).toBeVisible();
  await expectAccessible(other, "dead link");
  expect(await mailedLink(system, person.email, "/password-reset", 3)).toContain("token=");
});
