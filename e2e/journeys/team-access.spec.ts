import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import {
  askForSeats,
  figure,
  monthly,
  newTeam,
  openTeam,
  overview,
  payButton,
  seatRow,
  seatsRegion,
  theDialog,
} from "../teams.ts";

/** Presses a button of the open dialog or, without a dialog, of the page. Waits for a dialog that is closing. */
async function press(page: Page, name: string | RegExp) {
  const place = page.locator("dialog[open], body:not(:has(dialog[open]))").last();
  await place.getByRole("button", { name }).click();
}

test("TEAM-05 SEATS-01 INV-02 the page, its list and its invitations are clean to axe in every state", async ({
  page,
  system,
}) => {
  test.setTimeout(120_000);
  const team = await newTeam(system, { seats: 9, held: 4, expiring: 1, invited: 1 });
  await openTeam(page, team);
  await expectAccessible(page, "page");
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await expectAccessible(page, "selected");
  await press(page, "Remove User(s)");
  await expectAccessible(page, "removal");
  await page.keyboard.press("Escape");
  await page.getByLabel("Filter by email").fill("nobody");
  await expect(page.getByText("No seat has an address with “nobody”.")).toBeVisible();
  await expectAccessible(page, "no match");
  await page.getByLabel("Filter by email").fill("");
  await press(page, "Share Invite URL");
  await expectAccessible(page, "share");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Expiring" }).click();
  await expectAccessible(page, "renewing");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox", { name: "Email addresses" }).fill("nonsense");
  await press(page, "Add Email");
  await expectAccessible(page, "send");
  await press(page, "Send");
  await expect(page.getByRole("dialog", { name: "Error adding email(s)" })).toBeVisible();
  await expectAccessible(page, "not sent");
  await press(page, "Close");
  const text = "ada@oak.example\nada@oak.example\nnonsense\n";
  await page
    .getByLabel("Invite from a file", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({ name: "team.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  await expectAccessible(page, "file");
  await press(page, "Invite 1 person");
  await expect(theDialog(page).getByText("1 person invited.")).toBeVisible();
  await expectAccessible(page, "file sent");
});

test("QTY-06 QTY-07 CYCLE-03 RENEW-01 every step of every flow is clean to axe", async ({ page, system }) => {
  test.setTimeout(120_000);
  const team = await newTeam(system, { seats: 9, held: 4, expiring: 1, tax: 8.5, card: "4000000000000341" });
  await openTeam(page, team);
  await press(page, "Change Seats");
  await theDialog(page).getByLabel("Quantity").fill("x");
  await expectAccessible(page, "quantity");
  await theDialog(page).getByLabel("Quantity").fill("2");
  await press(page, "Confirm Quantity");
  await expectAccessible(page, "choice");
  for (const at of [0, 1, 2]) {
    await theDialog(page)
      .getByRole("row")
      .filter({ hasText: team.held[at] ?? "" })
      .getByRole("checkbox")
      .check();
  }
  await expectAccessible(page, "too many");
  await page.keyboard.press("Escape");
  await askForSeats(page, 12);
  await expect(page.getByRole("dialog", { name: "Seats that expire" })).toContainText(team.held[3] ?? "");
  await expectAccessible(page, "reminder");
  await press(page, "Continue");
  await expect(payButton(page)).toBeEnabled();
  await expectAccessible(page, "review");
  await payButton(page).click();
  await expect(theDialog(page).getByRole("alert")).toBeVisible();
  await expectAccessible(page, "declined");
  await page.keyboard.press("Escape");
  await press(page, "Switch to Monthly");
  await expectAccessible(page, "too early");
  await page.keyboard.press("Escape");
  await press(page, "Cancel Subscription");
  await expectAccessible(page, "canceling");
  await press(page, "Turn off auto-renewal");
  await expect(page.getByRole("button", { name: "Turn on Auto-Renewal" })).toBeVisible();
  await expectAccessible(page, "canceled");
});

test("TEAM-04 TEAM-08 pending, ended, unavailable and read-only states are clean to axe", async ({ page, system }) => {
  test.setTimeout(120_000);
  const fewer = await newTeam(system, { seats: 9, held: 4, renewing: 5, twoManagers: true });
  await openTeam(page, fewer);
  await expectAccessible(page, "fewer seats recorded");
  await press(page, "Change Seats");
  await expectAccessible(page, "disabled");
  await page.keyboard.press("Escape");
  await page.route(/registration_seats|managers|events/, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(3);
  await expectAccessible(page, "partial");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Sign out" }).click();
  await openTeam(page, fewer, fewer.other);
  await press(page, "Change Seats");
  await expectAccessible(page, "not the payer");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).click();
  await openTeam(page, await newTeam(system, { seats: 3, held: 3, status: "canceled" }));
  await expectAccessible(page, "ended");
  await page.getByRole("button", { name: "Sign out" }).click();
  await openTeam(page, await newTeam(system, { seats: 3, plan: null }));
  await expectAccessible(page, "empty seat license");
});

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator, key = "Tab") {
  await expect(target).toBeEnabled();
  for (let times = 0; times < 80; times += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error("it is out of the keyboard's reach");
}

/** Checks that Tab moves through the dialog and never to the page behind it. */
async function isTrapped(page: Page) {
  await expect(theDialog(page)).toBeVisible();
  for (let times = 0; times < 12; times += 1) {
    await page.keyboard.press("Tab");
    const place = await page.evaluate(() => {
      const active = document.activeElement;
      return active === document.body || active?.closest("dialog") ? "in" : active?.outerHTML;
    });
    expect(place).toBe("in");
  }
}

test("SEATS-07 INV-02 people are invited, found, ticked and removed by keyboard alone", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 9, held: 4, expiring: 1, invited: 1 });
  await openTeam(page, team);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await tabTo(page, page.getByRole("textbox", { name: "Email addresses" }));
  await page.keyboard.type("keys@oak.example");
  await tabTo(page, button("Add Email"));
  await page.keyboard.press("Enter");
  await expect(theDialog(page)).toBeVisible();
  await isTrapped(page);
  await tabTo(page, button("Invite 1 person"));
  await page.keyboard.press("Enter");
  await expect(theDialog(page)).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Email addresses" })).toBeFocused();

  await tabTo(page, page.getByLabel("Filter by email"));
  await page.keyboard.type("oak");
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(3);
  await tabTo(page, page.getByRole("checkbox", { name: "Select keys@oak.example" }));
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("checkbox", { name: "Select keys@oak.example" })).toBeFocused();
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Remove User(s)" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await isTrapped(page);
  await tabTo(page, button("Yes"));
  await page.keyboard.press("Enter");
  await expect(theDialog(page)).toBeHidden();
  await expect(seatRow(page, "keys@oak.example")).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.closest("section")?.textContent)).toContain(
    "Filter by email",
  );

  await tabTo(page, button("Share Invite URL"));
  await page.keyboard.press("Enter");
  await isTrapped(page);
  await page.keyboard.press("Escape");
  await expect(button("Share Invite URL")).toBeFocused();
  const choosing = page.waitForEvent("filechooser");
  await tabTo(page, button("Invite from a file"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await choosing;
});

