import { expect, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";
import {
  askForSeats,
  figure,
  invoicesOf,
  newTeam,
  openTeam,
  overview,
  payButton,
  seatRow,
  seatsRegion,
  theDialog,
  untilLicense,
} from "../teams.ts";

test("QTY-01 QTY-02 while fewer seats are recorded, Change Seats shows that it is disabled; Keep withdraws the decrease", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1, renewing: 3 });
  await openTeam(page, team);
  await expect(figure(page, "Total seats after next renewal")).toHaveText("3");
  await expect(overview(page).getByText(/^From \w{3} \d\d, \d{4} there are 3 seats\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Change Seats" }).click();
  const dialog = page.getByRole("dialog", { name: "Seat Quantity Changes Disabled" });
  await expect(dialog).toContainText("after the next renewal");
  await dialog.getByRole("button").last().click();
  await expect(page.getByRole("button", { name: "Switch to Monthly" })).toBeDisabled();
  await page.getByRole("button", { name: "Keep 5 seats" }).click();
  await expect(figure(page, "Total seats after next renewal")).toHaveText("5");
  await expect(page.getByRole("button", { name: "Keep 5 seats" })).toBeHidden();
  await askForSeats(page, 6);
  await expect(payButton(page)).toBeVisible();
});

test("QTY-03 QTY-04 only digits from 1 to 2,200 that change the number; the button says why it is off", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  await page.getByRole("button", { name: "Change Seats" }).click();
  const field = theDialog(page).getByLabel("Quantity");
  const confirm = page.getByRole("button", { name: "Confirm Quantity" });
  await expect(field).toBeFocused();
  await expect(confirm).toBeDisabled();
  await field.fill("7");
  await expect(confirm).toBeEnabled();
  await field.press("e");
  await expect(field).toHaveValue("5");
  await expect(theDialog(page).getByText("Double-check that the new quantity makes sense!")).toBeVisible();
  await expect(confirm).toBeDisabled();
  for (const [text, reason] of [
    ["", "Enter a number."],
    ["0", "At least 1."],
    ["1", ""],
    ["5", "You have 5 seats now."],
    ["2200", ""],
    ["2201", "At most 2,200."],
  ] as const) {
    await field.fill(text);
    await expect(confirm).toBeEnabled({ enabled: reason === "" });
    await expect(confirm).toHaveAccessibleDescription(reason);
  }
});

test("QTY-07 QTY-08 LOOK-16 more seats are there once they are paid as reviewed; the dialog and the page say so together", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 2, tax: 10, ends: "+100d" });
  await openTeam(page, team);
  await askForSeats(page, 8);
  await expect(theDialog(page).getByRole("heading", { name: "Review" })).toBeFocused();
  await expect(theDialog(page)).toContainText("5 → 8 seats");
  for (const line of [/Unused time/, /Remaining time/, "Subtotal", "Tax", "Due now", /Next renewal/]) {
    await expect(theDialog(page).getByRole("term").filter({ hasText: line })).toBeVisible();
  }
  const amount = (await payButton(page).textContent())?.replace("Pay ", "") ?? "";
  await expect(theDialog(page).getByRole("definition").filter({ hasText: amount })).toHaveCount(1);
  const release = await holdBack(page, "**/api/1.1/managed_team_licenses/", "POST");
  await payButton(page).click();
  await page.waitForResponse(/\/payment\/[^/]+\/pay$/);
  setTimeout(release, 700);
  await theDialog(page).getByText("You now have 8 seats.").waitFor();
  expect(await page.getByText("2 of 8 seats used.").count()).toBe(1);
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(overview(page)).toContainText("of 8 seats used");
  const [newest] = await invoicesOf(system, team);
  expect(newest?.status).toBe("paid");
  expect(`$${((newest?.total ?? 0) / 100).toFixed(2)}`).toBe(amount);
});

test("QTY-05 QTY-09 fewer seats than people: the manager chooses who leaves, all stay until the renewal, then they are gone", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 6, held: 5, expiring: 1, invited: 1, ends: "+3h" });
  await openTeam(page, team);
  await askForSeats(page, 3);
  const dialog = page.getByRole("dialog", { name: "Choose who loses a seat" });
  const go = dialog.getByRole("button", { name: "Continue" });
  const box = (at: number) =>
    dialog
      .getByRole("row")
      .filter({ hasText: team.held[at] ?? "" })
      .getByRole("checkbox");
  await expect(dialog.getByText(/^Outlinear 5: 2 seats too many\. Choose 2 people\./)).toBeVisible();
  await expect(dialog.getByRole("columnheader", { name: "Last used" })).toBeVisible();
  await expect(dialog.getByRole("cell", { name: "Never" })).toHaveCount(5);
  await expect(box(4)).toBeChecked();
  await expect(dialog.getByText("1 seat still to choose")).toBeVisible();
  await expect(go).toBeDisabled();
  await expect(go).toHaveAccessibleDescription("Choose 1 person more.");
  await box(0).check();
  await expect(dialog.getByText("All chosen")).toBeVisible();
  await expect(go).toBeEnabled();
  await box(1).check();
  await expect(dialog.getByText("You don't need to select this many seats!")).toBeVisible();
  await expect(go).toBeDisabled();
  await box(1).uncheck();
  await go.click();
  await expect(theDialog(page)).toContainText("6 → 3 seats");
  await expect(theDialog(page)).toContainText("Up to 1 pending invitation may lapse");
  await theDialog(page).getByRole("button", { name: "Back" }).click();
  await expect(box(0)).toBeChecked();
  await go.click();
  await page.getByRole("button", { name: "Confirm: nothing to pay now" }).click();
  await expect(theDialog(page).getByRole("heading", { name: "Decrease planned" })).toBeVisible();
  await expect(
    theDialog(page).getByText(/^You keep 6 seats until \w{3} \d\d, \d{4}\. From then on you have 3 seats\.$/),
  ).toBeVisible();
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(overview(page)).toContainText("of 6 seats used");
  await expect(figure(page, "Total seats after next renewal")).toHaveText("3");
  for (const at of [0, 4]) {
    await expect(seatRow(page, team.held[at] ?? "").getByRole("link", { name: "Expiring" })).toBeVisible();
  }

  await system.advance(4 * 3600);
  await untilLicense(system, team, ({ total_seats: total }) => total === 3);
  await page.reload();
  await expect(overview(page)).toContainText("of 3 seats used");
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(4);
  for (const at of [1, 2, 3]) {
    await expect(
      seatRow(page, team.held[at] ?? "")
        .getByRole("cell")
        .last(),
    ).toHaveText("Active");
  }
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeEnabled();
  const [newest] = await invoicesOf(system, team);
  expect([newest?.status, newest?.total]).toEqual(["paid", 15_000]);
});

test("QTY-10 without a preview nothing can be paid, and a retry shows it", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  await page.route("**/preview", (route) => route.abort());
  await askForSeats(page, 6);
  await expect(theDialog(page)).toContainText(
    "Something went wrong fetching a preview of your invoice. Please try again later.",
  );
  await expect(theDialog(page).getByRole("button", { name: "Pay" })).toBeDisabled();
  await page.unroute("**/preview");
  await theDialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(payButton(page)).toBeEnabled();
});
