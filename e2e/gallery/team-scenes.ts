import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import type { InvoicePreview, Subscription } from "@foyer/contract/subscription-wire";
import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { billingReplies, managersReplies, perpetualTeam, subscription } from "./people.ts";
import { quote } from "./paper-scenes.ts";
import type { Scene } from "./scene.ts";

const names = ["ada", "bo", "cleo", "dario", "edda", "farid", "greta", "hugo", "ines", "jun", "kaya", "leon"];

function aSeat(at: number, status: Seat["status"]): Seat {
  const name = `${names[at % names.length]}${at < names.length ? "" : at}`;
  const email = `${name}@birchworks.example`;
  if (status !== "pending") return { id: `s${at}`, username: name, email, status, short_url: null };
  return { id: `s${at}`, username: null, email, status, short_url: `https://accounts.fernhill.example/i/k3Jx9${at}` };
}

export function seatsOf({ used_seats: used, invited_seats: invited }: ManagedLicense, expiring: number): Seat[] {
  return Array.from({ length: used }, (_, at) => {
    if (at < invited) return aSeat(at, "pending");
    return aSeat(at, at < invited + expiring ? "expiring" : "active");
  });
}

const plan = { id: "OUTLINE-5-SUB-ANNUAL-WEB", amount: 9000, interval: "year", currency: "usd" } as const;

export const paid: Subscription = {
  id: "sub_1",
  status: "active",
  cancel_at_period_end: false,
  current_period_end: 1_804_066_200,
  default_tax_rates: [],
  items: {
    data: [
      {
        id: "si_1",
        quantity: 25,
        plan,
        tax_rates: [],
      },
    ],
  },
  next: null,
  waiting: null,
};

export const preview: InvoicePreview = {
  lines: {
    data: [
      {
        amount: -63_123,
        description: "Unused time on 25 × Outlinear 5 after 21 Nov 2026",
        period: { start: 1_795_262_400, end: 1_804_066_200 },
        proration: true,
      },
      {
        amount: 75_747,
        description: "Remaining time on 30 × Outlinear 5 after 21 Nov 2026",
        period: { start: 1_795_262_400, end: 1_804_066_200 },
        proration: true,
      },
    ],
  },
  subtotal: 12_624,
  tax: 2525,
  total: 15_149,
  currency: "usd",
  quote: { id: "quote_1", expires_at: 1_795_264_200 },
  next_renewal: { total: 324_000, at: 1_804_066_200 },
};

export function teamReplies(license: ManagedLicense, seats: Seat[], paying: Subscription = paid): Replies {
  return {
    ...managersReplies,
    listManagedLicenses: { managed_team_licenses: [license] },
    listSeats: { seats },
    readReferences: { references: { reference: "PO 4711/2026", required: false, subscriptions: [] } },
    createPaperQuote: { quote },
    listPlans: {
      plans: [
        { ...plan, product: "p", nickname: null },
        {
          id: "OUTLINE-5-SUB-MONTHLY-WEB",
          amount: 900,
          interval: "month",
          currency: "usd",
          product: "p",
          nickname: null,
        },
      ],
    },
    readCustomer: {
      customer: { id: "cus_1", email: "maren@birchworks.example", default_payment_method: "pm_1", balance: 0 },
      subscriptions: [paying],
    },
    previewInvoice: preview,
    listPaymentMethods: billingReplies.listPaymentMethods,
    listManagers: {
      managers: [
        { username: "maren", email: "maren@birchworks.example", is_contact: true, is_payer: true },
        { username: "tilo", email: "tilo@birchworks.example", is_contact: false, is_payer: false },
      ],
    },
    listLicenseEvents: {
      has_more: true,
      events: [
        {
          id: "e3",
          at: "2026-11-20T09:30:00Z",
          act: "seats.invited",
          by: "maren",
          by_kind: "person",
          details: {
            count: 3,
            addresses: ["ada@birchworks.example", "bo@birchworks.example", "cleo@birchworks.example"],
          },
        },
        {
          id: "e2",
          at: "2026-11-02T16:05:00Z",
          act: "subscription.changed",
          by: null,
          by_kind: "provider",
          details: { plan: "OUTLINE-5-SUB-ANNUAL-WEB", total_seats: 25, renewing_quantity: 25, state: "active" },
        },
      ],
    },
  };
}

const replies = teamReplies(subscription, seatsOf(subscription, 2));
/** The team page in its usual state. */
export const teamScene = { path: "/manage-team", signedIn: true, team: "L1", replies, ready: showsTeam };

async function showsTeam(page: Page) {
  await page
    .getByText(/seats? used/)
    .first()
    .waitFor();
  await page.getByRole("table").first().waitFor();
}

export function pressing(name: string, then?: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole("button", { name, exact: true }).first().click();
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();
    await then?.(page);
  };
}

export async function confirmQuantity(page: Page, quantity: string) {
  await page.getByLabel("Quantity").fill(quantity);
  await page.getByRole("button", { name: "Confirm Quantity" }).click();
}

