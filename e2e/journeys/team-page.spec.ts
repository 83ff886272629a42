import { expect, test } from "../fixtures.ts";
import {
  askForSeats,
  figure,
  monthly,
  newTeam,
  openTeam,
  overview,
  payButton,
  seatsRegion,
  theDialog,
} from "../teams.ts";

test("TEAM-01 TEAM-02 TEAM-03 TEAM-05 TEAM-06 a subscription shows every figure, its price and its actions", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, {
    seats: 25,
    held: 15,
    expiring: 2,
    invited: 3,
    renewing: 25,
    description: "Outlinear 5 for Mac",
    products: ["Outlinear 5 for Mac", "Outlinear Web"],
    ends: "+74d",
    tax: 10,
  });
  await openTeam(page, team);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Outlinear 5 Essentials for Mac");
  await expect(overview(page).getByText("Includes Outlinear 5 Essentials for Mac, Outlinear Web")).toBeVisible();
  await expect(
    overview(page).getByText(
      /^18 of 25 seats used\. Renews on \w{3} \d\d, \d{4} for \$1,375\.00 including \$125\.00 tax\.$/,
    ),
  ).toBeVisible();
  await expect(overview(page).getByRole("listitem")).toHaveText([
    "15 in use",
    "2 of them expiring",
    "3 pending invitations",
    "7 unused",
  ]);
  await expect(figure(page, "Total seats after next renewal")).toHaveText("25");
  await expect(figure(page, "Renewal period")).toHaveText("Yearly");
  await expect(figure(page, "Price")).toHaveText("$1,250.00 per year$50.00 per seat per year");
  // Each figure is there once; the total is also the seats of the next period.
  const shown = (await overview(page).innerText()).match(/\b\d[\d,.]*\b/g) ?? [];
  const isDay = (text: string) => /^(20\d\d|\d\d,)$/.test(text);
  const figures = shown.filter((text) => !isDay(text)).toSorted();
  expect(figures).toEqual([...new Set(figures), "25"].toSorted());
  for (const action of ["Change Seats", "Switch to Monthly", "Cancel Subscription"]) {
    await expect(overview(page).getByRole("button", { name: action })).toBeEnabled();
  }
  await expect(page.getByLabel("Email addresses")).toBeEnabled();
  await expect(seatsRegion(page).getByRole("button", { name: "Remove User(s)" })).toBeVisible();
});

test("TEAM-02 TEAM-05 QTY-02 a subscription set to cancel shows its Expiring date and Turn on Auto-Renewal", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 3, plan: monthly, canceled: true });
  await openTeam(page, team);
  await expect(figure(page, "Renewal period")).toHaveText("Monthly");
  await expect(overview(page).getByText(/Expires on \w{3} \d\d, \d{4}\.$/)).toBeVisible();
  await expect(overview(page).getByText(/renew(s on|al Date)|next renewal/)).toBeHidden();
  await expect(overview(page).getByRole("button", { name: "Turn on Auto-Renewal" })).toBeEnabled();
  await expect(overview(page).getByRole("button", { name: "Change Seats" })).toBeDisabled();
  await expect(overview(page).getByRole("button", { name: "Switch to Yearly" })).toBeDisabled();
  await expect(overview(page).getByText("The subscription is set to end. Turn on auto-renewal first.")).toBeVisible();
});

test("TEAM-01 TEAM-04 a seat license shows description, seats, invite box, list and removal, and nothing to bill", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 10, held: 4, plan: null });
  await openTeam(page, team);
  await expect(page.getByRole("heading", { level: 1, name: "Diagrammer Oak 7" })).toBeVisible();
  await expect(overview(page)).toContainText("of 10 seats used");
  await expect(overview(page)).toContainText(/\b4 of \d+ seats? used/);
  await expect(page.getByLabel("Email addresses")).toBeVisible();
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(5);
  await expect(seatsRegion(page).getByRole("button", { name: "Remove User(s)" })).toBeVisible();
  for (const name of ["Change Seats", "Switch to Monthly", "Switch to Yearly", "Cancel Subscription"]) {
    await expect(page.getByRole("button", { name })).toBeHidden();
  }
  await expect(page.getByText("Renewal period")).toBeHidden();
});

