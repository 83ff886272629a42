import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import { expect, test } from "vitest";
import { sortLicenses } from "./sort-licenses.ts";

function aLicense(id: string, facts: Partial<ManagedLicense> = {}): ManagedLicense {
  return {
    id,
    registration_id: id,
    description: id,
    products: [],
    product_id: "OUTLINE-5",
    cancel_at_period_end: false,
    expiration_date: null,
    expires_date: null,
    total_seats: 5,
    used_seats: 5,
    invited_seats: 0,
    available_seats: 0,
    renewing_quantity: null,
    ...facts,
  };
}

function aPurchase(license: ManagedLicense, upgradesRemaining: number): Purchase {
  return {
    registration_id: license.id,
    description: license.description,
    seats: license.total_seats,
    upgrades_remaining: upgradesRemaining,
    type: "perpetual",
    key: null,
    owner: "maren",
    registration_date: "2020-01-01T00:00:00Z",
    product_id: license.product_id,
    upgrade_eligible_registration: null,
  };
}

const viewer = { username: "maren", customer_id: ["cus_1"] };
const supported = { OUTLINE: 5 };
const ids = (licenses: readonly ManagedLicense[]) => licenses.map(({ id }) => id);
const mine = { id: "s", username: "Maren", email: "m@x.example", status: "active", short_url: null } as const;

test("HOME-09 subscriptions have their own list for a customer, and are listed with the team's licenses otherwise", () => {
  const licenses = [aLicense("sub", { subscription_state: "active" }), aLicense("bought")];
  expect(ids(sortLicenses({ licenses, purchases: [], viewer, supported }).subscriptions)).toEqual(["sub"]);
  const sorted = sortLicenses({ licenses, purchases: [], viewer: { ...viewer, customer_id: [] }, supported });
  expect(ids(sorted.subscriptions)).toEqual([]);
  expect(ids(sorted.team)).toEqual(["sub", "bought"]);
});

test("HOME-13 hides trials", () => {
  const licenses = [aLicense("trial", { product_id: "OUTLINE-5-TRIAL" })];
  expect(sortLicenses({ licenses, purchases: [], viewer, supported })).toEqual({
    subscriptions: [],
    team: [],
    archived: [],
  });
});

test("HOME-19 archived licenses have their own list, an active subscription is never archived", () => {
  const old = aLicense("old");
  const upgradable = aLicense("upgradable");
  const sub = aLicense("sub", { subscription_state: "active" });
  const purchases = [aPurchase(old, 0), aPurchase(upgradable, 2), aPurchase(sub, 0)];
  const sorted = sortLicenses({ licenses: [old, upgradable, sub], purchases, viewer, supported });
  expect(ids(sorted.archived)).toEqual(["old"]);
  expect(ids(sorted.team)).toEqual(["upgradable"]);
  expect(ids(sorted.subscriptions)).toEqual(["sub"]);
});

test("HOME-20 one seat makes a team if it is free, invited or held by another person, not if the owner holds it", () => {
  const one = { total_seats: 1, used_seats: 1 };
  const licenses = [
    aLicense("own", { ...one, seats: [mine] }),
    aLicense("others", { ...one, seats: [{ ...mine, username: "ida" }] }),
    aLicense("invited", { ...one, invited_seats: 1, seats: [{ ...mine, username: null, status: "pending" }] }),
    aLicense("free", { ...one, used_seats: 0, available_seats: 1, seats: [] }),
  ];
  expect(ids(sortLicenses({ licenses, purchases: [], viewer, supported }).team)).toEqual(["others", "invited", "free"]);
});