const many: ManagedLicense = {
  ...subscription,
  total_seats: 2200,
  used_seats: 2190,
  invited_seats: 300,
  available_seats: 10,
  renewing_quantity: 2000,
};
const one: ManagedLicense = {
  ...subscription,
  total_seats: 1,
  used_seats: 0,
  invited_seats: 0,
  available_seats: 1,
  renewing_quantity: 1,
};
const full: ManagedLicense = { ...perpetualTeam, used_seats: 10, available_seats: 0 };
const ended: ManagedLicense = { ...subscription, subscription_state: "inactive", subscription_status: "canceled" };
export const quiet = { ...teamScene, viewportOnly: true, ready: showsTeam };

const waitingReplies = teamReplies(subscription, seatsOf(subscription, 0), {
  ...paid,
  waiting: { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 30, invoice: "in_1", total: 15_149, client_secret: "x" },
});
const showsWaiting = async (page: Page) => await page.getByText(/waits for your bank/).waitFor();
/** Replaces the provider's script: the cardholder's bank refuses. */
const bankSaysNo = `window.Stripe = () => ({
  confirmCardPayment: async () => ({ error: { type: "card_error", payment_intent: { status: "requires_payment_method" } } }),
});`;

/** A table with two columns of addresses. One address has an invisible character. */
const staffTable = [
  "Name;Work email of the person;Manager email",
  "Jörg;jorg.sandmann-weatherby@birchworks-engineering.example;boss@oak.example",
  "Ines;ines@oak.example;boss@oak.example",
  "Maya;maya\u00ad.brook@oak.example;",
  "Tom;tom@oak.example;boss@oak.example",
].join("\n");
async function chooseTable(page: Page) {
  const buffer = Buffer.from(staffTable);
  await page.getByLabel("Invite from a file").setInputFiles({ name: "hr.csv", mimeType: "text/csv", buffer });
  await page.getByRole("dialog").getByText("Which column").waitFor();
}

const device = {
  id: "act_1",
  registration_id: "L1",
  product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
  seat_id: "s8",
  name: "Studio Mac",
  platform: "macOS 16",
  app_version: "5.2.1",
  created: "2026-03-04T08:00:00Z",
  last_seen: "2026-11-20",
  offline_until: null,
  state: "live" as const,
  freed: null,
};
const devices = [
  device,
  {
    ...device,
    id: "act_2",
    name: "The old laptop that still stands in the attic of the office",
    platform: "Windows 11",
    offline_until: "2026-12-01T08:00:00Z",
  },
  { ...device, id: "act_3", seat_id: null, name: null, app_version: null, last_seen: null },
  { ...device, id: "act_4", seat_id: "s9", state: "leaving" as const, offline_until: "2026-12-01T08:00:00Z" },
];
const manyDevices = Array.from({ length: 14 }, (_, at) => ({ ...device, id: `d${at}`, name: `Lab PC ${at + 1}` }));
const toDevices = async (page: Page) =>
  await page.getByRole("heading", { name: "Devices" }).evaluate((heading) => heading.scrollIntoView());
const showsDevices = async (page: Page) => await page.getByRole("table", { name: "Devices" }).waitFor();

