import { expectAccessible } from "../axe.ts";
import { aLicense, enterCard, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive, newPerson } from "../people.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

const YEARLY = "PLAN-4-SUB-ANNUAL-WEB";

test("BUY-12 a person tries Plotline without a card, and buys the same license with its seats", async ({
  page,
  system,
}) => {
  const person = await newPerson(system);
  const guest = await newPerson(system);
  await page.goto(`/buy?plan=${YEARLY}&seats=4`);
  await page.getByRole("button", { name: "Try it for 14 days, no card" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeFocused();
  await expect(page.getByText("Free for 14 days, no card")).toBeVisible();
  // The choice outlives the way to an account.
  await arrive(page, person, "/buy");
  await expect(page.getByRole("heading", { name: "Try Plotline 4" })).toBeVisible();
  // FAULT-53: the number that was chosen.
  await expect(page.getByLabel("Seats")).toHaveValue("4");
  await page.getByLabel("Seats").selectOption("2 seats");
  await expectAccessible(page, "starting a trial");
  await page.getByRole("button", { name: "Start the trial" }).click();
  await expect(page.getByRole("heading", { name: "Your trial of Plotline 4 has started" })).toBeFocused();
  await page.getByRole("button", { name: "Yes, take a seat" }).click();
  await expect(page.getByText("You have a seat.")).toBeVisible();
  await expectAccessible(page, "a trial that has started");
  await page.getByRole("link", { name: "To your account" }).click();

  const row = section(page, "App Access").getByRole("listitem").filter({ hasText: "Plotline 4" });
  await expect(row).toContainText(/Trial, ends on [A-Z][a-z]{2} \d\d, \d{4}/);
  await expect(row).toContainText("1 of 2 seats used");
  // No team view shows a trial.
  await expect(section(page, "Team Management")).not.toContainText("Plotline 4");
  await row.getByRole("button", { name: "Invite people to Plotline 4" }).click();
  await page.getByLabel("Email addresses").fill(`${guest.email}, one.more@example.com`);
  await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText("There is 1 seat free.")).toBeVisible();
  await page.getByLabel("Email addresses").fill(guest.email);
  await page.getByRole("dialog").getByRole("button", { name: "Invite", exact: true }).click();
  await expect(row).toContainText("2 of 2 seats used");
  await expectAccessible(page, "the trial on the account page");

  await row.getByRole("link", { name: "Buy Plotline 4" }).click();
  await expect(page.getByRole("region", { name: "Summary" })).toContainText("$400.00 per year");
  await expect(page.getByRole("button", { name: /^Try it/ })).toHaveCount(0);
  await page.getByLabel("Seats").fill("1");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("2 seats are used, and you buy 1")).toBeVisible();
  await expectAccessible(page, "too few seats for a trial");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByLabel("Seats").fill("2");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Your trial becomes the paid license.")).toBeVisible();
  await enterCard(page, "4242424242424242");
  await page.getByRole("checkbox", { name: "I agree to the terms of service." }).check();
  await page.getByRole("button", { name: "Pay $400.00" }).click();
  await expect(page.getByRole("heading", { name: "Plotline 4 is yours" })).toBeVisible();
  await page.getByRole("link", { name: "Invite people" }).click();
  await expect(page.getByText("2 of 2 seats used.")).toBeVisible();
});

test("BUY-12 an ended trial says so and can be bought; a person who had one is told, and can buy instead", async ({
  page,
  system,
}) => {
  const dates = { registration_date: "2026-01-01T00:00:00Z", expires_date: "2026-01-15T00:00:00Z" };
  const customer = await newCustomer(system, (names) =>
    aLicense(names, { product: "PLAN-4-TRIAL", name: "Plotline 4", seats: 3, ...dates }),
  );
  await arrive(page, customer);
  const row = section(page, "App Access").getByRole("listitem").filter({ hasText: "Plotline 4" });
  await expect(row).toContainText("Trial ended on Jan 15, 2026.");
  await expect(row.getByRole("button")).toHaveCount(0);
  await expect(row.getByRole("link", { name: "Buy Plotline 4" })).toHaveAttribute("href", /plan=PLAN-4-.*&seats=3$/);
  await page.goto("/buy?trial=PLAN-4");
  await page.getByRole("button", { name: "Start the trial" }).click();
  await expect(page.getByRole("alert")).toContainText("You have already had a trial of this product");
  await expectAccessible(page, "a second trial");
  await page.getByRole("button", { name: "Buy it instead" }).click();
  await expect(page.getByRole("heading", { name: "Choose your plan" })).toBeFocused();
});
