import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { openRow, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { signIn, withFactor } from "../people.ts";

const codeField = (page: Page) => page.getByLabel("Authentication code");
const trustBox = (page: Page) => page.getByRole("checkbox", { name: "Trust this browser for 30 days" });
const signOut = (page: Page) => page.getByRole("button", { name: "Sign out", exact: true }).click();

async function typeCode(page: Page, code: string) {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("KEY-05 KEY-12 a browser trusted by keyboard needs no code, until the trust is ended in the list", async ({
  page,
  person,
  system,
}) => {
  const code = await withFactor(system, person);
  await signIn(page, person);
  await expect(codeField(page)).toBeFocused();
  await expect(trustBox(page)).not.toBeChecked();
  await expectAccessible(page, "the code and the trust");
  await codeField(page).focus();
  await page.keyboard.type(await code());
  await page.keyboard.press("Tab");
  await expect(trustBox(page)).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  const own = page
    .getByRole("list", { name: "Where you are signed in" })
    .getByRole("listitem")
    .filter({ hasText: "This session" });
  await openRow(page, "Where you are signed in");
  await expect(own).toContainText("Trusted until");
  await expectAccessible(page, "a trusted browser");

  const cookies = (await page.context().cookies()).filter(({ name }) => name.includes("browser"));
  expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: "Strict", path: "/" })]);
  expect(await page.evaluate(() => document.cookie)).not.toContain("browser");

  await signOut(page);
  await signIn(page, person);
  await openRow(page, "Where you are signed in");
  await expect(own).toContainText("Trusted until");

  await own.getByRole("button", { name: /^Stop trusting/ }).click();
  await expect(own).not.toContainText("Trusted until");
  await signOut(page);
  await signIn(page, person);
  await expect(codeField(page)).toBeVisible();
  await typeCode(page, await code());
  await openRow(page, "Where you are signed in");
  await expect(own).toBeVisible();
  await expect(own).not.toContainText("Trusted until");
});

test("KEY-05 a browser is trusted only on request, and ending all sessions ends the trust in a signed-out one", async ({
  page,
  person,
  system,
  browser,
}) => {
  const code = await withFactor(system, person);
  await signIn(page, person);
  await typeCode(page, await code());
  await expect(section(page, "Security")).toBeVisible();
  await signOut(page);
  await signIn(page, person);
  await expect(codeField(page)).toBeVisible();
  await codeField(page).fill(await code());
  await trustBox(page).check();
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(section(page, "Security")).toBeVisible();
  await signOut(page);
  await expect(page.getByLabel("Account name")).toBeVisible();

  const context = await browser.newContext({ extraHTTPHeaders: { "x-forwarded-for": "203.0.113.77" } });
  const other = await context.newPage();
  await signIn(other, person, system.url);
  await typeCode(other, await code());
  await openRow(other, "Where you are signed in");
  const rows = other.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
  const trusted = rows.filter({ hasText: "Signed out" });
  await expect(trusted).toContainText("Trusted until");
  await section(other, "Security").getByRole("button", { name: "End all other sessions" }).click();
  await expect(trusted).toHaveCount(0);
  await context.close();

  await signIn(page, person);
  await expect(codeField(page)).toBeVisible();
});

test("KEY-06 an owner locked out by a stranger's guesses elsewhere can sign in with a known browser", async ({
  page,
  person,
  system,
}) => {
  await signIn(page, person);
  await signOut(page);
  await expect(page.getByLabel("Account name")).toBeVisible();
  for (let guess = 0; guess < 11; guess += 1) {
    const headers = { "x-forwarded-for": `198.51.100.${guess + 1}` };
    const json = { username: person.username, password: "a guess" };
    const { status } = await system.call("POST", "/api/1.1/signin/", { json, headers });
    expect(status).toBe(guess < 10 ? 401 : 429);
  }
  await signIn(page, person);
  await expect(section(page, "Security")).toBeVisible();
});
