import { routes } from "@foyer/service-kit/routes";
import { readActs } from "@foyer/service-kit/staff-acts";
import { compareCatalogue } from "../catalogue/catalogue.ts";
import { compareCoupons } from "../coupons/compare-coupons.ts";
import type { Deps } from "../deps.ts";
import { listRuns } from "../reconcile/run-store.ts";
import { staffCancelPurchase } from "./cancel-purchase.ts";
import { staffReadCustomer } from "./customer-page.ts";
import { staffListBillingTasks, staffRetryBillingTask } from "./machine-room.ts";
import { staffAllowPurchases, staffListPurchases } from "./purchases.ts";
import { staffPutDiscount } from "./put-discount.ts";
import { staffRefund } from "./refund.ts";
import { staffRemoveBillingContact } from "./remove-billing-contact.ts";
import { staffResync } from "./resync.ts";
import { staffSearchBilling } from "./search.ts";
import { staffStartSubscription } from "./start-subscription.ts";

/** Routes of the staff area. Each endpoint declares the right that it needs. */
export function staffRoutes(deps: Deps) {
  return routes({
    staffSearchBilling: async ({ query }) => ({ results: await staffSearchBilling(deps, query.q) }),
    staffReadCustomer: ({ params }) => staffReadCustomer(deps, params.id),
    staffStartSubscription: ({ caller, params, body }) => staffStartSubscription(deps, caller, params.id, body),
    staffRefund: async ({ caller, ip, params, body }) => {
      // A preview moves no money.
      if (body.preview !== true) await deps.accounts.requireProof(caller, body.password, ip);
      return staffRefund(deps, caller, params.id, body);
    },
    staffResync: ({ caller, params, body }) => staffResync(deps, caller, params.id, body),
    staffRemoveBillingContact: ({ caller, params, body }) => staffRemoveBillingContact(deps, caller, params.id, body),
    staffListBillingActs: ({ query }) => readActs(deps.db, query),
    staffListBillingTasks: async ({ query }) => ({ tasks: await staffListBillingTasks(deps, query) }),
    staffListReconcilerRuns: async ({ query }) => ({ runs: await listRuns(deps, query) }),
    staffListPurchases: ({ params }) => staffListPurchases(deps, params.id),
    staffAllowPurchases: ({ caller, params, body }) => staffAllowPurchases(deps, caller, params.id, body),
    staffCancelPurchase: async ({ caller, ip, params, body }) => {
      if (body.preview !== true) await deps.accounts.requireProof(caller, body.password, ip);
      return staffCancelPurchase(deps, caller, params, body);
    },
    staffPutDiscount: ({ caller, params, body }) => staffPutDiscount(deps, caller, params.id, body),
    staffReadCatalogue: async () => ({ plans: await compareCatalogue(deps), coupons: await compareCoupons(deps) }),
    staffRetryBillingTask: async ({ caller, params, body }) => {
      await staffRetryBillingTask(deps, caller, params.id, body);
      return { status: "success" as const };
    },
  });
}
