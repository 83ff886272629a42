import { readFile } from "node:fs/promises";
import { expect, test } from "../fixtures.ts";
import { newTeam, overview, openTeam, seatRow, seatsRegion, theDialog } from "../teams.ts";

test("SEATS-01 SEATS-03 the list has user, address and status, and is filtered by a part of the address", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 10, held: 3, expiring: 1, invited: 2 });
  await openTeam(page, team);
  const table = seatsRegion(page).getByRole("table");
  for (const name of ["User", "Email", "Status"]) {
    await expect(table.getByRole("columnheader", { name })).toBeVisible();
  }
  const [first = "", , last = ""] = team.held;
  await expect(seatRow(page, first).getByRole("cell").nth(1)).toHaveText(first.split("@")[0] ?? "");
  await expect(seatRow(page, first).getByRole("cell").last()).toHaveText("Active");
  await expect(seatRow(page, last).getByRole("link", { name: "Expiring" })).toBeVisible();
  const [guest = "", otherGuest = ""] = team.invited;
  await expect(seatRow(page, guest).getByRole("cell").nth(1)).toHaveText("Invitation pending");
  await expect(seatRow(page, guest).getByRole("button", { name: "Re-send" })).toBeVisible();
  await expect(seatRow(page, guest).getByRole("button", { name: "Share Invite URL" })).toBeVisible();

  await page.getByLabel("Filter by email").fill("@OAK.");
  await expect(table.getByRole("row")).toHaveCount(3);
  await expect(seatsRegion(page).getByText("2 of 5 seats")).toBeVisible();
  await expect(seatRow(page, otherGuest)).toBeVisible();
  await page.getByLabel("Filter by email").fill("nobody at all");
  await expect(seatsRegion(page).getByText("No seat has an address with “nobody at all”.")).toBeVisible();

  await page.getByLabel("Filter by email").fill("");
  await table.getByRole("button", { name: "Status" }).click();
  await expect(table.getByRole("columnheader", { name: "Status" })).toHaveAttribute("aria-sort", "ascending");
  await table.getByRole("button", { name: "Status" }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("Invitation pending");
});

test("SEATS-02 an empty team shows the first step", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 3 });
  await openTeam(page, team);
  await expect(
    page.getByText("There aren't currently team members using any seats. You can begin adding members above."),
  ).toBeVisible();
  await expect(page.getByRole("table", { name: /Seats/ })).toBeHidden();
});

test("SEATS-04 Share Invite URL shows the short link, read-only, to be copied; it leads to the invitation", async ({
  page,
  system,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const team = await newTeam(system, { seats: 3, invited: 1 });
  await openTeam(page, team);
  const share = page.getByRole("button", { name: "Share Invite URL" });
  await share.click();
  const dialog = page.getByRole("dialog", { name: "Share Invite URL" });
  const url = await dialog.getByRole("textbox").inputValue();
  await expect(dialog.getByRole("textbox")).toHaveAttribute("readonly");
  expect(url).toMatch(new RegExp(`^${system.url}/i/\\w+$`));
  await dialog.getByRole("button", { name: /copy/i }).click();
  await expect(dialog.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  await expect(share).toBeFocused();
  const answer = await fetch(url, { redirect: "manual" });
  expect(answer.headers.get("location")).toMatch(/\/confirm-invite\/\?ref=[\w-]{11,}$/);
});

/**
 * Records the texts of the buttons in each row until "Re-sent" has appeared and disappeared, and for how many ms of
 * the page's own time it was visible. A test that polls may miss a temporary state. Watches the whole page, because
 * the table replaces its skeleton.
 */
function watchResent() {
  const rowsThatSay = (text: string) =>
    Array.from(document.querySelectorAll("[role=row]"))
      .filter((row) => row.textContent.includes(text))
      .map((row) => row.textContent);
  const ended = new Promise<{ ms: number; resent: string[]; others: string[] }>((resolve) => {
    let seen: { at: number; resent: string[]; others: string[] } | null = null;
    const look = () => {
      const resent = rowsThatSay("Re-sent");
      if (resent.length > 0) seen ??= { at: performance.now(), resent, others: rowsThatSay("Re-send") };
      else if (seen !== null) resolve({ ...seen, ms: performance.now() - seen.at });
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return { ended };
}

test("SEATS-05 a resend mails again, and the cell reads Re-sent for about two seconds", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 3, invited: 2 });
  const [guest = "", other = ""] = team.invited;
  await openTeam(page, team);
  const watch = await page.evaluateHandle(watchResent);
  await seatRow(page, guest).getByRole("button", { name: "Re-send" }).click();
  const { ms, resent, others } = await watch.evaluate(async ({ ended }) => await ended);
  expect(resent).toEqual([expect.stringContaining(guest)]);
  expect(others).toEqual([expect.stringContaining(other)]);
  expect(ms).toBeGreaterThan(1500);
  expect(ms).toBeLessThan(8000);
  await expect(seatRow(page, guest).getByRole("button", { name: "Re-send", exact: true })).toBeVisible();
  expect((await system.mails(guest)).length).toBe(1);
});

test("SEATS-06 SEATS-07 the filtered seats are selected, removed after a confirmation, and the list is correct", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 10, held: 4, invited: 2 });
  await openTeam(page, team);
  const remove = page.getByRole("button", { name: "Remove User(s)" });
  await expect(remove).toBeDisabled();
  const [first = ""] = team.held;
  await seatRow(page, first).getByRole("checkbox").check();
  await page.getByLabel("Filter by email").fill("guest");
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await expect(seatsRegion(page).getByText("3 selected, 1 not shown")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all" }).uncheck();
  await expect(seatsRegion(page).getByText("1 selected, 1 not shown")).toBeVisible();
  await page.getByLabel("Filter by email").fill("");
  await seatRow(page, first).getByRole("checkbox").uncheck();
  await expect(remove).toBeDisabled();

  await page.getByLabel("Filter by email").fill("guest");
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(3);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await remove.click();
  const dialog = page.getByRole("alertdialog", { name: "Confirm Removal" });
  for (const address of team.invited) await expect(dialog.getByText(address)).toBeVisible();
  await dialog.getByRole("button", { name: "No!" }).click();
  await expect(seatsRegion(page).getByText("2 selected")).toBeVisible();
  await remove.click();
  await dialog.getByRole("button", { name: "Yes" }).click();
  await expect(dialog).toBeHidden();
  await expect(remove).toBeDisabled();
  await page.getByLabel("Filter by email").fill("");
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(5);
  await expect(overview(page)).toContainText(/\b4 of \d+ seats? used/);
  await expect(overview(page).getByText("6 unused", { exact: true })).toBeVisible();
});

