import { setTimeout as sleep } from "node:timers/promises";
import Stripe from "stripe";
import { sandboxServer } from "../src/testing/sandbox-server.ts";
import { stripeClient } from "./stripe-client.ts";

/** The time that a customer lives in; it only goes forward. */
interface TargetClock {
  /** What the customer is made with, where the provider keeps a clock for each; null where one clock is there for all. */
  readonly id: string | null;
  /** Unix seconds. */
  now(): Promise<number>;
  /** Returns when all that falls due by then is done. */
  advanceTo(unixSeconds: number): Promise<void>;
}

/** What the suite is held against. */
export interface Target {
  readonly stripe: Stripe;
  clock(): Promise<TargetClock>;
  close(): Promise<void>;
}

const CLOCK_TRIES = 120;

async function testClock(stripe: Stripe): Promise<TargetClock> {
  const { testClocks } = stripe.testHelpers;
  const { id } = await testClocks.create({ frozen_time: Math.floor(Date.now() / 1_000) });
  return {
    id,
    now: async () => (await testClocks.retrieve(id)).frozen_time,
    advanceTo: async (unixSeconds) => {
      await testClocks.advance(id, { frozen_time: unixSeconds });
      for (let tries = 0; tries < CLOCK_TRIES; tries++) {
        if ((await testClocks.retrieve(id)).status === "ready") return;
        await sleep(1_000);
      }
      throw new Error(`test clock ${id} does not get ready`);
    },
  };
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
    const seconds = (): number => Math.floor(server.now().getTime() / 1_000);
    return {
      stripe: stripeClient(server.url),
      clock: async () => ({
        id: null,
        now: async () => seconds(),
        advanceTo: (unixSeconds) => server.advance(unixSeconds - seconds()),
      }),
      close: () => server.close(),
    };
  }
  if (!/^[sr]k_test_/.test(key)) throw new Error("STRIPE_CONFORMANCE_KEY is not a key of the test mode");
  const stripe = url ? stripeClient(url, key) : new Stripe(key, { telemetry: false });
  return { stripe, clock: () => testClock(stripe), close: async () => undefined };
}
