import { expectAccessible } from "../axe.ts";
import { newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { anybody, arrive, confirmKey, mailedLink } from "../people.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

test("LOOK-21 a dead reset link says so before anything is typed, a live one names the account", async ({
  page,
  system,
  person,
}) => {
  await page.goto("/password-reset");
  await page.getByLabel("Email").fill(` ${person.email.toUpperCase()} `);
  await page.getByRole("button", { name: "Reset Password" }).click();
  await expect(page.getByText("Email sent!")).toBeVisible();
  await expectAccessible(page, "mail for a new password");
  const link = await mailedLink(system, person.email, "/password-reset", 2);
  await page.goto(link);
  await expect(page.getByText(`This sets the password of the account ${person.username}`)).toBeVisible();
  await expectAccessible(page, "new password");
  await page.getByLabel("New password", { exact: true }).fill("another-harbour-7");
  await page.getByLabel("Confirm new password").fill("another-harbour-7");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL(/password-success/);
  await expectAccessible(page, "password changed");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Send a new link" })).toBeVisible();
  await expectAccessible(page, "a dead link");
});

test("LOOK-21 what is no address is called that; a key is taken in any case and with blanks", async ({
  page,
  system,
}) => {
  const { email } = anybody();
  await page.goto("/register");
  for (const wrong of ["anna", "anna@x..example"]) {
    await page.getByLabel("Email").fill(wrong);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This is not an email address.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  }
  await page.getByLabel("Email").fill(`  ${email.toUpperCase()} `);
  await expect(page.getByText("This is not an email address.")).toHaveCount(0);
  await page.getByRole("button", { name: "Continue" }).click();
  const key = await confirmKey(system, email.toUpperCase());
  await page.getByLabel("Confirm key").fill(`  ${key.toLowerCase()} `);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Account name")).toBeVisible();
});

test("LOOK-21 a license key is taken in any case, and a limit says until when", async ({ page, system }) => {
  const owner = await newCustomer(system, ({ mark }) => [
    {
      type: "license_key",
      key: `OUT4-${mark.toUpperCase()}`,
      owner: "Liam Moss",
      product_id: "OUTLINE-4",
      description: "Outlinear 4",
    },
  ]);
  await arrive(page, owner);
  const keys = section(page, "Legacy License Keys");
  await keys.getByRole("button", { name: "Add a license key" }).click();
  await keys.getByLabel("License key").fill(` out4-${owner.mark} `);
  await keys.getByLabel("License owner").fill(" liam moss");
  await keys.getByRole("button", { name: "Register" }).click();
  await expect(keys.getByRole("cell", { name: `OUT4-${owner.mark.toUpperCase()}` })).toBeVisible();

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  for (let tried = 0; tried < 11; tried += 1) {
    await page.request.post("/api/1.1/signin/", { form: { username: owner.username, password: "wrong" } });
  }
  await page.getByLabel("Account name").fill(owner.username);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    /^Too many tries\. Please try again in (a minute|\d+ minutes), at \d\d:\d\d UTC\.$/,
  );
});
