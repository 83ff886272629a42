import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { anybody, confirmKey, toLastStep } from "../people.ts";

test("REG-01 REG-05 REG-08 REG-12 SHELL-08 LOOK-06 signing up, by keyboard alone, with the focus on each new heading", async ({
  page,
  system,
}) => {
  const person = anybody();
  await page.goto("/register");
  await expect(page).toHaveTitle(/Sign Up/);
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("Confirm key")).toBeFocused();
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await page.keyboard.type(await confirmKey(system, person.email));
  await page.keyboard.press("Enter");

  await expect(page.getByLabel("Account name")).toBeFocused();
  await page.keyboard.type(` ${person.username.toUpperCase()} `);
  await expect(page.getByLabel("Account name")).toHaveValue(person.username);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { name: "Your account is ready" })).toBeFocused();
  await page.getByRole("link", { name: "Continue" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeFocused();
  await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText(person.email);
});

test("REG-02 REG-03 REG-04 REG-05 REG-06 REG-07 REG-11 LOOK-21 each step shows errors by field, and takes blanks and any case", async ({
  page,
  system,
  person: other,
}) => {
  const person = anybody();
  const goOn = page.getByRole("button", { name: "Continue" });
  await page.goto("/register");
  for (const wrong of ["anna", "anna@x..example"]) {
    await page.getByLabel("Email").fill(wrong);
    await goOn.click();
    await expect(page.getByText("This is not an email address.")).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");
  }
  await page.getByLabel("Email").fill(other.email);
  await expect(page.getByText("This is not an email address.")).toHaveCount(0);
  await goOn.click();
  await expect(page.getByRole("alert")).toHaveText("The requested email address is not available.");
  await page.getByLabel("Email").fill(`  ${person.email.toUpperCase()} `);
  await goOn.click();
  await page.getByLabel("Confirm key").fill("wrong-key-0");
  await goOn.click();
  await expect(page.getByRole("alert")).toContainText("confirm key is wrong");
  const key = await confirmKey(system, person.email.toUpperCase());
  await page.getByLabel("Confirm key").fill(`  ${key.toLowerCase()} `);
  await goOn.click();

  await expect(page.getByText(/kept up to 60 days after/)).toBeVisible();
  await page.getByLabel("Account name").fill("Ida: Reed");
  await expect(page.getByLabel("Account name")).toHaveValue("ida:reed");
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill("something else");
  const create = page.getByRole("button", { name: "Create account" });
  await create.click();
  await expect(page.getByText("Sorry, but some of the characters in your username aren’t allowed.")).toBeVisible();
  await expect(page.getByText("The passwords you’ve entered do not match. Please try again.")).toBeVisible();
  await expect(page.getByText("Please read and agree to the terms below.")).toBeVisible();
  await expectAccessible(page, "the last step");
  await page.getByLabel("Account name").fill(other.username);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("checkbox").check();
  await create.click();
  await expect(page.getByText("This account name is taken.")).toBeVisible();
});

test("REG-09 a sign-up in progress survives a reload and another tab", async ({ page, context, system }) => {
  const person = anybody();
  await page.goto("/register");
  await toLastStep(page, system, person);
  await expect(page.getByLabel("Account name")).toBeVisible();

  const other = await context.newPage();
  await other.goto("/register");
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByLabel("Account name")).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Start Over" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});
