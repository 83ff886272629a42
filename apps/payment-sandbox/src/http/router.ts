import { Refusal } from "../wire/refusal.ts";
import { creditNoteRoutes } from "../routes/credit-notes.ts";
import { customerRoutes } from "../routes/customers.ts";
import { eventRoutes } from "../routes/events.ts";
import { invoiceItemRoutes } from "../routes/invoice-items.ts";
import { invoicePreviewRoutes } from "../routes/invoice-preview.ts";
import { invoiceRoutes } from "../routes/invoices.ts";
import { paymentIntentRoutes } from "../routes/payment-intents.ts";
import { paymentMethodRoutes } from "../routes/payment-methods.ts";
import { planRoutes } from "../routes/plans.ts";
import { refundRoutes } from "../routes/refunds.ts";
import type { Route } from "../routes/route.ts";
import { setupIntentRoutes } from "../routes/setup-intents.ts";
import { subscriptionRoutes } from "../routes/subscriptions.ts";
import { taxRateRoutes } from "../routes/tax-rates.ts";

/** The preview stands before `invoices/:id`, which would take its name for an id. */
const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...planRoutes,
  ...taxRateRoutes,
  ...subscriptionRoutes,
  ...invoicePreviewRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...creditNoteRoutes,
  ...eventRoutes,
];

const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(":id", "([^/]+)")}$`),
}));

/** The provider's nouns that exist there and not here: refused as not modeled rather than as unknown. */
const ELSEWHERE =
  /^(coupons|promotion_codes|subscription_schedules|quotes|accounts|checkout|billing_portal|payment_links|disputes|payouts|test_helpers|subscription_items|meters|entitlements)\b/;

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
  if (ELSEWHERE.test(path)) {
    throw new Refusal(400, `The payment sandbox does not model ${path.split("/")[0]}.`, {
      code: "sandbox_not_supported",
    });
  }
  throw new Refusal(
    404,
    `Unrecognized request URL (${method}: /v1/${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
}
