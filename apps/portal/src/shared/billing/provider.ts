import type { Stripe } from "@stripe/stripe-js";
import { words } from "#words/payment";
import { queryClient } from "../requests/query-client.ts";
import { settings } from "../settings/settings.ts";
import { paymentConfQuery } from "./queries.ts";
import { trustProvider } from "./trust-provider.ts";

const STAND_IN = "/sandbox/stripe.js";

let loading: Promise<Stripe> | null = null;

/** Loads the payment provider's script at the first use; without a provider, the sandbox's replacement. */
export function loadProvider(): Promise<Stripe> {
  loading ??= load().catch((error: unknown) => {
    // A later attempt may succeed.
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Stripe> {
  const { publishable_key: key } = await queryClient.query(paymentConfQuery);
  const { loadStripe } = await import("@stripe/stripe-js/pure");
  trustProvider(({ origin, pathname }) =>
    settings.sandbox ? origin === location.origin && pathname === STAND_IN : origin === "https://js.stripe.com",
  );
  if (settings.sandbox) await loadScript(STAND_IN);
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
