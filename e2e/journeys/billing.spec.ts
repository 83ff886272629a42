import { expectAccessible } from "../axe.ts";
import { aSubscription, enterCard, newCustomer, section, theDialog } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";

test("HOME-16 RENEW-01 RENEW-02 DOC-19 a subscription is canceled and resumed, one dialog at a time; the seller is shown", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names, { current_period_end: "+20d" }));
  await arrive(page, customer);
  const payment = section(page, "Payment");
  await payment.getByText("Seller on your invoices").click();
  for (const seller of [
    "Fernhill Software Ltd, 7 Orchard Lane, Hay-on-Wye HR3 5AA, United Kingdom",
    "Our VAT or tax ID",
    "GB 000 0000 00",
  ]) {
    await expect(payment.getByText(seller)).toBeVisible();
  }
  const team = section(page, "Team Management");
  const modify = team.getByRole("button", { name: "Modify" });
  // On a phone, the button is at the left, and its list extends to the right.
  await page.setViewportSize({ width: 390, height: 844 });
  await modify.click();
  const first = page.getByRole("menuitem", { name: "Change Seats" });
  await expect.poll(async () => (await first.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  await expectAccessible(page, "menu of a subscription");
  await page.getByRole("menuitem", { name: "Cancel Subscription" }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(theDialog(page)).toHaveCount(1);
  await expectAccessible(page, "cancel");
  await theDialog(page).getByRole("button", { name: "Keep Subscription" }).click();
  await expect(theDialog(page)).toHaveCount(0);
  await expect(modify).toBeFocused();

  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Cancel Subscription" }).click();
  await theDialog(page).getByRole("button", { name: "Turn off auto-renewal" }).click();
  await expect(team.getByText("Change pending")).toBeVisible();
  await expect(team.getByText("Set to end")).toBeVisible();
  await expect(team.getByText("Change pending")).toBeHidden();

  await modify.click();
  await page.getByRole("menuitem", { name: "Turn on Auto-Renewal" }).click();
  await theDialog(page).getByRole("button", { name: "Turn on" }).click();
  await expect(team.getByText("Change pending")).toBeVisible();
  await expect(team.getByText("Set to end")).toBeHidden();
});

test("HOME-16 HOME-17 CYCLE-02 CYCLE-03 CYCLE-04 a monthly subscription becomes a yearly one for the amount that was shown", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names, { seats: 2, tax_percent: 10 }));
  await arrive(page, customer);
  const team = section(page, "Team Management");
  await team.getByRole("button", { name: "Modify" }).click();
  await page.getByRole("menuitem", { name: "Switch to Yearly" }).click();
  const dialog = theDialog(page);
  await expect(dialog).toContainText(/\$\d+\.\d\d plus tax/);
  for (const term of ["Credit for remaining time", "Total charged"]) {
    await expect(dialog.getByRole("term").filter({ hasText: term })).toBeVisible();
  }
  const [, beforeTax] = /\$([\d,.]+) plus tax/.exec((await dialog.textContent()) ?? "") ?? [];
  const [, total] = /tax included: \$([\d,.]+)/.exec((await dialog.textContent()) ?? "") ?? [];
  // Two seats for a year minus the rest of the month, plus 10 % tax, rounded once for each line.
  expect(Math.abs(Number(beforeTax) * 110 - Number(total) * 100)).toBeLessThan(1.5);
  expect(Number(beforeTax)).toBeGreaterThan(89);
  await dialog.getByRole("button", { name: `Pay $${total}` }).click();
  await expect(dialog.getByRole("heading", { name: "Subscription Changed" })).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(team.getByText("Yearly")).toBeVisible();
  const history = section(page, "Payment").getByRole("table", { name: "Billing history" });
  await expect(history.getByRole("row").filter({ hasText: `$${total}` })).toContainText("Paid");
});

test("HOME-18 a failed preview shows a message, and nothing is sold without it", async ({ page, system }) => {
  const customer = await newCustomer(system, (names) => aSubscription(names));
  await arrive(page, customer);
  await page.route("**/invoice/*/preview", (route) => route.abort());
  await section(page, "Team Management").getByRole("button", { name: "Modify" }).click();
  await page.getByRole("menuitem", { name: "Switch to Yearly" }).click();
  await expect(theDialog(page).getByText("something went wrong loading preview.", { exact: true })).toBeVisible();
  await expect(theDialog(page).getByRole("button", { name: /^Pay/ })).toBeDisabled();
});