test("TEAM-07 a team on trial has no team page", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 1, plan: null });
  await system.load([
    {
      type: "license",
      id: `${team.id}-trial`,
      owners: [team.owner.username],
      product_id: "TASK-3-TRIAL",
      description: "Tasklight 3 on trial",
      total_seats: 5,
    },
  ]);
  await openTeam(page, team);
  await page.evaluate((id) => sessionStorage.setItem("foyer.team", id), `${team.id}-trial`);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Manage Team" })).toBeVisible();
  await expect(page.getByText("Tasklight 3 on trial")).toBeHidden();
});

test("TEAM-09 about three seconds after a change everything is refetched", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 5, held: 1 });
  await openTeam(page, team);
  await askForSeats(page, 7);
  // Uses the browser's own times, because a test on a busy machine gets events late.
  let changed = Number.POSITIVE_INFINITY;
  const readings: number[] = [];
  page.on("requestfinished", (request) => {
    const { startTime, responseEnd } = request.timing();
    if (request.url().endsWith("/pay")) changed = startTime + responseEnd;
    if (request.url().includes("/managed_team_licenses/")) readings.push(startTime);
  });
  await payButton(page).click();
  await expect(theDialog(page).getByText("You now have 7 seats.")).toBeVisible();
  // The first refetch belongs to the change itself; the second one loads what the services have exchanged since. It
  // may be late but never early, and no other refetch happens within ten seconds.
  await expect.poll(() => readings.some((at) => at > changed + 2000)).toBe(true);
  await theDialog(page).getByRole("button", { name: "Done" }).click();
  await expect(overview(page)).toContainText("of 7 seats used");
});

test("TEAM-10 of the dialogs for seats, cycle and canceling one is open at a time, whichever way it was opened", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5, held: 1, plan: monthly });
  await openTeam(page, team);
  const titles = {
    "Change Seats": "Change Seats",
    "Switch to Yearly": /Switch to yearly/,
    "Cancel Subscription": "Cancel Subscription",
  };
  for (const [action, title] of Object.entries(titles)) {
    await page.getByRole("button", { name: action }).click();
    await expect(theDialog(page)).toHaveCount(1);
    await expect(theDialog(page).getByRole("heading", { name: title })).toBeVisible();
    // The page behind the dialog cannot be operated.
    const behind = page.getByRole("button", { name: "Export CSV" }).first();
    await expect(behind.click({ trial: true, timeout: 300 })).rejects.toThrow();
    await page.keyboard.press("Escape");
    await expect(theDialog(page)).toBeHidden();
  }
  // The browser's history moves from one open dialog to another, never to two.
  await page.getByRole("button", { name: "Change Seats" }).click();
  await expect(page).toHaveURL(/change=seats/);
  await page.goto(`${page.url().replace("change=seats", "change=cancel")}`);
  await expect(theDialog(page).getByRole("heading", { name: "Cancel Subscription" })).toBeVisible();
  await page.goBack();
  await expect(theDialog(page).getByRole("heading", { name: "Change Seats" })).toBeVisible();
  await expect(theDialog(page)).toHaveCount(1);
});

test("a team page of 80 people has an index on a phone, and is printed with every seat", async ({ page, system }) => {
  const team = await newTeam(system, { seats: 90, held: 80 });
  await openTeam(page, team);
  const index = page.getByRole("navigation", { name: "On this page" });
  await expect(index).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["Record", "Managers", "Seats"]) {
    await index.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeFocused();
    await expect(page.getByRole("heading", { level: 2, name, exact: true })).toBeInViewport({ ratio: 1 });
    // The index stays, and does not cover the heading.
    await expect(index).toBeInViewport();
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await seatsRegion(page).getByRole("row").count()).toBeLessThan(60);
  await page.emulateMedia({ media: "print" });
  // A sheet of A4 with the browser's margins.
  await page.setViewportSize({ width: 718, height: 1_000 });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(seatsRegion(page).getByRole("row")).toHaveCount(81);
  await expect(page.getByRole("button").or(page.getByRole("navigation")).or(page.getByRole("textbox"))).toHaveCount(0);
  await expect(page.getByText(/^80 of 90 seats used/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const last = await seatsRegion(page).getByRole("row").last().boundingBox();
  const list = await seatsRegion(page).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual((list?.y ?? 0) + (list?.height ?? 0));
});
