import { expectAccessible } from "../axe.ts";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { type NewPerson, arrive } from "../people.ts";

/** Roles and accessible names that other programs and people with screen readers rely on. */

function imported(username: string): NewPerson {
  return { username, email: `${username}@names.example`, password: `river-stone-${username}` };
}

const mona = imported("mona");
const hal = imported("hal");
const stina = imported("stina");

const lines = [
  ...[mona, hal].map((person) => ({ type: "account", ...person })),
  { type: "account", ...stina, is_staff: true },
  {
    type: "license",
    id: "names-team",
    owners: ["mona"],
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    description: "Outlinear 5",
    total_seats: 6,
  },
  { type: "subscription", license: "names-team", current_period_end: "+200d" },
  { type: "seat", id: "names-1", license: "names-team", username: "mona" },
  { type: "seat", id: "names-2", license: "names-team", username: "hal", status: "expiring" },
  { type: "seat", id: "names-3", license: "names-team", email: "later@names.example", reference: "names-reference-1" },
  { type: "license", id: "names-single", owners: ["mona"], product_id: "TASK-3", description: "Tasklight 3" },
  {
    type: "license",
    id: "names-old",
    owners: ["mona"],
    product_id: "DIAGRAM-7",
    description: "Diagrammer Oak 7",
    total_seats: 3,
  },
  { type: "seat", id: "names-4", license: "names-old", username: "hal" },
  {
    type: "license",
    id: "names-from",
    owners: ["mona"],
    product_id: "PLAN-3",
    description: "Plotline 3",
    total_seats: 3,
    upgrades_remaining: 3,
  },
  { type: "seat", id: "names-5", license: "names-from", username: "mona" },
  { type: "seat", id: "names-6", license: "names-from", username: "hal" },
  {
    type: "upgrade",
    id: "names-upgrade",
    from_license: "names-from",
    product_id: "PLAN-4",
    description: "Plotline 4",
    upgrades_available: 3,
    total_seats: 3,
  },
];

test.beforeAll(async ({ system }) => {
  await system.load(lines);
});

const section = (page: Page, name: RegExp): Locator => page.getByRole("region", { name });

test("SHELL-01 SHELL-03 SHELL-05 the shell has accessible names, also for staff", async ({ page }) => {
  await arrive(page, stina);
  for (const name of ["Products", "Company", "Help"])
    await expect(page.getByRole("banner").getByRole("button", { name })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Account" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin" })).toHaveAttribute("href", /\/admin\/$/);
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Legal" })).toBeVisible();
  await expect(page.getByText("Sign out", { exact: true })).toBeVisible();
});

test("HOME-01 HOME-19 each section of the account page is a region named by its heading", async ({ page }) => {
  await arrive(page, mona);
  const names = [
    /upgrade/i,
    /^Account$/,
    /^Password$/,
    /^Payment$/,
    /^App Access$/,
    /^Team Management$/,
    /^Legacy License Keys$/,
  ];
  const tops: number[] = [];
  for (const name of names) {
    const region = section(page, name);
    await expect(region).toHaveCount(1);
    await expect(region.getByRole("heading", { name }).first()).toBeVisible();
    tops.push((await region.boundingBox())?.y ?? -1);
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  for (const name of [/^Account$/, /^Password$/, /^Payment$/])
    await expect(section(page, name).getByRole("button", { name: /^Edit/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Subscriptions/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /Archived/ })).toBeVisible();
});

test("HOME-14 HOME-15 account and password are edited in named fields", async ({ page }) => {
  await arrive(page, mona);
  const account = section(page, /^Account$/);
  await account.getByRole("button", { name: /^Edit/ }).click();
  await account.getByLabel("Email").fill("mona-new@names.example");
  await expect(account.getByRole("button", { name: "Save" })).toBeEnabled();
  const password = section(page, /^Password$/);
  await password.getByRole("button", { name: /^Edit/ }).click();
  await password.getByLabel("Old password", { exact: true }).fill(mona.password);
  await password.getByLabel("New password", { exact: true }).fill("something-else-9");
  await password.getByLabel("Confirm new password").fill("something-else-8");
  await password.getByRole("button", { name: "Save" }).click();
  await expect(password.getByText("Your new passwords don’t match.")).toBeVisible();
  await expectAccessible(page, "e-mail and password");
});

test("LEGACY-01 UPGRADE-01 the add form and the upgrade page have named fields", async ({ page }) => {
  await arrive(page, mona);
  const legacy = section(page, /^Legacy License Keys$/);
  await legacy.getByRole("button", { name: /Add/ }).click();
  await expect(legacy.getByLabel(/key/i).first()).toBeVisible();
  await expect(legacy.getByLabel(/owner/i)).toBeVisible();
  await expect(legacy.getByRole("button", { name: "Register" })).toBeVisible();
  await expectAccessible(page, "an upgrade, and the form of a key");
  await section(page, /upgrade/i)
    .getByRole("link")
    .or(section(page, /upgrade/i).getByRole("button"))
    .first()
    .click();
  await expect(page).toHaveURL(/license-upgrade/);
  await expect(page.getByRole("link", { name: /^Back to .* Accounts$/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: hal.email })).toBeVisible();
  await expect(page.getByLabel("Select all")).toBeVisible();
  await expect(page.getByLabel(/^Unassigned/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Upgrade/ })).toBeVisible();
});

