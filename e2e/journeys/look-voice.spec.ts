import { aSubscription, newCustomer, section, theDialog } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { arrive } from "../people.ts";
import { openScene } from "../gallery/scenes.ts";
import { desk, openAt, phone, widths } from "../widths.ts";

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
  await expect(page.getByRole("heading", { name: "Security" })).toBeFocused();
  // The page does not reach far enough to show this section at the top.
  await index.getByRole("link", { name: "Team Management" }).click();
  await expect(page.getByRole("heading", { name: "Team Management" })).toBeFocused();
  await expect(marked).toHaveText("Team Management");
  await page.mouse.wheel(0, 10_000);
  await expect(marked).toHaveText("Legacy License Keys");
});

test("HOME-01 LOOK-06 LOOK-18 what needs an action is first, and many licenses are folded, at 390 and 1280 px", async ({
  page,
}) => {
  for (const width of widths) {
    await openAt(page, width);
    await openScene(page, "account-needs-action");
    const needs = section(page, "Needs your action");
    await expect(needs.getByText(/^Somebody asked our support/)).toBeVisible();
    await expect(needs.getByText("We try again on Nov 25, 2026 with Visa •••• 4242.")).toBeVisible();
    await expect(needs.getByRole("button", { name: "Pay $2,250.00" })).toHaveCount(1);
    await expect(needs.getByText("Visa ending in 4242 expires 11/2026, before the next charge")).toBeVisible();
    await expect(needs.getByText("You are invited to Diagrammer Oak 7")).toBeVisible();
    await expect(needs.getByRole("link", { name: "See the invitation" })).toHaveAttribute(
      "href",
      /^\/confirm-invite\/\?ref=/,
    );
    const lines = section(page, "Your licenses").getByRole("listitem");
    await expect(lines.first()).toContainText("Payment failed");
    await expect(lines).toHaveCount(5);
    await page.getByRole("button", { name: "Show all 61", exact: true }).press("Enter");
    await expect(lines).toHaveCount(61);
    await expect(lines.nth(5)).toBeFocused();
  }
});

test("LOOK-15 LOOK-18 on a phone the index is a menu that stays at the top, and closes with Escape", async ({
  page,
}) => {
  await openScene(page, "account");
  const index = page.getByRole("navigation", { name: "On this page" });
  const menu = index.getByRole("button", { name: "On this page: Account" });
  await menu.press("Enter");
  await expect(index.getByRole("link", { name: "Payment" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await menu.click();
  await index.getByRole("link", { name: "Payment" }).click();
  await expect(index.getByRole("link")).toHaveCount(0);
  await expect(index.getByRole("button", { name: "On this page: Payment" })).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Payment" })).toBeFocused();
  await expect(page.getByRole("heading", { name: "Payment" })).toBeInViewport();
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
