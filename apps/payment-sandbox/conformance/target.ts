import Stripe from "stripe";
import { sandboxServer } from "../src/testing/sandbox-server.ts";
import { stripeClient } from "./stripe-client.ts";

/** What the suite is held against. */
export interface Target {
  readonly stripe: Stripe;
  close(): Promise<void>;
}

/**
 * The sandbox on a database of its own; or, with STRIPE_CONFORMANCE_KEY, the provider's own test mode; or, with
 * STRIPE_CONFORMANCE_URL too, what answers there: `http://127.0.0.1:4400/sandbox/stripe`, another emulator.
 *
 * @throws Error for a key that is not one of the test mode: with another one the suite would charge real cards.
 */
export async function conformanceTarget(): Promise<Target> {
  const key = process.env["STRIPE_CONFORMANCE_KEY"];
  const url = process.env["STRIPE_CONFORMANCE_URL"];
  if (!key) {
    const server = await sandboxServer(new Date());
    return { stripe: stripeClient(server.url), close: () => server.close() };
  }
  if (!/^[sr]k_test_/.test(key)) throw new Error("STRIPE_CONFORMANCE_KEY is not a key of the test mode");
  const stripe = url ? stripeClient(url, key) : new Stripe(key, { telemetry: false });
  return { stripe, close: async () => undefined };
}
