import type { Page } from "@playwright/test";
import { aLicense, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";

/** Expects /buy with that product chosen and that number of seats. */
async function expectFilled(page: Page, product: string, seats: string) {
  await expect(page.getByRole("heading", { name: "Choose your plan" })).toBeVisible();
  await expect(page.getByRole("radio", { name: product })).toBeChecked();
  await expect(page.getByLabel("Seats")).toHaveValue(seats);
  await expect(page.getByText("is not on sale")).toHaveCount(0);
}

test("BUY-01 the product menu, a full license without a subscription, and an older major version lead to /buy, filled in", async ({
  page,
  system,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Products" }).click();
  await page.getByRole("link", { name: "Buy", exact: true }).click();
  await expectFilled(page, "Outlinear 5", "1");

  const customer = await newCustomer(system, (names) => [
    ...aLicense(names, { id: "oak", product: "DIAGRAM-6", name: "Diagrammer Oak 6", seats: 3 }),
    ...aLicense(names, { id: "task", product: "TASK-3", name: "Tasklight 3", seats: 2, held: true }),
    { type: "seat", id: `b-${names.mark}`, license: `task-${names.mark}`, email: `friend-${names.mark}@reed.example` },
  ]);
  await arrive(page, customer);
  const teams = section(page, "Team Management").getByRole("listitem");
  const oak = teams.filter({ hasText: "Diagrammer Oak 6" });
  await oak.getByRole("link", { name: "Upgrade to Diagrammer Oak 7" }).click();
  await expectFilled(page, "Diagrammer Oak 7", "3");

  await page.goto("/");
  await teams.filter({ hasText: "Tasklight 3" }).getByRole("link", { name: "Manage Team" }).click();
  await expect(page.getByLabel("Email addresses")).toHaveAttribute("placeholder", "All seats are in use.");
  await page.getByRole("link", { name: "Get more seats" }).click();
  await expectFilled(page, "Tasklight 3", "1");
});
