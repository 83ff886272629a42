import { randomUUID } from "node:crypto";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { inTurn, type Request, type Times } from "./load.ts";
import type { Figure, Part } from "./part.ts";

/** Requests to each side: enough that the slowest hundredth contains twenty, so that a single one decides nothing. */
const COUNT = 2_000;
const WARM_UP = 500;
const WANTED = 1.5;
const MONTHLY = "OUTLINE-5-SUB-MONTHLY-WEB";

/** One managed subscription, with the data for requests to both sides. */
interface Held {
  readonly token: string;
  readonly customer: string;
  readonly subscription: string;
  readonly item: string;
}

const lines = [
  { type: "account", username: "ada", email: "ada@example.com", password: "river-stone-ada" },
  { type: "license", id: "lic", owners: ["ada"], product_id: MONTHLY, description: "Outlinear 5", total_seats: 5 },
  { type: "subscription", license: "lic", current_period_end: "+15d", tax_percent: 20 },
];

async function heldIn(system: RunningSystem): Promise<Held> {
  const token = await system.signIn("ada", "river-stone-ada");
  const { body } = await system.call("POST", "/api/1.1/user/", { token });
  const customer = String(body.userinfo.customer_id[0]);
  const listed = await system.call("GET", `/api/v2/customer/${customer}/subscriptions`, { token });
  const [subscription] = listed.body.subscriptions;
  return { token, customer, subscription: subscription.id, item: subscription.items.data[0].id };
}

/** Another number of seats for each request, like a person who tries several. */
const seats = (n: number): number => 6 + (n % 200);

const ownPreview =
  ({ token, customer, subscription, item }: Held) =>
  (n: number): Request => ({
    method: "POST",
    path: `/api/v2/customer/${customer}/invoice/${subscription}/preview`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ plan: MONTHLY, quantity: seats(n), subscription_item_id: item, default_tax_rates: [] }),
  });

/** The request that our client sends for it. */
const sandboxPreview =
  ({ customer, subscription, item }: Held) =>
  (n: number): Request => ({
    method: "POST",
    path: "/sandbox/stripe/v1/invoices/create_preview",
    headers: {
      authorization: "Bearer sk_test_sandbox",
      "content-type": "application/x-www-form-urlencoded",
      "idempotency-key": randomUUID(),
    },
    body: new URLSearchParams({
      customer,
      subscription,
      "subscription_details[items][0][id]": item,
      "subscription_details[items][0][plan]": MONTHLY,
      "subscription_details[items][0][quantity]": String(seats(n)),
      "subscription_details[proration_behavior]": "always_invoice",
      "subscription_details[proration_date]": String(Math.floor(Date.now() / 1_000)),
    }).toString(),
  });

async function compare(port: number, held: Held): Promise<Figure> {
  // With more concurrent requests than cores, the sandbox in the same process would be measured as well.
  const connections = 1;
  const kinds = [ownPreview(held), sandboxPreview(held)];
  await inTurn({ port, connections, count: WARM_UP, kinds });
  const [own, sandbox] = await inTurn({ port, connections, count: COUNT, kinds });
  const ratio = (own?.p99Ms ?? Number.NaN) / (sandbox?.p99Ms ?? Number.NaN);
  const both = (pick: (times: Times) => number): string =>
    [own, sandbox].map((times) => (times ? pick(times).toFixed(1) : "?")).join(" / ");
  return {
    what: "preview, p99",
    figure: `${ratio.toFixed(2)} × the sandbox (p99 ${both(({ p99Ms }) => p99Ms)} ms, p50 ${both(({ p50Ms }) => p50Ms)} ms)`,
    wanted: `≤ ${WANTED}`,
    holds: ratio <= WANTED,
  };
}

/** The cost of a preview compared with the time that the provider takes for it. */
export const preview: Part = {
  about: "previews of more seats, against the payment sandbox's own answers to the same question",
  run: async () => {
    const system = await startFoyer({ lines, limitsOff: "measures what one client asks thousands of times" });
    try {
      const held = await heldIn(system);
      const port = Number(new URL(system.url).port);
      return [await compare(port, held)];
    } finally {
      await system.close();
    }
  },
};
