import { expect } from "../fixtures.ts";
import { agreeToRepair, chooseRepair, openArea, previewRepair, test, theDialog } from "../staff.ts";
import { newTeam, untilLicense } from "../teams.ts";

test("R-18 ROLE-04 an ended license gets a new subscription and its seats, and a refund needs the password again", async ({
  page,
  system,
  staff,
}) => {
  const team = await newTeam(system, { seats: 3, held: 2, status: "canceled" });
  await openArea(page, staff, `/admin/?q=${team.owner.email}`);
  await expect(page.locator("[data-hit='customer']")).toContainText(team.owner.username);
  await page.goto(`/admin/licenses/${team.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ended");
  await chooseRepair(page, "Start a new subscription");
  await expect(theDialog(page).getByLabel("Seats")).toHaveValue("2");
  await previewRepair(page, "Renewed by phone");
  await expect(theDialog(page).getByRole("row", { name: /^Total –/ })).toContainText("$100.00");
  await agreeToRepair(page, "Start a new subscription");
  await untilLicense(system, team, (license) => license.subscription_state === "active");
  await page.reload();
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("Renews on");
  await expect(page.getByRole("region", { name: "Overview" })).toContainText("2 of 2");

  const billing = page.getByRole("region", { name: "Billing" });
  await billing
    .getByRole("button", { name: /^Refund:/ })
    .first()
    .click();
  await theDialog(page).getByLabel("Amount in USD").fill("12.50");
  await previewRepair(page, "Promised on the phone");
  await expect(theDialog(page).getByRole("row", { name: /^Given back/ })).toContainText("$12.50");
  await system.advance(301);
  await theDialog(page).getByRole("button", { name: "Refund", exact: true }).click();
  await theDialog(page).getByLabel("Your password").fill(staff.password);
  await agreeToRepair(page, "Refund");
  await expect(billing.getByRole("row", { name: "Paid, $12.50 returned" })).toBeVisible();
  await page.goto("/admin/acts");
  for (const reason of ["Renewed by phone", "Promised on the phone"]) {
    await expect(page.getByRole("row").filter({ hasText: reason }).first()).toContainText(staff.username);
  }
});