test("LOOK-02 a failed payment is shown first and paid with the bank's authentication, and the bill's document opens", async ({
  page,
  system,
  context,
}) => {
  const customer = await newCustomer(system, (names) =>
    aSubscription(names, { status: "past_due", card: "4000002760003184", seats: 3 }),
  );
  await arrive(page, customer);
  const payment = section(page, "Payment");
  const failed = section(page, "Needs your action");
  await expect(failed.getByText(/^The payment of \$[\d,.]+ for Outlinear 5.* failed$/)).toBeVisible();
  await expect(failed.getByText(/We try again on [A-Z][a-z]{2} \d\d, \d{4} with Visa •••• 3184\./)).toBeVisible();
  await expect(section(page, "Team Management").getByText("Payment is due")).toBeVisible();
  await failed.getByRole("button", { name: /^Pay \$/ }).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(failed.getByRole("alert").filter({ hasText: /authenticat|confirm/i })).toBeVisible();
  await expect(failed.getByRole("button", { name: "Use another card" })).toHaveCount(1);
  await expect(failed.getByText(/^The payment of/)).toBeVisible();

  await failed.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();
  await expect(failed.getByText(/^The payment of/)).toBeHidden();
  await expect(failed.getByText("Thank you. The payment went through.")).toBeVisible();
  await expect(failed.getByRole("link", { name: "Show the receipt" })).toBeVisible();
  await expect(section(page, "Team Management").getByText("Active", { exact: true })).toBeVisible();
  const first = payment.getByRole("table", { name: "Billing history" }).getByRole("row").nth(1);
  await expect(first).toContainText("Paid");
  const document = (await first.getByRole("link", { name: /^PDF of invoice/ }).getAttribute("href")) ?? "";
  const answer = await context.request.get(document);
  expect(answer.headers()["content-type"]).toContain("pdf");
  expect((await answer.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("LOOK-07 another card for a failed payment says that it pays at once, and leads to the receipt", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names, { status: "past_due", seats: 3 }));
  await arrive(page, customer);
  const failed = section(page, "Needs your action");
  await failed.getByRole("button", { name: "Use another card" }).click();
  await expect(theDialog(page)).toContainText(/becomes your default card, and \$[\d,.]+ is charged to it at once\./);
  await theDialog(page).getByRole("button", { name: "Add a card" }).click();
  await expect(theDialog(page)).toContainText("is charged to it at once.");
  await enterCard(page, "5555555555554444");
  await theDialog(page).getByRole("button", { name: "Save card" }).click();
  await expect(failed.getByText("Thank you. The payment went through.")).toBeVisible();
  await expect(failed.getByRole("link", { name: "Show the receipt" })).toBeVisible();
  await expect(section(page, "Payment").getByText("Mastercard ending in 4444")).toBeVisible();
});

test("LOOK-20 the buyer on later invoices is typed and saved, with a country from a list", async ({ page, system }) => {
  const customer = await newCustomer(system, (names) => aSubscription(names, {}));
  await arrive(page, customer);
  const open = section(page, "Payment").getByRole("button", { name: "Billing details" });
  await open.click();
  const dialog = theDialog(page);
  await dialog.getByLabel("Name or company").fill("Reed & Daughters");
  await dialog.getByLabel("Address", { exact: true }).fill("1 Harbour Street");
  await dialog.getByLabel("City").fill("Whitby");
  await dialog.getByLabel("Country").selectOption("United Kingdom");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(open).toBeFocused();

  await page.reload();
  await open.click();
  await expect(dialog.getByLabel("Name or company")).toHaveValue("Reed & Daughters");
  await expect(dialog.getByLabel("Country")).toHaveValue("GB");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("DOC-01 DOC-02 tax ids are typed by kind, checked, saved, and show the result of their registers", async ({
  page,
  system,
  context,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names, { current_period_end: "+20d" }));
  await arrive(page, customer);
  const payment = section(page, "Payment");
  const open = payment.getByRole("button", { name: "Billing details" });
  await open.click();
  const dialog = theDialog(page);
  const save = dialog.getByRole("button", { name: "Save" });
  await dialog.getByLabel("Country").selectOption("Germany");
  await dialog.getByRole("button", { name: "Add tax ID" }).click();
  await expect(dialog.getByLabel("Kind of tax ID 1")).toHaveValue("DE eu_vat");
  const first = dialog.getByLabel("Tax ID 1", { exact: true });
  await first.fill("DE 1234");
  await save.click();
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(/This number must be DE and nine digits, such as DE123456789\./);
  await first.fill("de 111 111 111");
  await dialog.getByRole("button", { name: "Add tax ID" }).click();
  await dialog.getByLabel("Kind of tax ID 2").selectOption({ label: "France: VAT number" });
  const second = dialog.getByLabel("Tax ID 2", { exact: true });
  await second.fill("FR99999999999");
  await dialog.getByRole("button", { name: "Add tax ID" }).click();
  await expect(dialog.getByRole("button", { name: "Add tax ID" })).toBeHidden();
  await dialog.getByLabel("Kind of tax ID 3").selectOption({ label: "Another kind" });
  await dialog.getByLabel("Tax ID 3", { exact: true }).fill("BM/77");
  await save.click();
  await expect(second).toBeFocused();
  await expect(second).toHaveAccessibleDescription(/The payment provider does not accept this number/);
  await expectAccessible(page, "tax ids with a refused number");
  await dialog.getByRole("button", { name: "Remove tax ID 2" }).click();
  await save.click();
  await expect(dialog).toHaveCount(0);

  await system.advance(60);
  await page.reload();
  await expect(payment.getByText("Tax ID not verified")).toBeVisible();
  await expect(payment.getByText(/does not have DE111111111\. The next charge includes tax/)).toBeVisible();
  await section(page, "Team Management").getByRole("button", { name: "Modify" }).click();
  await page.getByRole("menuitem", { name: "Switch to Yearly" }).click();
  await expect(dialog.getByText("Tax ID not verified")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await open.click();
  await expect(dialog.getByText("Not verified")).toBeVisible();
  await expect(first).toHaveValue("DE111111111");
  await expect(second).toHaveValue("BM/77");
  await first.fill("DE000000000");
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(payment.getByText("Tax ID not verified")).toBeHidden();
  await system.advance(60);
  await open.click();
  await expect(dialog.getByText("Verified", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  await system.advance(21 * 86_400);
  await arrive(page, customer);
  const row = payment.getByRole("table", { name: "Billing history" }).getByRole("row").nth(1);
  const pdf = (await row.getByRole("link", { name: /^PDF of invoice/ }).getAttribute("href")) ?? "";
  const paper = await (await context.request.get(pdf.replace(/\/pdf$/, ""))).text();
  for (const line of ["VAT: DE000000000", "Tax id: BM/77", "Fernhill Software Ltd", "Tax ID: GB 000 0000 00"]) {
    expect(paper).toContain(line);
  }
});
