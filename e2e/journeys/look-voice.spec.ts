import { aSubscription, newCustomer, section, theDialog } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { desk, phone } from "../widths.ts";

test.use({ viewport: phone });

test("LOOK-18 the index marks the section that is read, by scrolling and by its links, at 1280 px", async ({
  page,
  system,
}) => {
  await page.setViewportSize(desk);
  await arrive(page, await newCustomer(system, (names) => aSubscription(names)));
  const index = page.getByRole("navigation", { name: "On this page" });
  const marked = index.locator("[aria-current=location]");
  await expect(marked).toHaveText("Account");
  await section(page, "Payment").evaluate((element) => element.scrollIntoView({ block: "start" }));
  await expect(marked).toHaveText("Payment");
  await index.getByRole("link", { name: "Security" }).click();
  await expect(marked).toHaveText("Security");
  await expect(section(page, "Security")).toBeInViewport();
  await page.mouse.wheel(0, 10_000);
  await expect(marked).toHaveText("Legacy License Keys");
});

test("LOOK-18 an act has the same title, words and buttons on the account page and the team page", async ({
  page,
  system,
}) => {
  await arrive(page, await newCustomer(system, (names) => aSubscription(names)));
  // With each act, the buttons that come with what is loaded.
  const acts = [
    ["Switch to Yearly", [/^Pay \$/, "Add reference"]],
    ["Cancel Subscription", []],
  ] as const;
  const dialogText = async (late: readonly (string | RegExp)[]) => {
    await expect(theDialog(page)).toBeVisible();
    await expect(
      theDialog(page)
        .getByRole("status")
        .filter({ hasText: /loading/i }),
    ).toHaveCount(0);
    for (const name of late) await expect(theDialog(page).getByRole("button", { name })).toBeVisible();
    const buttons = await theDialog(page).getByRole("button").allTextContents();
    const heading = await theDialog(page).getByRole("heading").first().textContent();
    await page.keyboard.press("Escape");
    await expect(theDialog(page)).toHaveCount(0);
    return [heading, ...buttons];
  };
  const onAccount = [];
  for (const [act, late] of acts) {
    await section(page, "Team Management").getByRole("button", { name: "Modify: Outlinear 5" }).click();
    await page.getByRole("menuitem", { name: act }).click();
    onAccount.push(await dialogText(late));
  }
  await page.getByRole("link", { name: "Manage Subscription: Outlinear 5" }).click();
  const onTeam = [];
  for (const [act, late] of acts) {
    await page.getByRole("button", { name: act }).click();
    onTeam.push(await dialogText(late));
  }
  expect(onTeam).toEqual(onAccount);
});

test("HOME-16 LOOK-22 Change Seats on the account page opens Change Seats, and closing it leaves the address", async ({
  page,
  system,
}) => {
  await arrive(page, await newCustomer(system, (names) => aSubscription(names, { seats: 4 })));
  await section(page, "Team Management").getByRole("button", { name: "Modify: Outlinear 5" }).click();
  await page.getByRole("menuitem", { name: "Change Seats" }).click();
  await expect(theDialog(page).getByLabel("Quantity")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Outlinear 5");
  await page.keyboard.press("Escape");
  await expect(theDialog(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeVisible();
  await expect(theDialog(page)).toHaveCount(0);
});
