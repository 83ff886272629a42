import { notModeled, Refusal } from "../wire/refusal.ts";
import { couponRoutes } from "../routes/coupons.ts";
import { creditNoteRoutes } from "../routes/credit-notes.ts";
import { customerRoutes } from "../routes/customers.ts";
import { eventRoutes } from "../routes/events.ts";
import { invoiceItemRoutes } from "../routes/invoice-items.ts";
import { invoicePreviewRoutes } from "../routes/invoice-preview.ts";
import { invoiceRoutes } from "../routes/invoices.ts";
import { paymentIntentRoutes } from "../routes/payment-intents.ts";
import { paymentMethodRoutes } from "../routes/payment-methods.ts";
import { planRoutes } from "../routes/plans.ts";
import { priceRoutes } from "../routes/prices.ts";
import { disputeRoutes } from "../routes/disputes.ts";
import { refundRoutes } from "../routes/refunds.ts";
import type { Route } from "../routes/route.ts";
import { setupIntentRoutes } from "../routes/setup-intents.ts";
import { subscriptionRoutes } from "../routes/subscriptions.ts";
import { taxRateRoutes } from "../routes/tax-rates.ts";

const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...planRoutes,
  ...priceRoutes,
  ...taxRateRoutes,
  ...couponRoutes,
  ...subscriptionRoutes,
  ...invoicePreviewRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...creditNoteRoutes,
  ...eventRoutes,
];

const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(":id", "([^/]+)")}$`),
}));

/** Nouns of the provider. A call of one of them that has no route here is refused as not modeled instead of unknown. */
const NOUNS: ReadonlySet<string | undefined> = new Set([
  ...ROUTES.map((route) => route.path.split("/")[0]),
  ...`subscription_schedules quotes accounts checkout billing_portal payment_links payouts
  test_helpers subscription_items meters entitlements prices invoice_payments`.split(/\s+/),
]);

export interface Match {
  route: Route;
  id: string;
  secondId: string;
}

/** The route of a path below `/v1/`. */
export function matched(method: string, path: string): Match {
  for (const { route, pattern } of PATTERNS) {
    const found = route.method === method ? pattern.exec(path) : null;
    if (found) return { route, id: decodeURIComponent(found[1] ?? ""), secondId: decodeURIComponent(found[2] ?? "") };
  }
  if (NOUNS.has(path.split("/")[0])) throw notModeled(`${method} /v1/${path}`);
  throw new Refusal(
    404,
    `Unrecognized request URL (${method}: /v1/${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
}
