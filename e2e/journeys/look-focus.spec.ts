import { expectAccessible } from "../axe.ts";
import type { Locator, Page } from "@playwright/test";
import { aSubscription, enterCard, newCustomer, section, theDialog } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

/** Presses a button without a pointer, as somebody does who needs to know where the focus is. */
async function press(button: Locator) {
  await button.focus();
  await button.page().keyboard.press("Enter");
}

/** Tells whether the focus is at a place or on something in it. */
const isAround = (place: Locator) =>
  place.evaluate((element) => document.activeElement !== null && element.contains(document.activeElement));

async function expectFocusIn(place: Locator) {
  await expect.poll(() => isAround(place)).toBe(true);
}

async function editEmail(page: Page, address: string) {
  const account = section(page, "Account");
  await press(account.getByRole("button", { name: "Edit account" }));
  await account.getByLabel("Email").fill(address);
  await page.keyboard.press("Enter");
  await expect(account.getByText("Check your inbox")).toBeVisible();
  await expectFocusIn(account);
}

async function editPassword(page: Page, old: string) {
  const password = section(page, "Password");
  await press(password.getByRole("button", { name: "Edit password" }));
  await password.getByLabel("Old password").fill(old);
  await password.getByLabel("New password", { exact: true }).fill("quiet-orchard-lane-7");
  await password.getByLabel("Confirm new password").fill("quiet-orchard-lane-7");
  await press(password.getByRole("button", { name: "Save" }));
  await expect(password.getByText("Password successfully changed.")).toBeVisible();
  await expectAccessible(page, "a changed password");
  await expectFocusIn(password);
}

test("LOOK-06 after an act on e-mail, password, sessions and keys the focus is there", async ({
  page,
  system,
  person,
}) => {
  await arrive(page, person);
  await editEmail(page, `new-${person.email}`);
  await editPassword(page, person.password);

  for (let count = 0; count < 2; count += 1) await system.signIn(person.username, "quiet-orchard-lane-7");
  await page.reload();
  await press(page.getByRole("button", { name: "Where you are signed in" }));
  await press(page.getByRole("button", { name: "Recent activity" }));
  const sessions = page.getByRole("list", { name: "Where you are signed in" });
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await press(sessions.getByRole("button", { name: /^End session/ }).first());
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  await expect(sessions).toBeFocused();
  const security = section(page, "Security");
  await expect(security.getByRole("list", { name: "Recent activity" })).toContainText("One session was ended.");
  await press(security.getByRole("button", { name: "Change password" }));
  await expect(security.getByRole("button", { name: "Edit password" })).toBeFocused();
  await press(security.getByRole("button", { name: "End all other sessions" }));
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  await expect(security).toBeFocused();
});

test("LOOK-06 a card that was added, made default or deleted keeps the focus at the cards", async ({
  page,
  system,
}) => {
  await arrive(page, await newCustomer(system, (names) => aSubscription(names), ["4242424242424242"]));
  const payment = section(page, "Payment");
  await press(payment.getByRole("button", { name: "Edit cards" }));
  await press(payment.getByRole("button", { name: "Add card" }));
  await enterCard(page, "5555555555554444");
  await press(payment.getByRole("button", { name: "Save card" }));
  const added = payment.getByRole("listitem").filter({ hasText: "4444" });
  await expectFocusIn(added);
  await press(added.getByRole("button", { name: "Make default: Mastercard ending in 4444" }));
  await expect(added.getByText("Default", { exact: true })).toBeVisible();
  await expectFocusIn(added);
  const first = payment.getByRole("listitem").filter({ hasText: "4242" });
  await press(first.getByRole("button", { name: "Delete Visa ending in 4242" }));
  await press(theDialog(page).getByRole("button", { name: "Delete" }));
  await expect(first).toHaveCount(0);
  await expectFocusIn(payment);
});

test("LOOK-14 Security shows three sessions with device, time and network, then all", async ({
  page,
  system,
  person,
}) => {
  for (let count = 0; count < 3; count += 1) await system.signIn(person.username, person.password);
  await arrive(page, person);
  const security = section(page, "Security");
  await expect(security.getByRole("heading", { level: 2, name: "Security" })).toBeVisible();
  const opener = page.getByRole("button", { name: "Where you are signed in" });
  await expect(security).toContainText("5 sessions");
  await expect(opener).toHaveAttribute("aria-expanded", "false");
  await press(opener);
  await expect(opener).toHaveAttribute("aria-expanded", "true");
  await expect(opener).toBeFocused();
  const rows = page.getByRole("list", { name: "Where you are signed in" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText("Chrome on Linux");
  await expect(rows.first()).toContainText("This session");
  await expect(rows.first()).toContainText(/Signed in [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d UTC/);
  await expect(rows.first()).toContainText(/Network \d+\.\d+\.\d+\.x/);
  await expect(rows.nth(1)).toContainText(/Last used [A-Z][a-z]{2} \d\d, \d{4}, \d\d:\d\d UTC/);
  await security.getByRole("button", { name: "Show all sessions" }).press("Enter");
  // Including the session that sign-up opened.
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(3)).toBeFocused();
  await expectAccessible(page, "all sessions");
});