test("QTY-07 CYCLE-03 RENEW-02 seats are bought, fewer chosen, the cycle switched and renewal turned off by keyboard alone", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 3, plan: monthly });
  await openTeam(page, team);
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const enter = async (name: string | RegExp) => {
    await tabTo(page, button(name).last());
    await page.keyboard.press("Enter");
  };
  await enter("Change Seats");
  await expect(theDialog(page).getByLabel("Quantity")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await expect(payButton(page)).toBeEnabled();
  await isTrapped(page);
  await enter(/^Pay \$/);
  await expect(theDialog(page).getByRole("heading", { name: "Seats changed" })).toBeFocused();
  await enter("Done");
  await expect(button("Change Seats")).toBeFocused();
  await expect(overview(page)).toContainText("of 6 seats used");

  await page.keyboard.press("Enter");
  await expect(theDialog(page).getByLabel("Quantity")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await tabTo(page, theDialog(page).getByRole("checkbox").first());
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await isTrapped(page);
  await enter("Continue");
  await expect(button("Confirm: nothing to pay now")).toBeEnabled();
  await enter("Confirm: nothing to pay now");
  await enter("Done");
  await expect(button("Change Seats")).toBeFocused();
  await expect(seatsRegion(page).getByRole("link", { name: "Expiring" })).toHaveCount(1);
  await enter("Keep 6 seats");
  await isTrapped(page);
  await enter("Keep 6 seats");
  await expect(button("Keep 6 seats")).toHaveCount(0);
  await expect(
    overview(page)
      .getByText(/seats used/)
      .locator("xpath=ancestor::*[@tabindex][1]"),
  ).toBeFocused();

  await enter("Switch to Yearly");
  await expect(payButton(page)).toBeEnabled();
  await isTrapped(page);
  await enter(/^Pay \$/);
  await expect(page.getByRole("dialog", { name: "Subscription Changed" })).toBeVisible();
  await enter("Done");
  await expect(overview(page).getByRole("button", { name: "Switch to Monthly" })).toBeEnabled();
  await expect(figure(page, "Renewal period")).toHaveText("Yearly");
  await enter("Cancel Subscription");
  await isTrapped(page);
  await page.keyboard.press("Escape");
  await expect(button("Cancel Subscription")).toBeFocused();
  await page.keyboard.press("Enter");
  await enter("Turn off auto-renewal");
  await expect(button("Turn on Auto-Renewal")).toBeFocused();
  await page.keyboard.press("Enter");
  await enter(/^Turn on$/);
  await expect(button("Cancel Subscription")).toBeEnabled();
});
