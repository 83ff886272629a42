import { call } from "@foyer/api-client/client";
import type { Stripe } from "@stripe/stripe-js";
import { words } from "#words/billing";
import { api } from "../api.ts";
import { queryClient } from "../query-client.ts";
import { settings } from "../settings.ts";
import { paymentConfQuery } from "./queries.ts";

let loading: Promise<Stripe> | null = null;

/** The payment provider's script, loaded when it is first needed; the sandbox's stand-in where there is no provider. */
export function loadProvider(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    // Another try may succeed.
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const { publishable_key: key } = await queryClient.query(paymentConfQuery);
  const { loadStripe } = await import("@stripe/stripe-js/pure");
  if (settings.sandbox) await loadScript("/sandbox/stripe.js");
  const provider = await loadStripe(key);
  if (!provider) throw new Error(words.providerMissing);
  return provider;
}

function loadScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement("script");
    script.src = src;
    script.addEventListener("load", () => loaded());
    script.addEventListener("error", () => {
      script.remove();
      failed(new Error(words.providerMissing));
    });
    document.head.append(script);
  });
}

/** The bank could not confirm, or the person gave up there. */
export class AuthenticationFailed extends Error {}

/**
 * Lets the card holder's bank ask what it wants to know about a payment.
 *
 * @throws AuthenticationFailed with the provider's sentence.
 */
export async function authenticatePayment(clientSecret: string): Promise<void> {
  const provider = await loadProvider();
  const { error, paymentIntent } = await provider.confirmCardPayment(clientSecret);
  if (error || paymentIntent.status === "canceled")
    throw new AuthenticationFailed(error?.message ?? words.authenticationFailed);
}

/** Ends the wait of a setup or payment whose outcome the service is to be asked for. */
export async function finalize(invoice: string): Promise<void> {
  await call(api, "finalizeInvoice", { params: { invoice } });
}
