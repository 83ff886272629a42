import { randomBytes } from "node:crypto";
import { eventually, type RunningSystem } from "@foyer/testing/running-system";
import { expect, type Locator, type Page } from "@playwright/test";
import { theDialog } from "./customers.ts";
import { type NewPerson, arrive } from "./people.ts";

export { theDialog };

const yearly = "OUTLINE-5-SUB-ANNUAL-WEB";
export const monthly = "OUTLINE-5-SUB-MONTHLY-WEB";

/** A card with authentication at each payment. */
const everyTimeAsks = "4000002760003184";

/** A license for one test only, with its managers. */
export interface Team {
  readonly id: string;
  readonly owner: NewPerson;
  /** A second manager, if the wish asks for one, who does not pay; otherwise an account that cannot sign in. */
  readonly other: NewPerson;
  /** Addresses of the holders, those of expiring seats last. */
  readonly held: readonly string[];
  /** Invited addresses. */
  readonly invited: readonly string[];
}

export interface TeamWish {
  /** Total seats. */
  readonly seats: number;
  /** Number of held seats; `expiring` of them expire. */
  readonly held?: number;
  readonly expiring?: number;
  readonly invited?: number;
  /** `null`: permanent seats without a subscription. */
  readonly plan?: string | null;
  readonly description?: string;
  readonly products?: readonly string[];
  /** Seats of the next period. */
  readonly renewing?: number;
  /** When the period ends. */
  readonly ends?: string;
  readonly canceled?: boolean;
  readonly status?: "active" | "past_due" | "canceled";
  readonly card?: string | null;
  readonly tax?: number;
  readonly twoManagers?: boolean;
}

/** Loads a team by import. */
export async function newTeam(system: RunningSystem, wish: TeamWish): Promise<Team> {
  const mark = randomBytes(4).toString("hex");
  const id = `lic-${mark}`;
  const { held = 0, expiring = 0, invited = 0 } = wish;
  const owner = manager(`owner${mark}`);
  const other = manager(`other${mark}`);
  const holders = Array.from({ length: held }, (_, at) => `seat${String(at).padStart(4, "0")}.${mark}`);
  const addresses = Array.from(
    { length: invited },
    (_, at) => `guest${String(at).padStart(4, "0")}.${mark}@oak.example`,
  );
  await system.load([
    { type: "account", ...owner },
    // A password takes as long as the rest.
    { type: "account", ...(wish.twoManagers ? other : { username: other.username, email: other.email }) },
    ...holders.map((username) => ({ type: "account", username, email: `${username}@reed.example` })),
    licenseLine(id, [owner.username, ...(wish.twoManagers ? [other.username] : [])], wish),
    ...(wish.plan === null ? [] : [subscriptionLine(id, wish)]),
    ...holders.map((username, at) => ({
      type: "seat",
      id: `${id}-${at}`,
      license: id,
      username,
      status: at >= held - expiring ? "expiring" : "active",
      created: `-${100 + held - at}m`,
    })),
    ...addresses.map((email, at) => ({
      type: "seat",
      id: `${id}-i${at}`,
      license: id,
      email,
      created: `-${90 - at}m`,
    })),
  ]);
  return { id, owner, other, held: holders.map((name) => `${name}@reed.example`), invited: addresses };
}

function manager(username: string): NewPerson {
  return { username, email: `${username}@reed.example`, password: `harbour-${username}` };
}

function licenseLine(id: string, owners: readonly string[], wish: TeamWish): object {
  const { plan = yearly } = wish;
  const description = wish.description ?? (plan === null ? "Diagrammer Oak 7" : "Outlinear 5");
  return {
    type: "license",
    id,
    owners,
    product_id: plan ?? "DIAGRAM-7",
    description,
    products: wish.products ?? [description],
    total_seats: wish.seats,
  };
}

