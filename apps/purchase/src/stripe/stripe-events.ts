import type { PaymentGateway, ProviderEvent } from "./payment-gateway.ts";
import { ProviderFailure } from "./provider-failure.ts";
import type { StripeCaller } from "./stripe-call.ts";
import { asProviderFailure } from "./stripe-failure.ts";
import { readEvent } from "./stripe-reading.ts";

const SKEW_SECONDS = 300;
const EVENTS_AT_ONCE = 1_000;

/**
 * Refuses a signature that is more than five minutes old or in the future. Uses the wall clock, not the
 * sandbox's. The client's own check accepts times in the future.
 */
function refuseStale(signature: string): void {
  const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
  if (!(Math.abs(Date.now() / 1000 - at) <= SKEW_SECONDS)) {
    throw new ProviderFailure("forged", "The signature is too old, too new or has no time.");
  }
}

export function stripeEvents(
  { stripe, read }: StripeCaller,
  options: { readonly webhookSecret: string; readonly livemode: boolean },
) {
  // Anyone could sign with an empty secret.
  if (options.webhookSecret.length < 8) throw new Error("the webhook secret is missing");
  return {
    eventsSince: (since) =>
      read(async () => {
        const events: ProviderEvent[] = [];
        for await (const event of stripe.events.list({ limit: 100 })) {
          if (event.created < since || events.length >= EVENTS_AT_ONCE) break;
          events.push(readEvent(event, options.livemode));
        }
        return events.filter(({ isOurs }) => isOurs).toReversed();
      }),
    readEvent: (rawBody, signature) => {
      refuseStale(signature);
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, options.webhookSecret, SKEW_SECONDS);
        return readEvent(event, options.livemode);
      } catch (error) {
        const failure = asProviderFailure(error);
        if (failure instanceof ProviderFailure) throw failure;
        throw new ProviderFailure("forged", "The event cannot be read.", { cause: error });
      }
    },
  } satisfies Partial<PaymentGateway>;
}
