import { randomUUID } from "node:crypto";
import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { type Figure, median, type Part } from "./part.ts";

const CHECKOUTS = 60;
const WARM_UP = 15;
const CHECKOUT_WANTED = 1.5;
const PLAN = "OUTLINE-5-SUB-MONTHLY-WEB";
const PASSWORD = "river-stone-ada";

const lines = [
  { type: "account", username: "ada", email: "ada@example.com", password: PASSWORD, cards: ["4242424242424242"] },
];

/** Buys one subscription: the quote, and its payment. */
async function buy(system: RunningSystem, token: string): Promise<void> {
  const quoted = await system.call("POST", "/api/v2/checkout", { token, json: { plan: PLAN, quantity: 3 } });
  const { id } = quoted.body.checkout;
  const paid = await system.call("POST", `/api/v2/checkout/${id}/pay`, { token, json: { consents: ["terms"] } });
  if (paid.status !== 200) throw new Error(`nothing was bought: ${JSON.stringify(paid.body)}`);
}

type Body = Readonly<Record<string, string>>;

/** Sends one request to the sandbox, as the service's client does. */
async function atSandbox(system: RunningSystem, method: "GET" | "POST", to: string, body: Body = {}) {
  const answer = await fetch(`${system.url}/sandbox/stripe/v1/${to}`, {
    method,
    headers: {
      authorization: "Bearer sk_test_sandbox",
      ...(method === "POST"
        ? { "content-type": "application/x-www-form-urlencoded", "idempotency-key": randomUUID() }
        : {}),
    },
    ...(method === "POST" ? { body: new URLSearchParams(body).toString() } : {}),
  });
  if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${to}: ${await answer.text()}`);
  return (await answer.json()) as { id: string; latest_invoice: string };
}

/** A customer of the sandbox alone. */
async function sandboxCustomer(system: RunningSystem): Promise<string> {
  const { id } = await atSandbox(system, "POST", "customers", { email: "sandbox@example.com" });
  const card = await atSandbox(system, "POST", "payment_methods/pm_card_visa/attach", { customer: id });
  await atSandbox(system, "POST", `customers/${id}`, { "invoice_settings[default_payment_method]": card.id });
  return id;
}

/** Sends the requests that one purchase sends to the sandbox. */
async function buyAtSandbox(system: RunningSystem, customer: string): Promise<void> {
  await atSandbox(system, "GET", `customers/${customer}`);
  const { id, latest_invoice: invoice } = await atSandbox(system, "POST", "subscriptions", {
    customer,
    "items[0][plan]": PLAN,
    "items[0][quantity]": "3",
    payment_behavior: "default_incomplete",
  });
  const read = `invoices/${invoice}?expand[0]=confirmation_secret&expand[1]=payments.data.payment.payment_intent`;
  await atSandbox(system, "GET", read);
  await atSandbox(system, "POST", `invoices/${invoice}/pay`);
  await atSandbox(system, "GET", read);
  await atSandbox(system, "GET", `subscriptions/${id}?expand[0]=customer`);
  await atSandbox(system, "GET", `invoices?subscription=${id}&limit=20`);
  await atSandbox(system, "GET", read);
}

async function msOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The time that a purchase takes besides the sandbox's, against the sandbox's time for its requests, in turn. */
async function compareCheckout(system: RunningSystem): Promise<Figure> {
  const token = await system.signIn("ada", PASSWORD);
  const customer = await sandboxCustomer(system);
  const own: number[] = [];
  const sandbox: number[] = [];
  for (let n = 0; n < WARM_UP + CHECKOUTS; n++) {
    const times = [await msOf(() => buy(system, token)), await msOf(() => buyAtSandbox(system, customer))];
    if (n < WARM_UP) continue;
    own.push(times[0] ?? 0);
    sandbox.push(times[1] ?? 0);
  }
  const whole = median(own);
  const provider = median(sandbox);
  const ratio = (whole - provider) / provider;
  return {
    what: "checkout, own time",
    figure: `${ratio.toFixed(2)} × the sandbox's (quote and payment ${whole.toFixed(1)} ms, of it the sandbox ${provider.toFixed(1)} ms)`,
    wanted: `≤ ${CHECKOUT_WANTED}`,
    holds: ratio <= CHECKOUT_WANTED,
  };
}

/** BUY: the time of a purchase. */
export const buying: Part = {
  about: "purchases against the payment sandbox's own time for them",
  run: async () => {
    const system = await startFoyer({ lines, limitsOff: "buys dozens of times as one person" });
    try {
      return [await compareCheckout(system)];
    } finally {
      await system.close();
    }
  },
};
