import { expectAccessible } from "../axe.ts";
import type { Page } from "@playwright/test";
import { aLicense, aSubscription, newCustomer, section } from "../customers.ts";
import { expect, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";
import { newPerson, arrive, signIn } from "../people.ts";

test("HOME-01 HOME-03 HOME-12 the page reads from top to bottom, and Payment is shown only to customers", async ({
  page,
  system,
  person,
}) => {
  await arrive(page, person);
  await expect(section(page, "Team Management").getByText("You manage no team licenses.")).toBeVisible();
  await expect(section(page, "Needs your action").or(section(page, "Your licenses"))).toHaveCount(0);
  const headings = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(headings).toHaveText(["Account", "Security", "App Access", "Team Management", "Legacy License Keys"]);
  await page.getByRole("button", { name: "Sign out", exact: true }).click();

  await arrive(page, await newCustomer(system, (names) => aSubscription(names, { current_period_end: "+20d" })));
  await expect(headings).toHaveText([
    "Account",
    "Security",
    "Payment",
    "App Access",
    "Team Management",
    "Legacy License Keys",
  ]);
  await expect(section(page, "Payment")).toContainText(/\$\d+\.\d\d on [A-Z][a-z]{2} \d\d, \d{4}/);
  await expect(section(page, "Team Management")).toContainText(/Renews on [A-Z][a-z]{2} \d\d, \d{4}/);
});

test("HOME-08 HOME-09 HOME-13 HOME-19 HOME-20 licenses are listed under their headings, and each links to its team", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => [
    ...aSubscription(names),
    ...aLicense(names, {
      id: "team",
      product: "DIAGRAM-6",
      name: "Diagrammer Oak 6",
      seats: 3,
      upgrades_remaining: 3,
    }),
    ...aLicense(names, { id: "old", product: "PLAN-4", name: "Plotline 4", seats: 3 }),
    ...aLicense(names, { id: "free", product: "TASK-2", name: "Tasklight 2" }),
    ...aLicense(names, { id: "own", product: "TASK-1", name: "Tasklight 1", held: true }),
    ...aLicense(names, { id: "trial", product: "TASK-3-TRIAL", name: "Tasklight 3", seats: 4 }),
  ]);
  await arrive(page, customer);
  const team = section(page, "Team Management");
  await expect(team.getByRole("heading", { level: 3 })).toHaveText([
    "Subscriptions",
    "Team licenses",
    "Archived licenses",
  ]);
  const row = (name: string) => team.getByRole("listitem").filter({ hasText: name });
  await expect(team.getByRole("listitem")).toHaveCount(4);
  await expect(row("Tasklight 2")).toContainText("0 of 1 seat used");
  const lines = section(page, "Your licenses").getByRole("listitem");
  await expect(lines).toHaveCount(5);
  await expect(lines.first()).toHaveText(/^Outlinear 5\D*1 of 4 seats?Renews \w{3} \d\d, \d{4} for \$[\d,.]+Manage$/);
  await expect(lines.filter({ hasText: "Tasklight 3" })).toHaveCount(0);
  await expect(team.getByRole("listitem").last()).toContainText("Plotline 4");
  await row("Diagrammer Oak 6").getByRole("link", { name: "Manage Team" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Diagrammer Oak 6");
  expect(await page.evaluate(() => sessionStorage.getItem("foyer.team"))).toBe(`team-${customer.mark}`);
  await page.getByRole("link", { name: "Back to Fernhill Accounts" }).click();
  await row("Outlinear 5").getByRole("link", { name: "Manage Subscription" }).click();
  expect(await page.evaluate(() => sessionStorage.getItem("foyer.team"))).toBe(`sub-${customer.mark}`);
});

test("HOME-10 HOME-11 a seat of another person's license names the manager, a single seat of an own license can be transferred", async ({
  page,
  system,
}) => {
  const manager = await newPerson(system);
  const customer = await newCustomer(system, (names) => [
    ...aLicense({ ...names, username: manager.username }, { id: "l", product: "PLAN-4", name: "Plotline 4", seats: 2 }),
    { type: "seat", id: `ls-${names.mark}`, license: `l-${names.mark}`, username: names.username },
    ...aLicense(names, { id: "m", product: "TASK-3", name: "Tasklight 3", held: true }),
    ...aLicense(names, { id: "t", product: "DIAGRAM-7-TRIAL", name: "Diagrammer 7", held: true }),
  ]);
  await arrive(page, customer);
  const access = section(page, "App Access");
  await expect(access.getByRole("heading", { level: 3 })).toHaveText(["Plotline 4", "Tasklight 3", "Diagrammer 7"]);
  const others = access.getByRole("listitem").filter({ hasText: "Plotline 4" });
  await expect(others.getByRole("link", { name: manager.email })).toHaveAttribute("href", `mailto:${manager.email}`);
  await expect(others.getByRole("link", { name: "Reassign Seat" })).toHaveCount(0);
  const trial = access.getByRole("listitem").filter({ hasText: "Diagrammer 7" });
  await expect(trial).toBeVisible();
  await expect(access.getByRole("link", { name: "Reassign Seat" })).toHaveCount(1);
  await expect(trial.getByRole("link", { name: "Reassign Seat" })).toHaveCount(0);
  await access
    .getByRole("listitem")
    .filter({ hasText: "Tasklight 3" })
    .getByRole("link", { name: "Reassign Seat" })
    .click();
  await expect(page).toHaveURL(/\/manage-team$/);
  const dialog = page.getByRole("dialog", { name: "Give this seat to…" });
  await expect(dialog.getByLabel("Email address")).toBeFocused();
  await expect(dialog).toContainText("You lose the seat at once");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Tasklight 3");
  await page.reload();
  await expect(page.getByRole("button", { name: "Give this seat to…" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("HOME-05 HOME-07 a URL scrolls to its section; the flash of Team Management removes its parameter", async ({
  page,
  system,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  // The flash lasts a second and a half; it is paused at its start until the test has read it.
  await page.addInitScript(() => {
    document.addEventListener("animationstart", ({ target }) => {
      if (!(target instanceof Element) || target.id !== "team") return;
      for (const animation of target.getAnimations()) {
        animation.pause();
        animation.currentTime = 0;
      }
    });
  });
  const customer = await newCustomer(system, (names) => aSubscription(names));
  await arrive(page, customer, "/?section=team");
  const team = section(page, "Team Management");
  await expect(team).toBeInViewport({ ratio: 0.9 });
  await expect(team).toHaveCSS("background-color", "rgb(255, 243, 176)");
  await team.evaluate((element) => {
    for (const animation of element.getAnimations()) animation.play();
  });
  await expect(page).toHaveURL(/:\d+\/$/);

  await page.goto("/#subscriptions");
  await expect(page.getByRole("heading", { name: "Subscriptions" })).toBeInViewport();
  await page.goto("/#recent-activity");
  await expect(section(page, "Security").getByRole("list", { name: "Recent activity" })).toBeVisible();

  // On a small screen, the lower sections load after the first view.
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto("/password-reset");
  await page.goto("/#subscriptions");
  await expect(page.getByRole("heading", { name: "Subscriptions" })).toBeInViewport();
});

test("HOME-21 without the purchase service the page shows that, and everything else works", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names));
  await page.route("**/api/v2/**", (route) => route.abort());
  await arrive(page, customer);
  const payment = section(page, "Payment");
  await expect(payment.getByText(/The purchase service cannot be reached/)).toBeVisible();
  await expect(section(page, "App Access").getByText("Outlinear 5").first()).toBeVisible();
  await expect(section(page, "Account").getByText(customer.email)).toBeVisible();
  await expectAccessible(page, "without the purchase service");
  await page.unroute("**/api/v2/**");
  await payment.getByRole("button", { name: "Try again" }).first().click();
  await expect(payment.getByText("Visa ending in 4242")).toBeVisible();
});

test("ROUTE-03 team-subscription mode opens the only subscription, or the section if there are several or none", async ({
  page,
  system,
  person,
}) => {
  const one = await newCustomer(system, (names) => aSubscription(names));
  await page.goto("/team-subscription/");
  await expect(page.getByText("Sign in to manage your team.")).toBeVisible();
  await arrive(page, one, "/team-subscription/");
  await expect(page).toHaveURL(/\/manage-team$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Outlinear 5");
  await page.getByRole("button", { name: "Sign out", exact: true }).click();

  const two = await newCustomer(system, (names) => [
    ...aSubscription(names),
    ...aSubscription(names, { id: "two", product: "TASK-3-SUB-MONTHLY-WEB", name: "Tasklight 3", card: null }),
  ]);
  await arrive(page, two, "/team-subscription/");
  await expect(section(page, "Team Management").getByRole("link", { name: "Manage Subscription" })).toHaveCount(2);
  await expect(section(page, "Team Management")).toBeInViewport();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();

  await arrive(page, person, "/team-subscription/");
  await expect(section(page, "Team Management").getByText("You manage no team licenses.")).toBeInViewport();
});

test("SIGNIN-07 a closed account is reported at sign-in, and no session exists afterwards", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system);
  const closed = { ...customer, username: `x${customer.mark}`, email: `x${customer.mark}@oak.example` };
  const { mark: _mark, ...account } = closed;
  await system.load([{ type: "account", ...account, state: 300 }]);
  await signIn(page, closed);
  await expect(page.getByRole("alert")).toHaveText(
    "Your account has been closed. You’ll need to sign up for a new account.",
  );
  expect(await page.evaluate(() => localStorage.getItem("foyer.session"))).toBeNull();
});

test("HOME-01 a page that is loaded anew makes at most 12 requests, and asks each question once", async ({
  page,
  system,
}) => {
  await arrive(page, await newCustomer(system, (names) => aSubscription(names), ["4242424242424242"]));
  for (const width of [1280, 412]) {
    await page.setViewportSize({ width, height: 823 });
    await page.reload();
    await expect(section(page, "Payment").getByRole("table")).toBeVisible();
    await page.waitForLoadState("networkidle");
    // Requests of this document only: the page before may still ask for the revision while it ends.
    const asked = await page.evaluate(() =>
      performance.getEntriesByType("resource").map(({ name }) => name.slice(location.origin.length)),
    );
    expect(
      asked.filter((address, n) => asked.indexOf(address) !== n),
      `asked twice at ${width} px`,
    ).toEqual([]);
    // The document itself is not among its resources.
    expect(asked.length + 1, asked.join("\n")).toBeLessThanOrEqual(12);
    expect(
      asked.filter((address) => address.includes("/api/")).map((address) => address.replace(/cus_\w+/, ":id")),
    ).toEqual(["/api/1.1/user/", "/api/1.1/user/account_page/", "/api/v2/customer/:id/account_page"]);
  }
});

/** Compressed bytes of the scripts and styles that the page has requested, by name. */
const filesOf = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return Object.fromEntries(
      files
        .filter(({ name }) => /\.(js|css)$/.test(name))
        .map(({ name, encodedBodySize }) => [name.replace(/.*\/assets\//, ""), encodedBodySize]),
    );
  });
const sumOf = (files: Readonly<Record<string, number>>): number =>
  Object.values(files).reduce((sum, bytes) => sum + bytes, 0);

test("HOME-01 SIGNIN-01 on a small screen the account page shows its data with 100 KB of files, and the sign-in form with 90", async ({
  page,
  system,
}) => {
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto("/");
  await page.waitForFunction(() => !("foyerSignIn" in window));
  await page.waitForLoadState("networkidle");
  const forSignIn = await filesOf(page);
  expect(sumOf(forSignIn), JSON.stringify(forSignIn)).toBeLessThanOrEqual(90_000);
  expect(Object.keys(forSignIn).filter((name) => name.startsWith("account-"))).toEqual([]);

  const customer = await newCustomer(system, (names) => aSubscription(names), ["4242424242424242"]);
  await arrive(page, customer);
  await expect(section(page, "Payment").getByRole("table")).toBeVisible();
  // The first view does not wait for the file below it.
  const release = await holdBack(page, "**/assets/lower-*.js");
  await page.reload();
  await expect(page.getByText(customer.email)).toBeVisible();
  await expect(section(page, "Security")).toBeVisible();
  const files = Object.entries(await filesOf(page)).filter(([name]) => !name.startsWith("lower-"));
  expect(sumOf(Object.fromEntries(files)), JSON.stringify(files)).toBeLessThanOrEqual(100_000);
  expect(sumOf(Object.fromEntries(files))).toBeGreaterThan(60_000);
  release();
  await expect(section(page, "Your licenses")).toContainText(/Renews .* for \$[\d,.]+/);
  await expect(section(page, "Payment").getByRole("table")).toBeVisible();
});

test("HOME-01 what the one answer does not have is asked for by itself, and a section that fails says so alone", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) => aSubscription(names), ["4242424242424242"]);
  await arrive(page, customer);
  await expect(section(page, "Payment").getByRole("table")).toBeVisible();
  // A service of the version before knows no such call; one part of the other answer failed.
  await page.route("**/api/1.1/user/account_page/", (route) => route.fulfill({ status: 404, json: {} }));
  await page.route("**/customer/*/account_page", async (route) => {
    const response = await route.fetch();
    const body = {
      status: "error",
      code: 5000,
      name: "internal",
      message: "It failed.",
      errors: [{ code: 5000, name: "internal", message: "It failed." }],
    };
    await route.fulfill({ response, json: { ...(await response.json()), listPaymentMethods: { status: 500, body } } });
  });
  await page.route("**/payment_methods", (route) => route.abort());
  await page.route("**/api/1.1/user/apps/", (route) => route.abort());
  await page.reload();
  await expect(section(page, "Team Management")).toContainText("Outlinear 5");
  await expect(section(page, "Payment").getByRole("table")).toBeVisible();
  await expect(section(page, "Payment").getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(section(page, "Security").getByRole("button", { name: "Try again" })).toHaveCount(1);
  // No outline of loading is left.
  await expect(section(page, "Security").locator("div[aria-hidden=true]")).toHaveCount(0);
});
