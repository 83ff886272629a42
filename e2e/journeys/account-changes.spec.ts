import type { Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { aSubscription, newCustomer, section, theDialog } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { loseAnswer } from "../hold-back.ts";
import { arrive } from "../people.ts";

// The account page changes a subscription with the same flow as the team page; a lost answer is recovered.

type System = Parameters<typeof newCustomer>[0];

/** A card with authentication at each payment. */
const ASKING = "4000002760003184";

const team = (page: Page) => section(page, "Team Management");
const paidBills = (page: Page) =>
  section(page, "Payment").getByRole("table", { name: "Billing history" }).getByRole("row").filter({ hasText: "Paid" });

/** Returns the number of paid bills, once the history has loaded. */
async function countPaid(page: Page): Promise<number> {
  await section(page, "Payment").getByRole("table", { name: "Billing history" }).waitFor();
  return paidBills(page).count();
}

async function choose(page: Page, item: string) {
  await team(page).getByRole("button", { name: "Modify" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** A monthly subscription, and its switch to yearly with the amount on the screen. */
async function reviewSwitch(page: Page, system: System, card?: string) {
  const wish = { seats: 2, ...(card && { card }) };
  await arrive(page, await newCustomer(system, (names) => aSubscription(names, wish)));
  await choose(page, "Switch to Yearly");
  await expect(pay(page)).toBeEnabled();
}

const pay = (page: Page) => theDialog(page).getByRole("button", { name: /^Pay \$/ });

test("HOME-16 QTY-11 an answer that got lost while paying for a switch: the page looks, ends with the truth, and charges once", async ({
  page,
  system,
}) => {
  await page.clock.install();
  await reviewSwitch(page, system);
  const before = await countPaid(page);
  const payment = /\/payment\/[^/]+\/pay$/;
  let sent = 0;
  page.on("request", (request) => (sent += payment.test(request.url()) ? 1 : 0));
  await loseAnswer(page, payment);
  await pay(page).click();
  await expect(theDialog(page)).toContainText("We do not know yet whether the payment went through. We are checking.");
  await page.clock.fastForward(5000);
  await expect(theDialog(page).getByRole("heading", { name: "Subscription Changed" })).toBeVisible();
  await expect(theDialog(page).getByRole("link", { name: "Show the receipt" })).toBeVisible();
  // The change was sent once; the rest was reading.
  expect(sent).toBe(1);
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(team(page).getByText("Yearly", { exact: true })).toBeVisible();
  await expect(paidBills(page)).toHaveCount(before + 1);
});

test("HOME-16 QTY-11 LOOK-02 a switch that waits for the bank outlives a reload, and a refusal stays with its reason", async ({
  page,
  system,
}) => {
  await reviewSwitch(page, system, ASKING);
  await pay(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).waitFor();
  await page.reload();
  await expect(team(page).getByText(/^A payment of \$\d+\.\d\d waits for your bank$/)).toBeVisible();
  await expectAccessible(page, "a payment that waits on the account page");
  await team(page).getByRole("button", { name: "Modify" }).click();
  const item = page.getByRole("menuitem", { name: "Switch to Yearly", exact: true });
  await expect(item).toHaveAccessibleDescription("A change is pending already.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Continue payment" }).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  const failed = team(page).getByRole("group", { name: "The payment did not go through" });
  await expect(failed).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(failed).toBeFocused();
  await expect(team(page).getByRole("alert")).toContainText("Nothing was charged");

  await team(page).getByRole("button", { name: "Try again" }).click();
  await expect(pay(page)).toBeEnabled();
  await pay(page).click();
  await page.getByRole("button", { name: "Complete authentication" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Continue payment" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(team(page).getByText("Yearly", { exact: true })).toBeVisible();
  await expect(team(page).getByText(/waits for your bank/)).toBeHidden();
  await expect(team(page).getByRole("link", { name: "Manage Subscription" })).toBeFocused();
});

test("QTY-11 a lost answer to the payment of a due invoice is looked for, and the invoice is paid once", async ({
  page,
  system,
}) => {
  const wish = { status: "past_due" as const, seats: 3 };
  await arrive(page, await newCustomer(system, (names) => aSubscription(names, wish)));
  const failed = section(page, "Needs your action");
  const before = await countPaid(page);
  await loseAnswer(page, /\/api\/v2\/.*invoice\/[^/]+\/pay$/);
  await failed.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(failed.getByText("Thank you. The payment went through.")).toBeVisible();
  await expect(paidBills(page)).toHaveCount(before + 1);
});
