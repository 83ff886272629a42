import { expectAccessible } from "../axe.ts";
import { codeAt } from "@foyer/testing/authenticator-code";
import { section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../people.ts";

test("the second factor is turned on with an authenticator, asked for at sign-in, and turned off again", async ({
  page,
  person,
  context,
  system,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, person);
  const password = section(page, "Security");
  await password.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  const uri = await dialog.getByRole("link").getAttribute("href");
  const secret = new URL(uri ?? "").searchParams.get("secret") ?? "";
  await dialog.getByLabel("Code from the app").fill("000000");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The code is wrong or has been used.")).toBeVisible();
  await expect(dialog.getByLabel("Code from the app")).toBeFocused();
  await expect(dialog.getByRole("alert")).toHaveCount(1);
  await expectAccessible(page, "a code of the app");
  await dialog.getByLabel("Code from the app").fill(codeAt(secret, (await system.now()).getTime()));
  await dialog.getByRole("button", { name: "Continue" }).click();
  const shown = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(shown).toHaveCount(10);
  await expectAccessible(page, "recovery codes");
  const codes = await shown.allTextContents();
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByText("The recovery codes were copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join("\n")}\n`);
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(password.getByText("10 recovery codes are left.")).toBeVisible();

  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await signIn(page, person);
  await expect(page.getByLabel("Authentication code")).toBeFocused();
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The code is wrong or has been used.")).toBeVisible();
  await expect(page.getByLabel("Authentication code")).toBeFocused();
  await page.getByLabel("Authentication code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(password.getByText("9 recovery codes are left.")).toBeVisible();

  await password.getByRole("button", { name: "Turn off" }).click();
  const asked = page.getByRole("alertdialog");
  await asked.getByLabel("Code from the app").fill(codes[0] ?? "");
  await asked.getByRole("button", { name: "Turn off" }).click();
  await expect(asked.getByText("The code is wrong or has been used.")).toBeVisible();
  await expectAccessible(page, "turning it off");
  await asked.getByLabel("Code from the app").fill(codes[1] ?? "");
  await asked.getByRole("button", { name: "Turn off" }).click();
  await expect(password.getByText("Two-step sign-in is off. Your password alone signs you in.")).toBeVisible();
});

test("R-14 a session that was opened long ago proves the password first", async ({ page, person, system }) => {
  await signIn(page, person);
  await expect(page.getByText(person.email)).toBeVisible();
  await system.advance(600);
  const password = section(page, "Security");
  await password.getByRole("button", { name: "Turn on" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("not it");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The password is wrong.")).toBeVisible();
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await expectAccessible(page, "a proof");
  await dialog.getByLabel("Current password").fill(person.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: /QR code/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(password.getByRole("button", { name: "Turn on" })).toBeFocused();
});
