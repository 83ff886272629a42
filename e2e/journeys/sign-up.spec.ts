import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { anybody, confirmKey } from "../people.ts";

test("REG-01 REG-05 REG-08 REG-12 signing up, by keyboard alone", async ({ page, system }) => {
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

  await expect(page.getByRole("heading", { name: "Your account is ready" })).toBeVisible();
  await page.getByRole("link", { name: "Continue" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Account", exact: true })).toContainText(person.email);
});

test("REG-02 REG-03 REG-04 REG-06 REG-07 the last step shows errors by field", async ({ page, system }) => {
  const person = anybody();
  await page.goto("/register");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Confirm key").fill("wrong-key-0");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toContainText("confirm key is wrong");
  await page.getByLabel("Confirm key").fill(await confirmKey(system, person.email));
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByText(/kept up to 60 days after/)).toBeVisible();
  await page.getByLabel("Account name").fill("Ida: Reed");
  await expect(page.getByLabel("Account name")).toHaveValue("ida:reed");
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill("something else");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Sorry, but some of the characters in your username aren’t allowed.")).toBeVisible();
  await expect(page.getByText("The passwords you’ve entered do not match. Please try again.")).toBeVisible();
  await expect(page.getByText("Please read and agree to the terms below.")).toBeVisible();
  await expectAccessible(page, "the last step");
});

test("REG-05 a taken account name is refused before anything is sent", async ({ page, system, person }) => {
  const email = anybody().email;
  await page.goto("/register");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Confirm key").fill(await confirmKey(system, email));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Account name").fill(person.username);
  await page.getByLabel("Password", { exact: true }).fill("harbour-lantern-42");
  await page.getByLabel("Confirm password").fill("harbour-lantern-42");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This account name is taken.")).toBeVisible();
});

test("REG-09 a sign-up in progress survives a reload and another tab", async ({ page, context, system }) => {
  const person = anybody();
  await page.goto("/register");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Confirm key").fill(await confirmKey(system, person.email));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Account name")).toBeVisible();

  const other = await context.newPage();
  await other.goto("/register");
  await other.getByRole("button", { name: "Continue" }).click();
  await expect(other.getByLabel("Account name")).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Start Over" }).click();
  await expect(page.getByLabel("Email")).toBeVisible();
});

test("REG-11 an address that has an account is not available", async ({ page, person }) => {
  await page.goto("/register");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("The requested email address is not available.");
});
