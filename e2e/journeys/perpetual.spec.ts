import { expectAccessible } from "../axe.ts";
import { newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { phone } from "../widths.ts";

test.use({ viewport: phone });

const ONCE = "DIAGRAM-7-WEB";

test("BUY-07 a person pays once for two seats, and has the key on the page, in a mail and in the account", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, () => [], ["4242424242424242"]);
  await arrive(page, customer, `/buy?plan=${ONCE}&seats=2`);
  await expect(page.getByRole("radio", { name: "Pay once" })).toBeChecked();
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary).toContainText("2 × $249.00 per seat, once");
  await expect(summary).toContainText("$498.00 once");
  await expectAccessible(page, "choosing what is paid once");
  await summary.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("One payment. Nothing renews.")).toBeVisible();
  await expectAccessible(page, "the review of what is paid once");
  await expect(page.getByRole("definition").last()).toHaveText("$498.00");
  await page.getByRole("checkbox", { name: "I agree to the terms of service." }).check();
  await page.getByRole("button", { name: "Pay $498.00" }).click();

  await expect(page.getByRole("heading", { name: "Diagrammer Oak 7 is yours" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Receipt/ })).toBeVisible();
  const key = (await page.getByRole("code").textContent()) ?? "";
  expect(key).toMatch(/^[A-Z2-9]{5}(-[A-Z2-9]{5}){3}$/);
  await expectAccessible(page, "bought with a key");
  const [mail] = await system.mails(customer.email, 1);
  expect(mail?.subject).toBe("Your license of Diagrammer Oak 7");
  expect(mail?.text).toContain(key);
  await page.getByRole("button", { name: "Yes, take a seat" }).click();
  await expect(page.getByText("You have a seat.")).toBeVisible();

  await page.getByRole("link", { name: "To your account" }).click();
  await expect(section(page, "Team Management").getByRole("listitem").filter({ hasText: key })).toContainText(
    "Diagrammer Oak 7",
  );
  await expect(section(page, "Legacy License Keys")).not.toContainText(key);
  await expect(section(page, "Payment")).toContainText("$498.00");
  await expect(section(page, "App Access").getByRole("listitem").filter({ hasText: "Diagrammer Oak 7" })).toBeVisible();
});
