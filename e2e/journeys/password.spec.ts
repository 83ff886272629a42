import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { mailedLink, signIn } from "../people.ts";

test("PWRESET-01 PWRESET-02 PWRESET-04 HOME-06 LOOK-21 a forgotten password is replaced by the mailed link, once", async ({
  page,
  person,
  system,
}) => {
  // Before the portal has taken the served form over, the link loads a page as any link does.
  const takenOver = page.waitForEvent("console", (message) => message.text().includes("revision"));
  await page.goto("/");
  await takenOver;
  await page.getByRole("link", { name: /forgot/i }).click();
  await expect(page.getByRole("heading", { name: "Password Reset" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Reset Password" })).toBeDisabled();
  await page.getByLabel("Email").fill(` ${person.email.toUpperCase()} `);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
  await expectAccessible(page, "mail for a new password");

  const link = await mailedLink(system, person.email, "/password-reset", 2);
  await page.goto(link);
  await expect(page.getByText(`This sets the password of the account ${person.username}`)).toBeVisible();
  await page.getByLabel("New password", { exact: true }).fill("quiet-orchard-lane-7");
  // Password managers store the new password for this account.
  await expect(page.locator("input[autocomplete=username]")).toHaveValue(person.username);
  await page.getByLabel("Confirm new password").fill("quiet-orchard-lane-8");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your new passwords don’t match.")).toBeVisible();
  await expectAccessible(page, "new password");
  await page.getByLabel("Confirm new password").fill("quiet-orchard-lane-7");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your password has been changed. Sign in with the new one.")).toBeVisible();
  await expect(page).toHaveURL(/\?password-success/);
  await expectAccessible(page, "password changed");

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Send a new link" })).toBeVisible();
  await expectAccessible(page, "a dead link");

  await signIn(page, { ...person, password: "quiet-orchard-lane-7" });
  await expect(page.getByText(person.email)).toBeVisible();
});

test("PWRESET-03 an unknown address shows a message, any other failure asks to check it; a known one gets its name", async ({
  page,
  person,
  system,
}) => {
  await page.goto("/password-reset");
  await page.getByLabel("Email").fill("nobody-at-all@reed.example");
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByRole("alert")).toHaveText("Sorry, no account exists with that address.");
  await page.route("**/api/1.1/password_reset/", (route) => route.abort());
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Sorry, we were unable to properly send a Password Reset email. Double-check the email address is correct, then try again.",
  );
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await page.getByRole("link", { name: "Email me my account name" }).click();
  await expect(page.getByRole("heading", { name: "Account Name" })).toBeFocused();
  await page.unroute("**/api/1.1/password_reset/");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Email me my account name" }).click();
  await expect(page.getByText("We sent your account name to")).toBeVisible();
  const [mail] = await system.mails(person.email, 2);
  expect(mail?.text).toContain(`Your account name is ${person.username}.`);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
});

test("HOME-15 PASSWORD-01 PASSWORD-02 PASSWORD-03 a changed password ends the other sessions", async ({
  page,
  person,
  system,
}) => {
  const other = await system.signIn(person.username, person.password);
  await signIn(page, person);
  const section = page.getByRole("region", { name: "Password" });
  await section.getByRole("button", { name: "Edit" }).click();
  await section.getByLabel("New password", { exact: true }).fill("quiet-orchard-lane-7");
  await section.getByLabel("Confirm new password").fill("quiet-orchard-lane-8");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("You must enter your old password before proceeding.")).toBeVisible();
  await expect(section.getByText("Your new passwords don’t match.")).toBeVisible();
  await expectAccessible(page, "refused passwords");

  await section.getByLabel("Confirm new password").fill("quiet-orchard-lane-7");
  await section.getByLabel("Old password").fill("not it");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Something went wrong.")).toBeVisible();
  await expect(section.getByLabel("Old password")).toBeFocused();
  await expect(section.getByLabel("Old password")).toHaveAccessibleDescription("The password is wrong.");

  await section.getByLabel("Old password").fill(person.password);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Password successfully changed.")).toBeVisible();
  expect((await system.call("POST", "/api/1.1/user/", { token: other })).status).toBe(401);
  await page.reload();
  await expect(page.getByText(person.email)).toBeVisible();
});

test("HOME-14 EMAIL-01 EMAIL-02 EMAIL-03 a new address takes effect once it is verified", async ({
  page,
  person,
  system,
}) => {
  await signIn(page, person);
  const section = page.getByRole("region", { name: "Account", exact: true });
  const fresh = `new-${person.email}`;
  await section.getByRole("button", { name: "Edit" }).click();
  await expect(section.getByRole("button", { name: "Save" })).toBeDisabled();
  await section.getByLabel("Email").fill("no-address");
  await expect(section.getByRole("button", { name: "Save" })).toBeDisabled();
  await section.getByLabel("Email").fill(person.email);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("This is already your email address.")).toBeVisible();
  await section.getByLabel("Email").fill(fresh);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText(/Verify it from that inbox/)).toBeVisible();
  await expect(section.getByLabel("Email")).toBeHidden();
  await expect(section.getByText(person.email, { exact: true })).toBeVisible();

  await page.goto(await mailedLink(system, fresh, "/confirm-email"));
  await page.getByRole("button", { name: "Confirm this address" }).click();
  await expect(page.getByText(`From now on your account’s address is ${fresh}.`)).toBeVisible();
  await page.getByRole("link", { name: "Back to Accounts" }).click();
  await expect(section.getByText(fresh, { exact: true })).toBeVisible();
});