async function openTeam(page: Page): Promise<void> {
  await arrive(page, mona);
  const team = section(page, /^Team Management$/);
  await team
    .getByRole("link", { name: "Manage Subscription" })
    .or(team.getByRole("button", { name: "Manage Subscription" }))
    .first()
    .click();
  await expect(page).toHaveURL(/manage-team/);
  // The address changes before the screen: until then the account page's own Modify stands there.
  await expect(page.getByRole("columnheader", { name: "Email" })).toBeVisible();
}

const chooses = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true }).or(page.getByRole("menuitem", { name, exact: true }));

test("TEAM-02 SEATS-01 SEATS-03 the team page names its figures, its table and its actions", async ({ page }) => {
  await openTeam(page);
  const main = page.getByRole("main");
  for (const [label, value] of [
    ["Total seats", "6"],
    ["Total seats after next renewal", "6"],
    ["Used seats", "3"],
    ["Unused seats", "3"],
    ["Pending invitations", "1"],
    ["Renewal period", "Yearly"],
  ] as const) {
    const figure = main.getByText(label, { exact: true }).first().locator("xpath=..");
    await expect(figure).toContainText(value);
  }
  await expect(main.getByText("Renewal Date", { exact: true }).first()).toBeVisible();
  for (const name of ["User", "Email", "Status"]) await expect(page.getByRole("columnheader", { name })).toBeVisible();
  await expect(page.getByLabel("Filter by email")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Select all" })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: hal.email }).getByRole("checkbox")).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove User(s)" })).toBeDisabled();
  const invited = page.getByRole("row").filter({ hasText: "later@names.example" });
  await expect(invited).toContainText("Invitation pending");
  await expect(invited.getByRole("button", { name: "Re-send" })).toBeVisible();
  await invited.getByRole("button", { name: "Share Invite URL" }).click();
  const share = page.getByRole("dialog");
  await expect(share.getByRole("textbox")).toHaveValue(/\/i\//);
  await expect(share.getByRole("button", { name: /copy/i })).toBeVisible();
  await share.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("row").filter({ hasText: hal.email })).toContainText("Expiring");
});

for (const place of ["account page", "team page"])
  test(`TEAM-05 HOME-16 the actions of a subscription are named on the ${place}`, async ({ page }) => {
    await (place === "team page" ? openTeam(page) : arrive(page, mona));
    const modify = page.getByRole("button", { name: /Modify/ });
    await expect(modify.or(chooses(page, "Change Seats")).first()).toBeVisible();
    if ((await modify.count()) > 0) await modify.first().click();
    await expect(chooses(page, "Change Seats")).toBeVisible();
    await expect(chooses(page, "Switch to Monthly")).toBeVisible();
    await expectAccessible(page, "menu of a subscription");
    await chooses(page, "Cancel Subscription").click();
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await expect(dialog).toHaveCount(1);
    await expectAccessible(page, "cancel");
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  });

test("ROUTE-02 SYNC-01 invitation and reset of server data have accessible names", async ({ page }) => {
  await page.goto("/confirm-invite/?ref=names-reference-1");
  const signUp = page.getByRole("link", { name: /Sign up/i }).or(page.getByRole("button", { name: /Sign up/i }));
  await expect(signUp.first()).toBeVisible();
  await arrive(page, stina, "/confirm-invite/?ref=names-reference-1");
  await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
  await page.goto("/reset");
  await page.getByRole("button", { name: "Reset Data" }).click();
  await expect(page.getByText("Are you sure you want to proceed?")).toBeVisible();
  await expectAccessible(page, "server data, a question");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
});
