import { expectAccessible } from "../axe.ts";
import { newCode } from "../coupons.ts";
import { aSubscription, enterCard, newCustomer, section } from "../customers.ts";
import { expect } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { agreeToRepair, openArea, previewRepair, test, theDialog } from "../staff.ts";
import { askForSeats } from "../teams.ts";
import { desk, phone } from "../widths.ts";

test.use({ viewport: phone });

const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";
const MONTHLY = "OUTLINE-5-SUB-MONTHLY-WEB";

test("BUY-10 a code of a link is in the quote; a wrong one says so, and another or none is taken instead", async ({
  page,
  system,
  person,
}) => {
  const code = await newCode(system, { duration: "repeating", duration_in_months: "24" });
  await arrive(page, person, `/buy?plan=${YEARLY}&seats=2&coupon=wrong-code`);
  await expect(page.getByLabel("Have a code?")).toHaveValue("wrong-code");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "The code cannot be used" })).toBeVisible();
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toBeFocused();
  await expect(page.getByText("This code is wrong, has been used up, or is for new customers only.")).toBeVisible();
  await expectAccessible(page, "a refused code");
  await field.fill(code.toLowerCase());
  await page.getByRole("button", { name: "Apply" }).click();

  await expect(page.getByText("Discount: Launch")).toBeVisible();
  await expect(page.getByText("-$50.00")).toBeVisible();
  await expect(page.getByText(/50% off every payment before \w{3} \d\d, \d{4}\./)).toBeVisible();
  await expect(page.getByText(/^Renews on .* for \$50\.00/)).toBeVisible();
  await expectAccessible(page, "a review with a discount");
  await page.getByRole("button", { name: `Remove the code ${code}` }).click();
  await expect(page.getByText("Discount: Launch")).toBeHidden();
  await page.getByRole("button", { name: "Have a code?" }).click();
  await field.fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Discount: Launch")).toBeVisible();
  await page.reload();
  await enterCard(page, "4242424242424242");
  await page.getByRole("checkbox", { name: "I agree to the terms of service." }).check();
  await page.getByRole("button", { name: "Pay $50.00" }).click();
  await expect(page.getByRole("heading", { name: "Outlinear 5 is yours" })).toBeVisible();
});

test("BUY-11 staff put a coupon on a subscription; its next charge has the discount, and a switch says first that it ends", async ({
  page,
  system,
  staff,
}) => {
  await page.setViewportSize(desk);
  const code = await newCode(system, { "metadata[plans]": MONTHLY });
  const customer = await newCustomer(system, (names) => aSubscription(names), ["4242424242424242"]);
  await openArea(page, staff, `/admin/accounts/${customer.username}`);
  await page.getByRole("button", { name: /^Put a coupon on sub_/ }).click();
  await theDialog(page).getByLabel("Code").fill(code);
  await previewRepair(page, "Promised on the phone");
  await expect(theDialog(page).getByRole("row", { name: /^Total/ })).toContainText("$10.00");
  await agreeToRepair(page, "Put a coupon on");
  await expect(page.getByText("Discount: “Launch”, 50% off")).toBeVisible();
  await page.goto("/admin/catalogue");
  await expect(page.getByRole("row").filter({ hasText: code })).toContainText(MONTHLY);
  await expectAccessible(page, "catalogue");

  await page.context().clearCookies();
  await page.setViewportSize(phone);
  await arrive(page, customer);
  await expect(page.getByText("$10.00 discount included")).toBeVisible();
  const team = section(page, "Team Management");
  await team.getByRole("button", { name: "Modify" }).click();
  await page.getByRole("menuitem", { name: "Switch to Yearly" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Your discount ends with this change")).toBeVisible();
  await expectAccessible(page, "a switch that ends the discount");
  await dialog.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.setViewportSize(desk);
  await team.getByRole("link", { name: /^Manage/ }).click();
  await askForSeats(page, 6);
  await expect(
    page.getByText("Your discount (“Launch”, 50% off) is included in these amounts and stays."),
  ).toBeVisible();
});
