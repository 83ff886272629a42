import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import type { InvoicePreview, Subscription } from "@foyer/contract/subscription-wire";
import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { billingReplies, managersReplies, subscription } from "./people.ts";
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

const paid: Subscription = {
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

/** The team page in every state. */
export const teamScenes: readonly Scene[] = [
  { ...teamScene, name: "team", ready: showsTeam },
  { ...teamScene, name: "team-2200", replies: teamReplies(many, seatsOf(many, 40)), ready: showsTeam },
  {
    ...teamScene,
    name: "team-waiting",
    isMovedByNotice: true,
    replies: waitingReplies,
    ready: showsWaiting,
  },
  {
    ...teamScene,
    name: "team-waiting-failed",
    isMovedByNotice: true,
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
    isMovedByNotice: true,
    replies: { ...waitingReplies, readPayment: { refusal: "provider.unavailable" } },
    ready: showsWaiting,
    act: async (page) => {
      await page.route("**/sandbox/stripe.js", (route) => route.abort());
      await page.getByRole("button", { name: "Continue payment" }).click();
      await page.getByText("We do not know yet").waitFor();
    },
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
    name: "team-review-spent",
    replies: { ...replies, previewInvoice: { ...preview, spent_discount: 45_000 } },
    act: pressing("Change Seats", async (page) => {
      await confirmQuantity(page, "30");
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByText("is used up").waitFor();
    }),
  },
];
