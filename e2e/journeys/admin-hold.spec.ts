import { expectAccessible } from "../axe.ts";
import { expect } from "@playwright/test";
import { agreeToRepair, chooseRepair, openArea, previewRepair, test, theDialog } from "../staff.ts";

test("ERASE-04 a legal hold is set with a reason and an end, listed, and lifted again", async ({
  page,
  person,
  staff,
}) => {
  await openArea(page, staff, `/admin/accounts/${person.username}`);
  await chooseRepair(page, "Set legal hold");
  await theDialog(page).getByLabel("Keep until").fill("2039-12-31");
  await previewRepair(page, "Case 12/7");
  await agreeToRepair(page, "Set legal hold");
  await expect(page.getByText(/On hold until Dec 31, 2039/)).toBeVisible();
  await page.getByRole("navigation", { name: "Staff area" }).getByRole("link", { name: "Legal holds" }).click();
  const row = page.getByRole("row").filter({ hasText: person.username });
  await expect(row).toContainText("Case 12/7");
  await expect(row).toContainText(staff.username);
  await expectAccessible(page, "holds");
  await row.getByRole("link", { name: person.username }).click();
  await chooseRepair(page, "Lift legal hold");
  await previewRepair(page, "Settled");
  await agreeToRepair(page, "Lift legal hold");
  await expect(page.getByText(/On hold until/)).toHaveCount(0);
});