test("SEATS-08 seats that are already gone are listed, with a hint to refresh; the others are removed", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 10, held: 3 });
  await openTeam(page, team);
  const [gone = "", removed = "", kept = ""] = team.held;
  for (const address of [gone, removed]) await seatRow(page, address).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Remove User(s)" }).click();
  const token = await system.signIn(team.owner.username, team.owner.password);
  const path = `/api/1.1/registration_seats/${team.id}/`;
  await system.call("DELETE", path, { token, json: { seats: [{ id: `${team.id}-0` }] } });
  await theDialog(page).getByRole("button", { name: "Yes" }).click();
  const dialog = page.getByRole("dialog", { name: "Error removing seats" });
  await expect(dialog.getByRole("listitem")).toHaveText([gone]);
  await expect(dialog.getByText("Refresh the page")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(2);
  await expect(seatRow(page, kept)).toBeVisible();
});

test("SEATS-09 Mark as renewing keeps an expiring seat, or reports that there are not enough seats", async ({
  page,
  system,
}) => {
  const roomy = await newTeam(system, { seats: 4, held: 3, expiring: 1 });
  await openTeam(page, roomy);
  const row = seatRow(page, roomy.held[2] ?? "");
  await row.getByRole("link", { name: "Expiring" }).click();
  const question = page.getByRole("dialog", { name: "Mark as renewing?" });
  await question.getByRole("button").last().click();
  await expect(question).toBeHidden();
  await expect(row.getByRole("cell").last()).toHaveText("Active");

  await page.getByRole("button", { name: "Sign out" }).click();
  const tight = await newTeam(system, { seats: 4, held: 3, expiring: 1, renewing: 2 });
  await openTeam(page, tight);
  await seatRow(page, tight.held[2] ?? "")
    .getByRole("link", { name: "Expiring" })
    .click();
  const refusal = page.getByRole("dialog", { name: /not enough seats/i });
  await expect(refusal).toContainText("contact sales");
  await expect(refusal.getByRole("link")).toHaveAttribute("href", /^mailto:sales@/);
});

test("SEATS-06 2,200 seats are one table, with only the rows near the visible ones in the page", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 2200, held: 2150, invited: 40 });
  await openTeam(page, team);
  const table = seatsRegion(page).getByRole("table");
  await expect(table).toHaveAttribute("aria-rowcount", "2191");
  await expect.poll(async () => await table.getByRole("row").count()).toBeGreaterThan(10);
  expect(await table.getByRole("row").count()).toBeLessThan(60);
  // By keyboard from the first row to the last, although the rows between were never rendered.
  await table.getByRole("row").nth(1).getByRole("checkbox").focus();
  await page.keyboard.press("End");
  await expect(table.locator('[aria-rowindex="2191"]').getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Space");
  await expect(table.locator('[aria-rowindex="2190"]').getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("Home");
  await expect(table.locator('[aria-rowindex="2"]').getByRole("checkbox")).toBeFocused();
  await page.getByRole("checkbox", { name: "Select all" }).check();
  await expect(seatsRegion(page).getByText("2,190 selected")).toBeVisible();
  await page.getByLabel("Filter by email").fill("seat2");
  await expect(seatsRegion(page).getByText(/of 2,190 seats|2,040 not shown/)).toBeVisible();
  await expect(table).toHaveAttribute("aria-rowcount", "151");

  const saving = page.waitForEvent("download");
  await seatsRegion(page).getByRole("button", { name: "Export CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("outlinear-5-seats.csv");
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2191);
});