/** The team page in every state. */
export const teamScenes: readonly Scene[] = [
  { ...teamScene, name: "team", ready: showsTeam },
  { ...teamScene, name: "team-2200", replies: teamReplies(many, seatsOf(many, 40)), ready: showsTeam },
  {
    ...teamScene,
    name: "team-1-empty",
    replies: teamReplies(one, []),
    ready: async (page) => await page.getByText(/aren't currently team members/).waitFor(),
  },
  {
    ...teamScene,
    name: "team-seat-license-full",
    team: "L2",
    replies: teamReplies(full, seatsOf(full, 0)),
    ready: showsTeam,
  },
  {
    ...teamScene,
    name: "team-1-invited",
    replies: teamReplies({ ...one, used_seats: 1, invited_seats: 1, available_seats: 0 }, [aSeat(0, "pending")]),
    ready: showsTeam,
  },
  { ...teamScene, name: "team-ended", replies: teamReplies(ended, seatsOf(ended, 0)), ready: showsTeam },
  {
    ...teamScene,
    name: "team-pending",
    replies: teamReplies({ ...subscription, renewing_quantity: 20 }, seatsOf(subscription, 5), {
      ...paid,
      next: { plan: "OUTLINE-5-SUB-ANNUAL-WEB", quantity: 20, at: 1_804_066_200 },
    }),
    ready: showsTeam,
  },
  {
    ...teamScene,
    name: "team-waiting",
    replies: waitingReplies,
    ready: showsWaiting,
  },
  {
    ...teamScene,
    name: "team-waiting-failed",
    replies: { ...waitingReplies, abandonChange: { subscription: paid } },
    ready: showsWaiting,
    act: async (page) => {
      await page.route("**/sandbox/stripe.js", (route) =>
        route.fulfill({ contentType: "text/javascript", body: bankSaysNo }),
      );
      await page.getByRole("button", { name: "Continue payment" }).click();
      await page.getByRole("group", { name: "The payment did not go through" }).waitFor();
    },
  },
  {
    ...teamScene,
    name: "team-waiting-unknown",
    replies: waitingReplies,
    ready: showsWaiting,
    act: async (page) => {
      await page.route("**/sandbox/stripe.js", (route) => route.abort());
      await page.getByRole("button", { name: "Continue payment" }).click();
      await page.getByText("We do not know yet").waitFor();
    },
  },
  {
    ...teamScene,
    name: "team-canceled",
    replies: teamReplies({ ...subscription, cancel_at_period_end: true }, seatsOf(subscription, 0), {
      ...paid,
      cancel_at_period_end: true,
    }),
    ready: async (page) => await page.getByRole("button", { name: "Turn on Auto-Renewal" }).waitFor(),
  },
  {
    ...teamScene,
    name: "team-not-payer",
    replies: { ...replies, readCustomer: { refusal: "object.not_found" } },
    ready: showsTeam,
  },
  {
    ...teamScene,
    name: "team-partial",
    replies: { ...replies, listSeats: { refusal: "internal" }, listManagers: "unreachable" },
    ready: async (page) => await page.getByText("The seats cannot be shown right now.").waitFor(),
  },
  { ...quiet, name: "team-quantity", act: pressing("Change Seats") },
  {
    ...quiet,
    name: "team-quantity-warning",
    act: pressing("Change Seats", async (page) => {
      await page.getByLabel("Quantity").fill("abc");
      await page.getByText("Double-check").waitFor();
    }),
  },
  {
    ...quiet,
    name: "team-choose",
    act: pressing("Change Seats", async (page) => {
      await confirmQuantity(page, "10");
      await page.getByText("still to choose").waitFor();
    }),
  },
  {
    ...quiet,
    name: "team-review",
    act: pressing("Change Seats", async (page) => {
      await confirmQuantity(page, "30");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Pay $151.49" }).waitFor();
    }),
  },
  {
    ...quiet,
    name: "team-review-quote",
    replies: {
      ...replies,
      readReferences: { references: { reference: "", required: true, subscriptions: [] } },
    },
    act: pressing("Change Seats", async (page) => {
      await confirmQuantity(page, "30");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "As a quote (PDF)" }).click();
      await page.getByRole("link", { name: "Open quote" }).waitFor();
    }),
  },
  {
    ...quiet,
    name: "team-declined",
    replies: { ...replies, changeSubscription: { subscription: paid }, createInvoice: { refusal: "payment.declined" } },
    act: pressing("Change Seats", async (page) => {
      await confirmQuantity(page, "30");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Pay $151.49" }).click();
      await page.getByText("Whoops").waitFor();
    }),
  },
  {
    ...quiet,
    name: "team-switch-too-early",
    act: pressing("Switch to Monthly", async (page) => {
      await page.getByText("opens later").waitFor();
    }),
  },
  { ...quiet, name: "team-cancel", act: pressing("Cancel Subscription") },
  {
    ...quiet,
    name: "team-remove",
    act: async (page) => {
      await page.getByLabel("Select all").check();
      await pressing("Remove User(s)")(page);
    },
  },
  { ...quiet, name: "team-share", act: pressing("Share Invite URL") },
  {
    ...quiet,
    name: "team-file",
    act: async (page) => {
      const content = "Name,Email\nAda,ada@birchworks.example\nMo,mo@reed.example\nMo,MO@reed.example\nX,nonsense\n";
      const buffer = Buffer.from(content + names.map((name) => `${name},${name}@oak.example\n`).join(""));
      await page.getByLabel("Invite from a file").setInputFiles({ name: "team.csv", mimeType: "text/csv", buffer });
      await page.getByRole("dialog").waitFor();
    },
  },
  { ...quiet, name: "team-file-columns", act: chooseTable },
  {
    ...quiet,
    name: "team-file-invisible",
    act: async (page) => {
      await chooseTable(page);
      await page.getByRole("button", { name: "Use this column: Work email of the person" }).click();
      await page.getByText("Has an invisible character").waitFor();
    },
  },
  {
    ...teamScene,
    name: "team-typed-columns",
    act: async (page) => {
      await page.getByLabel("Email addresses").fill(staffTable.replaceAll(";", "\t"));
      await page.getByText("Which column").waitFor();
    },
  },
  {
    ...quiet,
    name: "team-review-spent",
    replies: { ...replies, previewInvoice: { ...preview, spent_discount: 45_000 } },
    act: pressing("Change Seats", async (page) => {
      await confirmQuantity(page, "30");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("is used up").waitFor();
    }),
  },
  {
    ...quiet,
    name: "team-devices",
    replies: { ...replies, listLicenseActivations: { activations: devices, seats: null } },
    ready: showsDevices,
    act: toDevices,
  },
  {
    ...quiet,
    name: "team-devices-many",
    replies: { ...replies, listLicenseActivations: { activations: manyDevices, seats: null } },
    ready: showsDevices,
    act: toDevices,
  },
];
