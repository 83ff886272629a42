import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import type { UserInfo } from "@foyer/contract/sign-in";
import type { Replies } from "./answer-calls.ts";

export const manager: UserInfo = {
  id: "u1",
  username: "maren",
  email: "maren@birchworks.example",
  pending_email: null,
  customer_id: ["cus_1"],
  seats: 2,
  is_staff: false,
  account_state: 100,
  second_factor: false,
};

export const subscription: ManagedLicense = {
  id: "L1",
  registration_id: "L1",
  description: "Outlinear 5 for Mac",
  products: ["Outlinear 5 for Mac", "Outlinear 5 for iOS", "Outlinear for the Web"],
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  subscription_id: "sub_1",
  subscription_state: "active",
  subscription_status: "active",
  subscription_next: null,
  cancel_at_period_end: false,
  expiration_date: "2027-03-03T09:30:00Z",
  expires_date: null,
  total_seats: 25,
  used_seats: 18,
  invited_seats: 3,
  available_seats: 7,
  renewing_quantity: 25,
};

export const perpetualTeam: ManagedLicense = {
  id: "L2",
  registration_id: "L2",
  description: "Diagrammer Oak 6 Pro",
  products: ["Diagrammer Oak 6 Pro"],
  product_id: "DIAGRAM-6",
  cancel_at_period_end: false,
  expiration_date: null,
  expires_date: null,
  total_seats: 10,
  used_seats: 9,
  invited_seats: 1,
  available_seats: 1,
  renewing_quantity: null,
};

const archived: ManagedLicense = {
  ...perpetualTeam,
  id: "L3",
  registration_id: "L3",
  description: "Plotline 4",
  products: ["Plotline 4"],
  product_id: "PLAN-4",
  total_seats: 5,
  used_seats: 5,
  invited_seats: 0,
  available_seats: 0,
};

const ending: ManagedLicense = {
  ...subscription,
  id: "L4",
  registration_id: "L4",
  subscription_id: "sub_2",
  description: "Tasklight 3 Pro",
  product_id: "TASK-3-SUB-MONTHLY-WEB",
  cancel_at_period_end: true,
  expiration_date: "2026-12-12T00:00:00Z",
  total_seats: 1,
  used_seats: 1,
  invited_seats: 0,
  available_seats: 0,
  renewing_quantity: 1,
  seats: [{ id: "s9", username: "maren", email: "maren@birchworks.example", status: "active", short_url: null }],
};

function bought(licence: ManagedLicense, key: string | null): Purchase {
  return {
    registration_id: licence.id,
    description: licence.description,
    seats: licence.total_seats,
    upgrades_remaining: licence.id === "L2" ? 10 : 0,
    type: licence.subscription_state ? "renewable" : "perpetual",
    key,
    owner: "Birchworks Ltd",
    registration_date: "2021-05-17T00:00:00Z",
    product_id: licence.product_id,
    upgrade_eligible_registration: null,
  };
}

const seats: PersonalSeat[] = [
  {
    id: "p1",
    registration_id: "L1",
    description: "Outlinear 5 for Mac",
    purchase_type: "renewable",
    owners: ["maren@birchworks.example"],
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    expires_date: "2027-03-03T09:30:00Z",
    seats: [{ id: "s1", username: "maren", email: "maren@birchworks.example", status: "active", short_url: null }],
  },
  {
    id: "p2",
    registration_id: "L4",
    description: "Tasklight 3 Pro",
    purchase_type: "renewable",
    owners: ["maren@birchworks.example"],
    product_id: "TASK-3-SUB-MONTHLY-WEB",
    expires_date: "2026-12-12T00:00:00Z",
    seats: [{ id: "s9", username: "maren", email: "maren@birchworks.example", status: "active", short_url: null }],
  },
  {
    id: "p3",
    registration_id: "X1",
    description: "Plotline 4 Pro",
    purchase_type: "perpetual",
    owners: ["licences@harbour-and-daughters-engineering.example"],
    seats: [{ id: "s2", username: "maren", email: "maren@birchworks.example", status: "expiring", short_url: null }],
  },
];

/** What the services say to a manager with a bit of everything. */
export const managersReplies: Replies = {
  readUser: { userinfo: manager },
  listManagedLicenses: { managed_team_licenses: [subscription, ending, perpetualTeam, archived] },
  listPurchases: {
    purchases: [
      bought(subscription, null),
      bought(perpetualTeam, "DOAK-2201-77AB-KELP"),
      bought(archived, "PLOT-0091"),
    ],
  },
  listPersonalSeats: { seats },
};

/** What they say to somebody who has just signed up. */
export const newcomersReplies: Replies = {
  readUser: {
    userinfo: { ...manager, username: "ida", email: "ida@reed.example", customer_id: [], seats: 0 },
  },
  listManagedLicenses: { managed_team_licenses: [] },
  listPurchases: { purchases: [] },
  listPersonalSeats: { seats: [] },
};
