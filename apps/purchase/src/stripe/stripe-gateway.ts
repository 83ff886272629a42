import type { PaymentGateway } from "./payment-gateway.ts";
import { stripeCaller } from "./stripe-call.ts";
import { stripeCards, stripeCustomers } from "./stripe-customers.ts";
import { stripeCoupons } from "./stripe-coupons.ts";
import { stripeCredits } from "./stripe-credits.ts";
import { stripeCatalogue } from "./stripe-catalogue.ts";
import { createStripeClient, type StripeSettings } from "./stripe-client.ts";
import { stripeEvents } from "./stripe-events.ts";
import { stripeInvoiceDrafts, stripeInvoices, stripeOnceInvoices } from "./stripe-invoices.ts";
import { stripePapers } from "./stripe-papers.ts";
import { stripeSubscriptions } from "./stripe-subscriptions.ts";

export interface GatewaySettings extends StripeSettings {
  readonly webhookSecret: string;
}

export function stripeGateway(settings: GatewaySettings): PaymentGateway {
  const caller = stripeCaller(createStripeClient(settings));
  return {
    ...stripeCatalogue(caller),
    ...stripeCoupons(caller),
    ...stripeCustomers(caller),
    ...stripeCards(caller),
    ...stripeSubscriptions(caller),
    ...stripeInvoices(caller),
    ...stripeInvoiceDrafts(caller),
    ...stripeOnceInvoices(caller),
    ...stripePapers(caller, settings.sandbox),
    ...stripeCredits(caller),
    ...stripeEvents(caller, {
      webhookSecret: settings.webhookSecret,
      livemode: /^(sk|rk)_live_/.test(settings.apiKey),
    }),
  };
}
