import type { ManagedLicense } from "@foyer/contract/licenses";
import type { Seat } from "@foyer/contract/seats";
import type { InvoicePreview, Subscription } from "@foyer/contract/subscription-wire";
import type { Page } from "@playwright/test";
import type { Replies } from "./answer-calls.ts";
import { billed, billingReplies, managersReplies, monthlyPlan, subscription, yearlyPlan } from "./people.ts";
import { quote } from "./paper-scenes.ts";
import type { Scene } from "./scene.ts";

const names = ["ada", "bo", "cleo", "dario", "edda", "farid", "greta", "hugo", "ines", "jun", "kaya", "leon"];

function aSeat(at: number, status: Seat["status"]): Seat {
  const name = `${names[at % names.length]}${at < names.length ? "" : at}`;
  const email = `${name}@birchworks.example`;
  if (status !== "pending") return { id: `s${at}`, username: name, email, status, short_url: null };
  return { id: `s${at}`, username: null, email, status, short_url: `https://accounts.fernhill.example/i/k3Jx9${at}` };
}

function seatsOf({ used_seats: used, invited_seats: invited }: ManagedLicense, expiring: number): Seat[] {
  return Array.from({ length: used }, (_, at) => {
    if (at < invited) return aSeat(at, "pending");
    return aSeat(at, at < invited + expiring ? "expiring" : "active");
  });
}

/** When the held seats were last used; one of seven never. */
function usesOf(seats: readonly Seat[]) {
  return seats
    .filter(({ status }) => status !== "pending")
    .map(({ id }, at) => ({ id, last_used: at % 7 === 3 ? null : `2026-11-${10 + (at % 10)}`, is_unused: false }));
}

/** Names and addresses as long as they may be. */
function long(seat: Seat, at: number): Seat {
  const name = at % 2 === 0 ? "bartholomew.featherstonehaugh" : "n".repeat(64);
  return { ...seat, username: seat.username && `${name}${at}`, email: `${name}${at}@research.birchworks.example` };
}

const preview: InvoicePreview = {
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

function teamReplies(license: ManagedLicense, seats: Seat[], paying: Subscription = billed): Replies {
  return {
    ...managersReplies,
    listManagedLicenses: { managed_team_licenses: [license] },
    listSeats: { seats },
    listLicenseActivations: { activations: [], seats: usesOf(seats) },
    readReferences: { references: { reference: "PO 4711/2026", required: false, subscriptions: [] } },
    createPaperQuote: { quote },
    listPlans: {
      plans: [
        { ...yearlyPlan, product: "p", nickname: null },
        { ...monthlyPlan, product: "p", nickname: null },
      ],
    },
    readCustomer: { ...billingReplies.readCustomer, subscriptions: [paying] },
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

function pressing(name: string, then?: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole("button", { name, exact: true }).first().click();
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).waitFor();
    await then?.(page);
  };
}

/** Changes the seats up to the review, past the reminder of seats that expire, and continues from there. */
export function toReview(quantity: string, then?: (page: Page) => Promise<void>): (page: Page) => Promise<void> {
  return pressing("Change Seats", async (page) => {
    await page.getByLabel("Quantity").fill(quantity);
    await page.getByRole("button", { name: "Confirm Quantity" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Pay $151.49" }).waitFor();
    await then?.(page);
  });
}

const many: ManagedLicense = {
  ...subscription,
  total_seats: 2200,
  used_seats: 2190,
  invited_seats: 300,
  available_seats: 10,
  renewing_quantity: 2000,
};
const longNamed: ManagedLicense = {
  ...subscription,
  description: `Outlinear 5 for ${"Wide".repeat(16)} and everybody else of the research department`,
};
export const quiet = { ...teamScene, viewportOnly: true, ready: showsTeam };

const launch = { name: "Launch", percent_off: 20, amount_off: null, currency: null, ends_at: null, is_once: false };

/** The review of a change of seats with a discount. */
function reviewed(name: string, discounted: Partial<InvoicePreview>): Scene {
  return {
    ...quiet,
    name,
    replies: { ...replies, previewInvoice: { ...preview, ...discounted } },
    act: toReview("30"),
  };
}

/** The team page in states that no journey reaches, and in those that tests and pictures use. */
export const teamScenes: readonly Scene[] = [
  { ...teamScene, name: "team", ready: showsTeam },
  { ...teamScene, name: "team-2200", replies: teamReplies(many, seatsOf(many, 40)), ready: showsTeam },
  {
    ...teamScene,
    name: "team-long",
    replies: teamReplies(longNamed, seatsOf(longNamed, 2).map(long)),
    ready: showsTeam,
  },
  { ...quiet, name: "team-review", act: toReview("30") },
  {
    ...quiet,
    name: "team-review-quote",
    replies: {
      ...replies,
      readReferences: { references: { reference: "", required: true, subscriptions: [] } },
    },
    act: toReview("30", async (page) => {
      await page.getByRole("button", { name: "As a quote (PDF)" }).click();
      await page.getByRole("link", { name: "Open quote" }).waitFor();
    }),
  },
  reviewed("team-review-spent", { spent_discount: 45_000 }),
  reviewed("coupon-kept", { discount: { ...launch, ends_at: 1_827_000_000, after: "kept" } }),
  reviewed("coupon-used", { discount: { ...launch, is_once: true, after: "used" } }),
];
