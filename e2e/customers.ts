import { randomBytes } from "node:crypto";
import type { RunningSystem } from "@foyer/testing/running-system";
import type { Locator, Page } from "@playwright/test";
import type { NewPerson } from "./people.ts";

/** A person loaded by import, with belongings; `mark` makes the ids of one test unique. */
export interface Customer extends NewPerson {
  readonly mark: string;
}

interface Names {
  readonly username: string;
  readonly mark: string;
}

/** Loads an account and the lines of `belongings`. */
export async function newCustomer(
  system: RunningSystem,
  belongings: (names: Names) => readonly object[] = () => [],
  cards: readonly string[] = [],
): Promise<Customer> {
  const mark = randomBytes(5).toString("hex");
  const username = `c${mark}`;
  const customer = { username, email: `${username}@oak.example`, password: `harbour-${mark}`, mark };
  const { mark: _mark, ...account } = customer;
  await system.load([
    { type: "account", ...account, ...(cards.length > 0 && { cards }) },
    ...belongings({ username, mark }),
  ]);
  return customer;
}

interface LicenseWish {
  id?: string;
  product: string;
  name: string;
  seats?: number;
  /** The person holds the first seat. */
  held?: boolean;
  [field: string]: unknown;
}

/** Returns a license of the person without a subscription. */
export function aLicense(
  { username, mark }: Names,
  { id = "lic", product, name, seats = 1, held = false, ...more }: LicenseWish,
): object[] {
  const license = `${id}-${mark}`;
  return [
    {
      type: "license",
      id: license,
      owners: [username],
      product_id: product,
      description: name,
      total_seats: seats,
      ...more,
    },
    ...(held ? [{ type: "seat", id: `${license}-1`, license, username }] : []),
  ];
}

/** Returns a subscription with that many seats and its license; the person holds the first seat. */
export function aSubscription(
  { username, mark }: Names,
  {
    id = "sub",
    product = "OUTLINE-5-SUB-MONTHLY-WEB",
    name = "Outlinear 5",
    seats = 4,
    ...more
  }: SubscriptionWish = {},
): object[] {
  return [
    ...aLicense({ username, mark }, { id, product, name, seats, held: true }),
    { type: "subscription", license: `${id}-${mark}`, ...more },
  ];
}

interface SubscriptionWish {
  id?: string;
  product?: string;
  name?: string;
  seats?: number;
  current_period_end?: string;
  cancel_at_period_end?: boolean;
  status?: "active" | "past_due" | "canceled";
  card?: string | null;
  tax_percent?: number;
}

/** A section of the account page. */
export function section(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** Opens a row of the account page's Security section. */
export async function openRow(page: Page, title: string) {
  await section(page, "Security").getByRole("button", { name: title, exact: true, expanded: false }).click();
}

/** The open dialog; there is never more than one. */
export function theDialog(page: Page): Locator {
  return page.getByRole("dialog").or(page.getByRole("alertdialog"));
}

/** Types a card into the provider's fields. */
export async function enterCard(page: Page, number: string) {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration").fill("12 / 40");
  await page.getByLabel("CVC").fill("123");
}
