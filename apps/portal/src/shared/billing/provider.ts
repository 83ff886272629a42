import type { Stripe } from "@stripe/stripe-js";
import { words } from "#words/payment";
import { queryClient } from "../requests/query-client.ts";
import { settings } from "../settings/settings.ts";
import { paymentConfQuery } from "./queries.ts";

/** The part of the browser's trusted types that the portal uses. */
interface TrustedTypes {
  createPolicy(name: "default", rules: { createScriptURL(url: string): string | null }): unknown;
}

let isTrusted = false;

/**
 * Allows loading a script from the provider, and from no other place.
 *
 * The page's policy makes the browser refuse any string in a place for code. The provider's loader sets the URL of
 * its script as a string, so the policy named `default` decides about it; it never allows markup or code.
 */
function trustProvider(isProviders: (url: URL) => boolean): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (isTrusted || !trustedTypes) return;
  trustedTypes.createPolicy("default", {
    createScriptURL: (url) => (isProviders(new URL(url, location.href)) ? url : null),
  });
  isTrusted = true;
}

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
