import { expectAccessible } from "../axe.ts";
import { aSubscription, enterCard, newCustomer, section, theDialog } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";

test("PAY-01 PAY-02 PAY-05 PAY-06 a card is added by keyboard alone, with the bank's authentication", async ({
  page,
  system,
}) => {
  const scripts: string[] = [];
  const foreign: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/stripe\.js|js\.stripe/.test(request.url())) scripts.push(request.url());
    if (pathname.startsWith("/api/") && (request.postData() ?? "").includes("3155")) foreign.push(request.url());
  });
  const customer = await newCustomer(system, () => [], ["4242424242424242"]);
  await arrive(page, customer);
  const payment = section(page, "Payment");
  await expect(payment.getByRole("listitem")).toHaveText(/Visa ending in 4242.*Default/);
  expect(scripts).toEqual([]);

  await payment.getByRole("button", { name: "Edit" }).focus();
  await page.keyboard.press("Enter");
  await payment.getByRole("button", { name: "Add card" }).focus();
  await page.keyboard.press("Enter");
  await expect(payment.getByLabel("Card number")).toBeVisible();
  expect(scripts).not.toEqual([]);
  await payment.getByLabel("Card number").focus();
  await page.keyboard.type("4000002500003155");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1240");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Complete authentication" }).focus();
  await page.keyboard.press("Enter");
  await expect(payment.getByRole("listitem").filter({ hasText: "3155" })).toContainText("Expires 12/2040");
  await expect(page.getByText("The card was saved.")).toBeVisible();
  expect(foreign).toEqual([]);
});

test("PAY-03 PAY-05 a declined or unauthenticated card is not added, and the page says why and what to do (FAULT-53)", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, () => [], ["4242424242424242"]);
  await arrive(page, customer);
  const payment = section(page, "Payment");
  await payment.getByRole("button", { name: "Edit" }).click();
  await payment.getByRole("button", { name: "Add card" }).click();
  await enterCard(page, "4000000000009995");
  await payment.getByRole("button", { name: "Save card" }).click();
  await expect(payment.getByRole("alert")).toContainText("There was a problem adding this card to your account");
  await expect(payment.getByRole("alert")).toContainText(/insufficient funds/i);
  await expect(payment.getByRole("alert")).toContainText(
    "The card was not saved. Check what you typed, use another card",
  );
  await enterCard(page, "4000002500003155");
  await payment.getByRole("button", { name: "Save card" }).click();
  await page.getByRole("button", { name: "Fail authentication" }).click();
  await expect(payment.getByRole("alert")).toContainText(/authenticat/i);
  await payment.getByRole("button", { name: "Cancel" }).click();
  await expect(payment.getByRole("listitem")).toHaveCount(1);
});

test("PAY-01 PAY-04 another card becomes the default; deleting asks first, and the last card of a renewing subscription stays", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names, { card: null }), [
    "4242424242424242",
    "5555555555554444",
  ]);
  await arrive(page, customer);
  const payment = section(page, "Payment");
  const visa = payment.getByRole("listitem").filter({ hasText: "4242" });
  const mastercard = payment.getByRole("listitem").filter({ hasText: "4444" });
  await expect(visa).toContainText("Default");
  await payment.getByRole("button", { name: "Edit" }).click();
  await mastercard.getByRole("button", { name: "Make default" }).click();
  await expect(mastercard).toContainText("Default");
  await expect(visa).not.toContainText("Default");

  await visa.getByRole("button", { name: "Delete" }).click();
  await theDialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(visa.getByRole("button", { name: "Delete" })).toBeFocused();
  await visa.getByRole("button", { name: "Delete" }).click();
  await theDialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(visa).toBeHidden();

  await mastercard.getByRole("button", { name: "Delete" }).click();
  await theDialog(page).getByRole("button", { name: "Delete" }).click();
  await expect(theDialog(page).getByRole("alert")).toContainText(/last card/i);
  await expect(theDialog(page).locator(":focus")).toContainText(/last card/i);
  await expectAccessible(page, "the last card");
  await page.keyboard.press("Escape");
  await expect(mastercard).toBeVisible();
});
