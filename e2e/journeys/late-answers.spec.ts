import type { Page } from "@playwright/test";
import { aLicense, newCustomer, section } from "../customers.ts";
import { expect } from "../fixtures.ts";
import { askApart, holdBack } from "../hold-back.ts";
import { signIn } from "../people.ts";
import { openArea, test } from "../staff.ts";
import { monthly, newTeam, openTeam, theDialog } from "../teams.ts";

// The page does not show what depends on a missing answer, and updates what an earlier answer showed.

/** Slightly longer than the team page's refetch interval. */
const TEAM_REFRESH_MS = 16_000;

/** Changes the first answer into an earlier state, as if another tab had changed the data since. */
// Tests read answers of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
async function answerFirst(page: Page, pattern: string | RegExp, earlier: (body: any) => void) {
  await page.route(
    pattern,
    async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      earlier(json);
      await route.fulfill({ response, json });
    },
    { times: 1 },
  );
}

test("HOME-19 no license is listed before the purchases have loaded and show which are archived", async ({
  page,
  system,
}) => {
  const customer = await newCustomer(system, (names) =>
    aLicense(names, { product: "PLAN-4", name: "Plotline 4", seats: 3 }),
  );
  await askApart(page);
  const release = await holdBack(page, "**/api/1.1/purchases/", "POST");
  const read = page.waitForResponse("**/api/1.1/managed_team_licenses/");
  await signIn(page, customer);
  await read;
  const team = section(page, "Team Management");
  await expect(team.getByRole("status")).toBeAttached();
  await expect(team.getByRole("heading", { level: 3 })).toHaveCount(0);
  release();
  await expect(team.getByRole("heading", { level: 3 })).toHaveText(["Archived licenses"]);
});

test("TEAM-10 a change that an earlier answer forbids becomes available once the next one allows it", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5 });
  await openTeam(page, team);
  await page.clock.install();
  await answerFirst(page, /\/api\/v2\/customer\/[^/]+$/, ({ subscriptions: [subscription] }) => {
    subscription.next = { plan: monthly, quantity: 5, at: subscription.current_period_end };
  });
  await page.goto("/manage-team?change=cycle");
  await expect(page.getByRole("button", { name: "Change Seats" })).toBeDisabled();
  await expect(theDialog(page)).toHaveCount(0);
  await page.clock.fastForward(TEAM_REFRESH_MS);
  await expect(theDialog(page)).toContainText("Switching to monthly opens later");
});

test("QTY-01 QTY-03 Change Seats follows the seats and changes of the newest answer until a number is typed", async ({
  page,
  system,
}) => {
  const team = await newTeam(system, { seats: 5 });
  await openTeam(page, team);
  await page.clock.install();
  await answerFirst(page, /\/api\/v2\/customer\/[^/]+$/, ({ subscriptions: [subscription] }) => {
    subscription.next = { plan: subscription.items.data[0].plan.id, quantity: 3, at: subscription.current_period_end };
  });
  await answerFirst(page, "**/api/1.1/managed_team_licenses/", ({ managed_team_licenses: [license] }) => {
    license.renewing_quantity = 3;
  });
  await page.goto("/manage-team?change=seats");
  await expect(theDialog(page)).toContainText("A decrease to 3 seats is recorded already.");
  await answerFirst(page, /\/api\/v2\/customer\/[^/]+$/, ({ subscriptions: [subscription] }) => {
    subscription.items.data[0].quantity = 6;
  });
  await page.clock.fastForward(TEAM_REFRESH_MS);
  await expect(theDialog(page).getByLabel("Quantity")).toHaveValue("6");
  await page.clock.fastForward(TEAM_REFRESH_MS);
  await expect(theDialog(page).getByLabel("Quantity")).toHaveValue("5");
  await expect(theDialog(page).getByRole("button", { name: "Confirm Quantity" })).toBeDisabled();
});

test("ROLE-04 the search shows that more results may arrive, and opens the first only when it is known", async ({
  page,
  person,
  staff,
}) => {
  await openArea(page, staff);
  const releaseAccounts = await holdBack(page, "**/api/1.1/admin/search/**");
  const hit = { kind: "subscription", id: "sub_1", title: "sub_1", detail: "", license: "lic-of-nobody" };
  await page.route("**/api/v2/admin/search/**", (route) => route.fulfill({ json: { results: [hit] } }));
  await page.getByRole("searchbox").fill(person.email);
  await expect(page.getByRole("heading", { name: "1 found so far" })).toBeVisible();
  await page.keyboard.press("Enter");
  releaseAccounts();
  await expect(page.getByRole("heading", { name: "2 found", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: person.username })).toBeVisible();
});
