import { expect } from "vitest";
import { type Change, charged, lateTerm } from "./changes.ts";
import type { Json } from "./provider.ts";
import { MONTHLY, type PurchaseWorld, YEARLY } from "./purchase-world.ts";
import { type Subscriber, subscriptionCalls } from "./subscribers.ts";

const invoiceItems = async (world: PurchaseWorld, { customer }: Subscriber): Promise<Json[]> =>
  (await world.provider("GET", "invoiceitems", { customer, limit: 100 })).data;
const ownInvoices = async (world: PurchaseWorld, who: Subscriber): Promise<Json[]> =>
  (await subscriptionCalls(world).invoicesOf(who)).filter(({ billing_reason: reason }) => reason === "manual");

interface OwnStep {
  readonly step: string;
  readonly path: (who: Subscriber) => string;
  readonly isDone: (world: PurchaseWorld, who: Subscriber) => Promise<boolean>;
  readonly isPaid?: boolean;
}

/** The steps of an increase with an invoice by this service, and a check whether the provider has done each. */
const ownSteps: readonly OwnStep[] = [
  {
    step: "its payment",
    path: () => "invoices/",
    isDone: async (world, who) => (await ownInvoices(world, who)).some(({ status }) => status === "paid"),
  },
  {
    step: "its seats",
    isPaid: true,
    path: ({ subscription }) => `subscriptions/${subscription}`,
    isDone: async (world, who) => (await subscriptionCalls(world).provided(who)).items.data[0].quantity === 5,
  },
];

/** More seats in a paid term that the provider shows as a trial. */
export const increasesAfterSwitch = ownSteps.map(({ step, path, isDone, isPaid = false }: OwnStep): Change => ({
  name: `more seats after a switch that was taken back, ${step}`,
  make: async (world) => {
    const who = lateTerm(world);
    const { read, record } = subscriptionCalls(world);
    for (const plan of [MONTHLY, YEARLY]) {
      expect((await record(who, { plan, quantity: 3 })).status).toBe(200);
      // A repeat within the minute would count as the same request.
      world.moveClock(61);
    }
    const subject = await charged(world, who, { plan: YEARLY, quantity: 5 });
    const expectNoItems = async (): Promise<void> =>
      expect((await invoiceItems(world, who)).filter(({ invoice }) => invoice === null)).toEqual([]);
    return {
      ...subject,
      path: path(who),
      isAtProvider: () => isDone(world, who),
      expectOnce: async () => {
        await subject.expectOnce();
        await expectNoItems();
      },
      // After the payment, the seats follow as soon as the provider accepts them.
      expectNothing: isPaid
        ? async () => expect((await read(who)).items.data[0].quantity).toBe(3)
        : () => subject.expectNothing(),
    };
  },
}));
