import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { askForSeats, invoicesOf, newTeam, openTeam, payButton, theDialog } from "../teams.ts";

/** Holds back the page's confirmation request. @returns a function that releases it. */
async function holdConfirmation(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(/\/payment\/[^/]+\/pay$/, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

for (const [what, wanted] of [
  ["another number of seats", 30],
  ["the same number of seats", 8],
] as const) {
  test(`QTY-07 QTY-08 while a tab confirms 8 seats, another one pays for ${what}: the first gets a message and is not charged`, async ({
    page,
    system,
  }) => {
    const team = await newTeam(system, { seats: 5, held: 1, ends: "+100d" });
    await openTeam(page, team);
    const other = await page.context().newPage();
    await other.goto("/");
    await other.getByRole("link", { name: "Manage Subscription" }).click();
    await askForSeats(page, 8);
    await expect(payButton(page)).toBeEnabled();
    await askForSeats(other, wanted);
    const letThrough = await holdConfirmation(page);
    await payButton(page).click();
    await expect(theDialog(page)).toContainText("Charging your card…");
    await payButton(other).click();
    await expect(theDialog(other)).toContainText(`You now have ${wanted} seats.`);
    letThrough();
    await expect(theDialog(page)).toContainText(
      "The number of seats has changed, and nothing was charged. Please check it again.",
    );
    await expect(theDialog(page)).not.toContainText("You now have");
    await expect(theDialog(page).getByLabel("Quantity")).toHaveValue("8");
    await expect(theDialog(page)).toContainText(`You have ${wanted} seats`);
    const paid = (await invoicesOf(system, team)).filter(({ status }) => status === "paid");
    expect(paid).toHaveLength(2);
  });
}
