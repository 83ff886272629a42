import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { anybody, mailedLink, signIn, toLastStep } from "../people.ts";

const METER = "**/strength-meter-*.js";

/** Returns the files of the meter that the page has requested so far. */
function meterRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/strength-meter-")) asked.push(request.url());
  });
  return asked;
}

/**
 * Types passwords of increasing strength, reads the meter's message for each, and checks that it belongs to the
 * field.
 */
async function readMeter(field: Locator, status: Locator, look?: (said: string) => Promise<void>) {
  for (const [text, said] of [
    ["short77", "Choose a password of at least 8 characters."],
    ["Summer2024", "Too easy to guess: it is based on a password that many people use. Choose another one."],
    ["12.03.1987", "Too easy to guess: it is little more than a date. Add a few words."],
    ["kXq7bTz9", "Strength: fair. It can be chosen; one more word makes it good."],
    ["kXq7bTz9mR", "Strength: good."],
    ["the lantern is amber", "Strength: strong."],
  ] as const) {
    await field.fill(text);
    await expect(status).toHaveText(said);
    await expect(field).toHaveAccessibleDescription(new RegExp(said.slice(0, 20)));
    await look?.(said);
  }
}

test("KEY-07 at sign-up a meter shows in words how hard the password is to guess, and the service's reason for a refusal", async ({
  page,
  system,
}) => {
  const person = anybody();
  const asked = meterRequests(page);
  await page.goto("/register");
  await toLastStep(page, system, person);
  await page.getByLabel("Account name").fill(person.username);
  const password = page.getByLabel("Password", { exact: true });
  await password.focus();
  expect(asked).toEqual([]);
  const status = page.getByRole("status").filter({ hasText: /guess|Strength|characters|our names/ });
  // Each strength has its own color.
  await readMeter(password, status, async (said) => await expectAccessible(page, said.split(/[.:]/)[1] ?? said));
  await password.fill(`${person.username}-1987`);
  await expect(status).toHaveText(/may not consist of your account name/);

  await password.fill("Passw0rd!");
  await page.getByLabel("Confirm password").fill("Passw0rd!");
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Too easy to guess: it is based on a password that many people use. Choose another one.",
  );
  await password.fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByRole("heading", { name: "Your account is ready" })).toBeVisible();
});

test("KEY-07 when changing the password, the service's reason for a weak one stays at the field until the person types again", async ({
  page,
  person,
}) => {
  await signIn(page, person);
  const section = page.getByRole("region", { name: "Password" });
  await section.getByRole("button", { name: "Edit" }).click();
  const password = section.getByLabel("New password", { exact: true });
  await password.pressSequentially("l");
  await readMeter(password, section.getByRole("status").first());
  // The browser's short list does not contain this one.
  await password.fill("Kowalski77");
  await section.getByLabel("Confirm new password").fill("Kowalski77");
  await section.getByLabel("Old password").fill(person.password);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Something went wrong.")).toBeVisible();
  await expect(password).toHaveAccessibleDescription(/little more than a name/);
  await expect(password).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "a refused password");
  await password.fill("kowalski mends his boat");
  await expect(section.getByText("Something went wrong.")).toBeHidden();
  await section.getByLabel("Confirm new password").fill("kowalski mends his boat");
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Password successfully changed.")).toBeVisible();
});

test("KEY-07 setting a new password by the mailed link works without the meter, if its file cannot be loaded", async ({
  page,
  person,
  system,
}) => {
  await system.call("POST", "/api/1.1/password_reset/", { json: { email_address: person.email } });
  const link = await mailedLink(system, person.email, "/password-reset", 2);
  await page.goto(link);
  const password = page.getByLabel("New password", { exact: true });
  await password.pressSequentially("l");
  await readMeter(password, page.getByRole("status").filter({ hasText: /guess|Strength|characters/ }));

  await page.route(METER, (route) => route.abort());
  await page.goto(link);
  const asked = meterRequests(page);
  await password.pressSequentially("letmein123");
  await page.getByLabel("Confirm new password").fill("letmein123");
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(password).toHaveAccessibleDescription(/many people use/);
  await expect(password).toHaveValue("letmein123");
  await password.fill("quiet-orchard-lane-7");
  await page.getByLabel("Confirm new password").fill("quiet-orchard-lane-7");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Your password has been changed. Sign in with the new one.")).toBeVisible();
});
