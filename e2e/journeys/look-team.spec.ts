import { expectAccessible } from "../axe.ts";
import { expect, test } from "../fixtures.ts";
import { newTeam, openTeam, overview, seatRow, seatsRegion, theDialog } from "../teams.ts";
import { phone } from "../widths.ts";

test("LOOK-01 INV-01 what was pasted is read and shown like a file, and too many lead to Change Seats", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 4, held: 1, invited: 1 });
  await openTeam(page, team);
  const box = page.getByRole("textbox", { name: "Email addresses" });
  await expect(box).toHaveAttribute("placeholder", "Enter as many emails as you'd like, separated by commas");
  const pasted = [
    "Anna Ray <anna@x.example>; Bo\tbo@x.example",
    team.held[0],
    `Guest <${team.invited[0]?.toUpperCase()}>, anna@x.example`,
    "cy@x.example",
  ].join("\n");
  await box.fill(pasted);
  const region = page.getByRole("region", { name: "Invite people" });
  await expect(region.getByRole("listitem")).toHaveText([
    "Will be invited: 2",
    "No seat left: 1",
    "Has a seat already: 1",
    "Is invited already: 1",
    "Named twice: 1",
    "Not an address: 1",
  ]);
  await expect(region.getByRole("status")).toHaveText("1 more than you have free.");
  await expectAccessible(page, "typed addresses");
  await page.setViewportSize(phone);
  await region.getByRole("button", { name: "Change Seats" }).click();
  await expect(theDialog(page).getByLabel("Quantity")).toHaveValue("5");
  await page.keyboard.press("Escape");
  await expect(region.getByRole("button", { name: "Change Seats" })).toBeFocused();
  await expect(box).toHaveValue(pasted);

  await box.fill("Anna Ray <anna@x.example>\nbo@x.example");
  await page.getByRole("button", { name: "Add Email" }).click();
  const question = page.getByRole("dialog", { name: "Send Invitation?" });
  await expect(question).toContainText("The 2 addresses you entered will be invited");
  await expect(question.getByRole("row").filter({ hasText: "anna@x.example" })).toContainText("Will be invited");
  await expectAccessible(page, "send invitation");
  await question.getByRole("button", { name: /^Invite \d/ }).click();
  await expect(seatRow(page, "anna@x.example")).toContainText("Invitation pending");
  await expect(box).toBeDisabled();
  await expect(box).toHaveAttribute("placeholder", "All seats are in use.");
  await expect(page.getByRole("button", { name: "Add Email" })).toBeDisabled();
  await expect(region.getByRole("button", { name: "Get more seats" })).toBeVisible();
});

test("LOOK-01 a file with more people than free seats leads on to more seats", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 3, held: 2 });
  await openTeam(page, team);
  const buffer = Buffer.from("one@oak.example\ntwo@oak.example\nthree@oak.example\n");
  await page.getByLabel("Invite from a file", { exact: true }).and(page.locator("input")).setInputFiles({
    name: "team.csv",
    mimeType: "text/csv",
    buffer,
  });
  const dialog = page.getByRole("dialog", { name: "Invite from a file" });
  await expect(dialog.getByText("No seat left: 2")).toBeVisible();
  await dialog.getByRole("button", { name: "Get more seats" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(theDialog(page).getByLabel("Quantity")).toHaveValue("5");
});

test("LOOK-10 LOOK-06 a removal names its size, above 25 wants it typed, marks one's own seat, and keeps the focus", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 40, held: 30 });
  const own = { type: "seat", id: `${team.id}-own`, license: team.id, username: team.owner.username };
  await system.load([{ ...own, status: "active", created: "-1m" }]);
  await openTeam(page, team);
  await expect(seatRow(page, team.owner.email)).toContainText(`${team.owner.username} (you)`);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("button", { name: "Remove User(s)" }).click();
  const question = page.getByRole("alertdialog", { name: "Confirm Removal" });
  await expect(question).toContainText("Remove 31 people");
  await expect(question.getByRole("listitem").first()).toHaveText(`${team.owner.email} (you)`);
  await expect(question.getByRole("button", { name: "Yes" })).toBeDisabled();
  await question.getByLabel("Type 31 to confirm").fill("30");
  await expect(question.getByRole("button", { name: "Yes" })).toBeDisabled();
  await page.setViewportSize(phone);
  await expectAccessible(page, "a large removal");
  await question.getByLabel("Type 31 to confirm").fill("31");
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(question).toHaveCount(0);
  await expect(seatsRegion(page)).toBeFocused();
});

test("LOOK-12 the only seat is given away in one step, where its row stands", async ({ page, system }) => {
  await page.setViewportSize(phone);
  const team = await newTeam(system, { seats: 1, held: 1 });
  await openTeam(page, team);
  await seatRow(page, team.held[0] ?? "")
    .getByRole("button", { name: "Give this seat to…" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Give this seat to…" });
  const field = dialog.getByLabel("Email address");
  await expect(field).toBeFocused();
  await field.fill(team.held[0] ?? "");
  await dialog.getByRole("button", { name: "Give the seat" }).click();
  await expect(dialog.getByText("This address has the seat already.")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill("Next One <next@oak.example>");
  await expectAccessible(page, "give the seat");
  await dialog.getByRole("button", { name: "Give the seat" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(seatRow(page, "next@oak.example")).toContainText("Invitation pending");
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(2);
});

test("LOOK-13 TEAM-08 a manager who does not pay sees who does, and each action asks to contact the provider", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1, twoManagers: true });
  await openTeam(page, team, team.other);
  await expect(overview(page)).toContainText(
    `Only ${team.owner.username}, who pays for this subscription, can use Change Seats, Switch to Monthly, and Cancel Subscription:`,
  );
  await expect(page.getByRole("button", { name: "Change Seats" })).toHaveAccessibleDescription(/pays for this/);
  for (const name of ["Change Seats", "Switch to Monthly", "Cancel Subscription"]) {
    await page.getByRole("button", { name }).click();
    await expect(theDialog(page)).toContainText("Unable to modify current subscription. Please contact the provider.");
    await theDialog(page).getByRole("button", { name: "Close" }).click();
    await expect(theDialog(page)).toBeHidden();
  }
  await page.setViewportSize(phone);
  await expectAccessible(page, "a manager who does not pay");
});
