import { call } from "@foyer/api-client/client";
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { api } from "./api.ts";
import { settings } from "./settings.ts";

const STAND_IN = "/sandbox/stripe.js";

let loading: Promise<Stripe> | null = null;

/**
 * The payment provider's script, fetched when it is first needed and never before (PAY-06). Where the payment sandbox
 * stands in for the provider, its own script takes that place. A failure is forgotten, so that the next call tries anew.
 */
export function paymentScript(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const [{ publishable_key: key }] = await Promise.all([
    call(api, "readPaymentConf"),
    settings.sandbox && addStandIn(),
  ]);
  const stripe = await loadStripe(key);
  if (!stripe) throw new Error("the payment provider's script did not start");
  return stripe;
}

/** With it in the page, `loadStripe` finds `window.Stripe` and fetches nothing more. */
function addStandIn(): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = STAND_IN;
    script.addEventListener("load", () => loaded());
    script.addEventListener("error", () => {
      script.remove();
      failed(new Error("the payment sandbox's script could not be fetched"));
    });
    document.head.append(script);
  });
}
