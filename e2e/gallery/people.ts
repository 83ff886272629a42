import type { AccountEvent } from "@foyer/contract/account-events";
import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import type { PersonalSeat } from "@foyer/contract/seats";
import type { UserInfo } from "@foyer/contract/sign-in";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { HERE, type Replies } from "./answer-calls.ts";

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

const perpetualTeam: ManagedLicense = {
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

function bought(license: ManagedLicense, key: string | null): Purchase {
  return {
    registration_id: license.id,
    description: license.description,
    seats: license.total_seats,
    upgrades_remaining: license.id === "L2" ? 10 : 0,
    type: license.subscription_state ? "renewable" : "perpetual",
    key,
    owner: "Birchworks Ltd",
    registration_date: "2021-05-17T00:00:00Z",
    product_id: license.product_id,
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
    owners: ["licenses@harbour-and-daughters-engineering.example"],
    seats: [{ id: "s2", username: "maren", email: "maren@birchworks.example", status: "expiring", short_url: null }],
  },
];

export const yearlyPlan = { id: "OUTLINE-5-SUB-ANNUAL-WEB", amount: 9000, interval: "year", currency: "usd" } as const;
export const monthlyPlan = {
  id: "OUTLINE-5-SUB-MONTHLY-WEB",
  amount: 900,
  interval: "month",
  currency: "usd",
} as const;

/** The manager's subscription in the purchase service. */
export const billed: Subscription = {
  id: "sub_1",
  status: "active",
  cancel_at_period_end: false,
  current_period_end: 1_804_066_200,
  default_tax_rates: [],
  items: { data: [{ id: "si_1", quantity: 25, plan: yearlyPlan, tax_rates: [] }] },
  next: null,
  waiting: null,
};

const invoices = [
  { number: "BIRCH-0003", status: "paid", total: 225_000, created: 1_772_530_200 },
  { number: "BIRCH-0002", status: "paid", total: 31_240, created: 1_756_632_600 },
  { number: "BIRCH-0001", status: "void", total: 225_000, created: 1_740_994_200 },
].map((invoice) => ({
  ...invoice,
  id: invoice.number,
  currency: "usd",
  hosted_invoice_url: null,
  invoice_pdf: `/invoices/${invoice.number}.pdf`,
}));

/** Cards, subscriptions and bills of a customer. */
export const billingReplies = {
  readPaymentConf: { publishable_key: "pk_test_sandbox" },
  listPlans: { plans: [{ ...yearlyPlan, product: "OUTLINE", nickname: "Outlinear 5, yearly" }] },
  readCustomer: {
    customer: { id: "cus_1", email: "maren@birchworks.example", default_payment_method: "pm_1", balance: 0 },
    subscriptions: [billed],
  },
  listPaymentMethods: {
    payment_methods: [
      { id: "pm_1", is_default: true, card: { brand: "visa", last4: "4242", exp_month: 8, exp_year: 2031 } },
      { id: "pm_2", is_default: false, card: { brand: "mastercard", last4: "4444", exp_month: 1, exp_year: 2024 } },
    ],
  },
  listInvoices: { invoices, has_more: true },
  readBillingDetails: {
    billing_details: {
      name: "Birchworks GmbH",
      address: { line1: "Am Kanal 3", line2: "", city: "Berlin", state: "", postal_code: "10115", country: "DE" },
      tax_ids: [
        { kind: "eu_vat", country: "DE", value: "DE123456789", verification: "verified" },
        { kind: "us_ein", country: "US", value: "12-3456789", verification: "unavailable" },
      ],
      tax_exempt: "none",
    },
  },
} satisfies Replies;

const safari = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/19.0 Safari/605.1.15";

/** An event of the account in the list of its owner. */
export function happened(id: string, event: Partial<AccountEvent> & Pick<AccountEvent, "kind">): AccountEvent {
  return {
    id,
    at: "2026-11-20T09:30:00Z",
    by: "self",
    ip: "203.0.113.9",
    user_agent: null,
    count: null,
    address: null,
    license: null,
    account: null,
    name: null,
    can_disown: false,
    ...event,
  };
}

/** A customer with monthly billing, whose cycle can be switched at any time. */
export const monthly = {
  readCustomer: {
    ...billingReplies.readCustomer,
    subscriptions: [
      {
        ...billed,
        items: { data: [{ id: "si_1", quantity: 25, plan: monthlyPlan, tax_rates: [] }] },
      } satisfies Subscription,
    ],
  },
};

const securityReplies = {
  readDataExport: { export: null, next_possible: null },
  readClosing: {
    blockers: [],
    ends: { sessions: 2, seats: 3, licenses: 2 },
    has_invoices: true,
    come_back_until: "2026-12-21T09:30:00Z",
    erased_by: "2027-01-20T09:30:00Z",
  },
  readOwnRestore: { restore: null },
  listOwnInvitations: { invitations: [] },
  listAccountEvents: {
    events: [
      happened("e5", { kind: "session.opened", user_agent: safari, can_disown: true }),
      happened("e4", { kind: "session.refused", by: "unknown", count: 3, ip: "198.51.100.20" }),
      happened("e3", { kind: "password.changed", can_disown: true }),
      happened("e2", { kind: "manager.added", by: "other", ip: null, license: "Outlinear 5 for Mac" }),
      happened("e1", { kind: "sessions.ended", by: "other", ip: null }),
    ],
    has_more: true,
  },
  readSecondFactor: { enabled: false, recovery_codes_left: 0 },
  listPasskeys: { passkeys: [], limit: 10, origin: HERE },
  listConnectedApps: { apps: [] },
  listSessions: {
    sessions: [
      {
        id: "s1",
        current: true,
        created: "2026-11-20T09:30:00Z",
        last_used: "2026-11-21T09:30:00Z",
        user_agent: safari,
        ip: "203.0.113.9",
        trust: null,
      },
      {
        id: "s2",
        current: false,
        created: "2026-10-02T09:30:00Z",
        last_used: "2026-11-18T09:30:00Z",
        user_agent: "Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36",
        ip: "2001:db8:85a3::8a2e:370:7334",
        trust: null,
      },
    ],
  },
} satisfies Replies;

/** Replies for a manager with data in every section. */
export const managersReplies: Replies = {
  ...securityReplies,
  ...billingReplies,
  listUnactivatedRegistrations: [],
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
  listActivations: { activations: [], limits: [] },
  listLicenseActivations: { activations: [], seats: [] },
};

/** Replies for a person who has just signed up. */
export const newcomersReplies: Replies = {
  readOwnRestore: securityReplies.readOwnRestore,
  listOwnInvitations: securityReplies.listOwnInvitations,
  readSecondFactor: securityReplies.readSecondFactor,
  listPasskeys: securityReplies.listPasskeys,
  listConnectedApps: securityReplies.listConnectedApps,
  listAccountEvents: { events: securityReplies.listAccountEvents.events.slice(0, 1), has_more: false },
  listSessions: {
    sessions: securityReplies.listSessions.sessions.slice(0, 1),
  },
  listUnactivatedRegistrations: [],
  readUser: {
    userinfo: { ...manager, username: "ida", email: "ida@reed.example", customer_id: [], seats: 0 },
  },
  listManagedLicenses: { managed_team_licenses: [] },
  listPurchases: { purchases: [] },
  listPersonalSeats: { seats: [] },
  listActivations: { activations: [], limits: [] },
};
