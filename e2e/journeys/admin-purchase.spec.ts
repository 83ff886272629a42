import { expectAccessible } from "../axe.ts";
import type { Page } from "@playwright/test";
import { newCustomer } from "../customers.ts";
import { expect } from "../fixtures.ts";
import type { NewPerson } from "../people.ts";
import { agreeToRepair, chooseRepair, openArea, previewRepair, test, theDialog } from "../staff.ts";

type System = Parameters<typeof newCustomer>[0];

/** A customer who has bought that many seats of a plan, and the checkout. */
async function buy(system: System, plan: string, quantity: number) {
  const customer = await newCustomer(system, undefined, ["4242424242424242"]);
  const token = await system.signIn(customer.username, customer.password);
  const { checkout } = (await system.call("POST", "/api/v2/checkout", { token, json: { plan, quantity } })).body;
  const json = { consents: ["terms"] };
  expect((await system.call("POST", `/api/v2/checkout/${checkout.id}/pay`, { token, json })).status).toBe(200);
  return { customer, checkout };
}

/** Opens the page of a person's purchase. */
async function openPurchase(page: Page, staff: NewPerson, username: string, name: string) {
  await openArea(page, staff, `/admin/accounts/${username}`);
  await page.getByRole("table", { name: "Purchases" }).getByRole("link", { name }).click();
}

const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";
const ONCE = "DIAGRAM-7-WEB";

test("BUY-18 staff see a checkout's tries on its page, resend its license, and cancel and refund it after a preview", async ({
  page,
  system,
  staff,
}) => {
  const { customer, checkout } = await buy(system, YEARLY, 3);
  const mails = await system.mails(customer.email, 1);
  await openPurchase(page, staff, customer.username, "3 × Outlinear 5, yearly");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("3 × Outlinear 5, yearly");
  const facts = page.getByRole("region", { name: "Purchase", exact: true });
  await expect(facts).toContainText("$150.00");
  await expect(facts).toContainText(customer.username);
  await expect(page.getByRole("table", { name: "Tries to pay" })).toContainText("Paid");

  await chooseRepair(page, "Resend the license");
  await previewRepair(page, "Mail got lost");
  await expect(theDialog(page).getByRole("row", { name: /^Emailed to/ })).toContainText(customer.email);
  await agreeToRepair(page, "Resend the license");
  const again = await system.mails(customer.email, mails.length + 1);
  expect(again[0]?.subject).toContain("Your license of Outlinear 5");

  await chooseRepair(page, "Cancel and refund");
  await previewRepair(page, "Withdrawn");
  await expect(theDialog(page).getByRole("row", { name: /^Given back/ })).toContainText("$150.00");
  await expect(theDialog(page).getByRole("row", { name: /^Status/ })).toContainText("canceled");
  await expectAccessible(page, "canceling a purchase");
  await agreeToRepair(page, "Cancel and refund");
  await expect(facts).not.toContainText("Can be canceled until");
  await page.getByRole("link", { name: checkout.license }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ended");
});

test("BUY-18 staff cancel and refund a license that is paid once: it ends, and the buyer gets a mail", async ({
  page,
  system,
  staff,
}) => {
  const { customer, checkout } = await buy(system, ONCE, 2);
  await openPurchase(page, staff, customer.username, "2 × Diagrammer Oak 7");
  await chooseRepair(page, "Cancel and refund");
  await previewRepair(page, "Withdrawn");
  await expect(theDialog(page).getByRole("row", { name: /^Given back/ })).toContainText("$498.00");
  await agreeToRepair(page, "Cancel and refund");
  const facts = page.getByRole("region", { name: "Purchase", exact: true });
  await expect(facts).not.toContainText("Can be canceled until");
  const mails = await system.mails(customer.email, 2);
  const canceled = mails.find(({ subject }) => subject === "Purchase of Diagrammer Oak 7 canceled");
  expect(canceled?.text).toContain("$498.00");
  await page.getByRole("link", { name: checkout.license }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ended");
});
