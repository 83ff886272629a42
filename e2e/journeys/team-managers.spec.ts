import { readFile } from "node:fs/promises";
import type { Browser } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { mailedLink } from "../people.ts";
import {
  askForSeats,
  overview,
  invoicesOf,
  newTeam,
  openTeam,
  payButton,
  seatRow,
  seatsRegion,
  theDialog,
} from "../teams.ts";

/** Another person's browser. */
async function anotherBrowser(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  return await context.newPage();
}

test("ROLE-03 a manager adds another, hands over and leaves; the last manager cannot leave", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  const managers = page.getByRole("region", { name: "Managers" });
  await expect(managers.getByText("The only manager cannot leave.")).toBeVisible();
  await expect(managers.getByRole("button", { name: "Leave" })).toBeHidden();
  await managers.getByLabel("Account name").fill("nobody-has-this-name");
  await managers.getByRole("button", { name: "Add manager" }).click();
  await expect(managers.getByRole("alert")).toBeVisible();
  await managers.getByLabel("Account name").fill(team.other.username);
  await managers.getByRole("button", { name: "Add manager" }).click();
  await expect(managers.getByRole("listitem").filter({ hasText: team.other.username })).toBeVisible();
  await system.mails(team.other.email);
  await managers.getByRole("button", { name: `Make contact: ${team.other.username}` }).click();
  await expect(managers.getByRole("listitem").first()).toContainText(`${team.other.username}Contact`);
  await managers.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("alertdialog", { name: "Leave as a manager?" }).getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`${system.url}/`);
  await expect(page.getByRole("link", { name: "Manage Subscription" })).toBeHidden();
  const token = await system.signIn(team.owner.username, team.owner.password);
  expect((await system.call("GET", `/api/1.1/licenses/${team.id}/managers/`, { token })).status).toBe(404);
});

test("R-18 R-43 changes of managers need the password again, and the contact and the payer are not removed", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1, twoManagers: true });
  await openTeam(page, team, team.other);
  const managers = page.getByRole("region", { name: "Managers" });
  const remove = managers.getByRole("button", { name: `Remove: ${team.owner.username}` });
  await expect(remove).toBeDisabled();
  await expect(remove).toHaveAccessibleDescription(
    `Only ${team.owner.username} can give this up: who is the contact or pays is not removed by others.`,
  );
  const added = team.held[0]?.split("@")[0] ?? "";
  await system.advance(301);
  await managers.getByLabel("Account name").fill(added);
  await managers.getByRole("button", { name: "Add manager" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Current password").fill("not it");
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(proof.getByText("The password is wrong.")).toBeVisible();
  await proof.getByLabel("Current password").fill(team.other.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await expect(proof).toHaveCount(0);
  const row = managers.getByRole("listitem").filter({ hasText: added });
  await expect(row).toBeVisible();
  await expect(managers.getByLabel("Account name")).toHaveValue("");
  await system.advance(301);
  await managers.getByRole("button", { name: `Remove: ${added}` }).click();
  const asked = page.getByRole("alertdialog", { name: `Remove ${added} as a manager?` });
  await asked.getByRole("button", { name: "Remove" }).click();
  await asked.getByLabel("Current password").fill(team.other.password);
  await asked.getByRole("button", { name: "Remove" }).click();
  await expect(row).toHaveCount(0);
  await expect(asked).toHaveCount(0);
});

test("R-43 the former contact becomes the contact again by the mailed link, with one press", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1, twoManagers: true });
  const token = await system.signIn(team.other.username, team.other.password);
  const managers = `/api/1.1/licenses/${team.id}/managers/`;
  const taken = await system.call("POST", managers, {
    token,
    json: { account_name: team.other.username, contact: true },
  });
  expect(taken.status).toBe(200);
  const link = await mailedLink(system, team.owner.email, "/undo-contact");
  await page.goto(link);
  await page.getByRole("button", { name: "Undo the change" }).click();
  await expect(page.getByRole("heading", { name: "The change was undone" })).toBeVisible();
  await expect(page.getByText("You are the contact of Outlinear 5 again")).toBeVisible();
  const { body } = await system.call("GET", managers, { token });
  expect(body.managers).toMatchObject([
    { username: team.owner.username, is_contact: true },
    { username: team.other.username, is_contact: false },
  ]);
  await page.goto(link);
  await page.getByRole("button", { name: "Undo the change" }).click();
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