function subscriptionLine(id: string, wish: TeamWish): object {
  return {
    type: "subscription",
    license: id,
    quantity: wish.renewing ?? wish.seats,
    ...(wish.ends === undefined ? {} : { current_period_end: wish.ends }),
    ...(wish.canceled ? { cancel_at_period_end: true } : {}),
    ...(wish.status === undefined ? {} : { status: wish.status }),
    ...(wish.card === undefined ? {} : { card: wish.card }),
    ...(wish.tax === undefined ? {} : { tax_percent: wish.tax }),
  };
}

/** Signs in as the team's manager, and opens the team page like a person. */
export async function openTeam(page: Page, team: Team, who: NewPerson = team.owner) {
  await arrive(page, who);
  await page
    .getByRole("region", { name: "Team Management" })
    .getByRole("link", { name: /^Manage (Subscription|Team)/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(seatsRegion(page)).toBeVisible();
}

export function seatsRegion(page: Page): Locator {
  return page.getByRole("region", { name: "Seats", exact: true });
}

/** The value next to a label of the figures. */
export function figure(page: Page, label: string): Locator {
  return page.getByRole("definition").and(page.locator(`dt:text-is("${label}") + dd`));
}

/** A row of the seat list. */
export function seatRow(page: Page, email: string): Locator {
  return seatsRegion(page).getByRole("row").filter({ hasText: email });
}

/** The sentence at the top of the page, and the content of the summary. */
export function overview(page: Page): Locator {
  return page.getByRole("region", { name: "Overview" });
}

/** Opens Change Seats and types the number. */
export async function askForSeats(page: Page, quantity: number) {
  await page.getByRole("button", { name: "Change Seats" }).click();
  await theDialog(page).getByLabel("Quantity").fill(String(quantity));
  await page.getByRole("button", { name: "Confirm Quantity" }).click();
}

export function payButton(page: Page): Locator {
  return theDialog(page).getByRole("button", { name: /^Pay \$/ });
}

/** A new team that changes from 5 seats to 8, up to the bank's authentication. */
export async function goToBank(page: Page, system: RunningSystem): Promise<Team> {
  const team = await newTeam(system, { seats: 5, held: 1, card: everyTimeAsks });
  await openTeam(page, team);
  await askForSeats(page, 8);
  await payButton(page).click();
  await expect(page.getByRole("button", { name: "Complete authentication" })).toBeVisible();
  return team;
}

/** Returns the license as the services answer the team's owner. */
export async function licenseOf(system: RunningSystem, team: Team) {
  const token = await system.signIn(team.owner.username, team.owner.password);
  const { body } = await system.call("POST", "/api/1.1/managed_team_licenses/", { token });
  return body.managed_team_licenses.find(({ id }: { id: string }) => id === team.id);
}

/** The owner, signed in outside of the browser. */
async function customerOf(system: RunningSystem, { owner }: Team): Promise<{ token: string; path: string }> {
  const token = await system.signIn(owner.username, owner.password);
  const { body } = await system.call("POST", "/api/1.1/user/", { token });
  return { token, path: `/api/v2/customer/${body.userinfo.customer_id[0]}` };
}

/** The owner's invoices, newest first. */
export async function invoicesOf(system: RunningSystem, team: Team) {
  const { token, path } = await customerOf(system, team);
  const { body } = await system.call("GET", `${path}/invoices`, { token });
  return body.invoices as { status: string; total: number; id: string }[];
}

/** Cancels the change that waits for the bank, like the owner in another tab. */
export async function giveUpChange(system: RunningSystem, team: Team) {
  const { token, path } = await customerOf(system, team);
  const { body } = await system.call("GET", path, { token });
  const [{ id }] = body.subscriptions;
  await system.call("POST", `${path}/subscription/${id}/abandon_change`, { token });
}

/** Waits until `holds` accepts the license; the services exchange their states within a moment. */
export async function untilLicense(
  system: RunningSystem,
  team: Team,
  // Tests read answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  holds: (license: any) => boolean,
) {
  await eventually(async () => holds(await licenseOf(system, team)), "the license's change");
}