test("TEAM-01 the record shows who did what and when, and is exported as CSV", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 2 });
  await openTeam(page, team);
  await page.getByRole("textbox", { name: "Email addresses" }).fill("=cmd@oak.example");
  await page.getByRole("button", { name: "Add Email" }).click();
  await theDialog(page)
    .getByRole("button", { name: /^Invite \d/ })
    .click();
  await askForSeats(page, 6);
  const price = (await payButton(page).textContent())?.replace("Pay ", "") ?? "";
  await payButton(page).click();
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  const record = page.getByRole("region", { name: "Record" });
  const bought = record.getByRole("row").filter({ hasText: "6 seats" });
  await expect(bought).toContainText(`Paid ${price}.`);
  await expect(bought).toContainText(team.owner.username);
  const invited = record.getByRole("row").filter({ hasText: "Invited 1 person: =cmd@oak.example" });
  await expect(invited).toContainText(team.owner.username);
  await expect(invited).toContainText(/\w{3} \d\d, \d{4} \d\d:\d\d UTC/);
  const saving = page.waitForEvent("download");
  await record.getByRole("button", { name: "Export CSV" }).click();
  const text = await readFile(await (await saving).path(), "utf8");
  // The byte order mark tells spreadsheets that the file is UTF-8.
  expect(text.split("\r\n")[0]).toBe("\uFEFFWhen,What,Who,Cost");
  expect(text).toContain("Invited 1 person: =cmd@oak.example");
  const seats = page.waitForEvent("download");
  await seatsRegion(page).getByRole("button", { name: "Export CSV" }).click();
  // A cell that a spreadsheet would read as a formula is escaped.
  expect(await readFile(await (await seats).path(), "utf8")).toContain("'=cmd@oak.example");
});

test("INV-06 two managers invite to the last seat at the same time: one succeeds, the other gets a message", async ({
  browser,
  page,
  baseURL,
  system,
}) => {
  const team = await newTeam(system, { seats: 3, held: 2, twoManagers: true });
  const other = await anotherBrowser(browser, baseURL);
  await Promise.all([openTeam(page, team), openTeam(other, team, team.other)]);
  const pages = [page, other];
  for (const [at, each] of pages.entries()) {
    await each.getByRole("textbox", { name: "Email addresses" }).fill(`rush${at}@oak.example`);
    await each.getByRole("button", { name: "Add Email" }).click();
  }
  await Promise.all(
    pages.map(
      async (each) =>
        await theDialog(each)
          .getByRole("button", { name: /^Invite \d/ })
          .click(),
    ),
  );
  const fault = (each: typeof page) => each.getByRole("dialog", { name: "Error adding email(s)" });
  await expect.poll(async () => (await fault(page).count()) + (await fault(other).count())).toBe(1);
  const told = (await fault(page).count()) === 1 ? page : other;
  await fault(told).getByRole("button", { name: "Close" }).click();
  for (const each of pages) {
    await expect(overview(each)).toContainText(/\b3 of \d+ seats? used/);
    await expect(seatsRegion(each).getByRole("row")).toHaveCount(4);
    await expect(each.getByRole("textbox", { name: "Email addresses" })).toBeDisabled();
  }
  await other.context().close();
});

test("TEAM-09 another manager sees a change at the next refetch, without a reload", async ({
  browser,
  page,
  baseURL,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 3, twoManagers: true });
  const other = await anotherBrowser(browser, baseURL);
  await Promise.all([openTeam(page, team), openTeam(other, team, team.other)]);
  const [gone = "", kept = ""] = team.held;
  await seatRow(other, gone).getByRole("checkbox").check();
  await seatRow(other, kept).getByRole("checkbox").check();
  await seatRow(page, gone).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Remove User(s)" }).click();
  await theDialog(page).getByRole("button", { name: "Yes" }).click();
  await expect(seatRow(page, gone)).toBeHidden();
  // The page refetches every fifteen seconds; seats that are gone are no longer selected.
  await expect(seatRow(other, gone)).toBeHidden({ timeout: 20_000 });
  await expect(seatsRegion(other).getByText("1 selected")).toBeVisible();
  await expect(overview(other)).toContainText(/\b2 of \d+ seats? used/);
  await other.context().close();
});

test("QTY-08 two browsers pay for the same change at the same time: it is charged once, and both show the result", async ({
  browser,
  page,
  baseURL,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  const other = await anotherBrowser(browser, baseURL);
  await Promise.all([openTeam(page, team), openTeam(other, team)]);
  const pages = [page, other];
  for (const each of pages) {
    await askForSeats(each, 8);
    await expect(payButton(each)).toBeEnabled();
  }
  await Promise.all(pages.map(async (each) => await payButton(each).click()));
  // The second person wanted the state that is now in force, and is told that, or that nothing was charged.
  for (const each of pages) {
    await expect(theDialog(each)).toContainText(/You now have 8 seats\.|You have 8 seats|nothing was charged/i);
    await expect(
      theDialog(each).getByRole("button", { name: /Done|Confirm Quantity|Try again|Back to|Pay/ }),
    ).toBeVisible();
    await each.keyboard.press("Escape");
  }
  for (const each of pages) await expect(overview(each)).toContainText("of 8 seats used");
  expect((await invoicesOf(system, team)).filter(({ status }) => status === "paid")).toHaveLength(2);
  await other.context().close();
});
