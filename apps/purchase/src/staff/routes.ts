import * as staff from "@foyer/contract/staff-purchase";
import { type Route, route } from "@foyer/service-kit/call";
import { readActs } from "@foyer/service-kit/staff-acts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { listRuns } from "../reconcile/run-store.ts";
import { readCustomerPage } from "./customer-page.ts";
import { listTasks, retryTask } from "./machine-room.ts";
import { refund } from "./refund.ts";
import { resync } from "./resync.ts";
import { searchBilling } from "./search.ts";
import { startForLicense } from "./start-for-license.ts";

/** The staff's area; its endpoints say which right each call needs. */
export function staffRoutes(deps: PurchaseDeps): Route[] {
  return [
    route(staff.staffSearchBilling, async ({ query }) => ({ results: await searchBilling(deps, query.q) })),
    route(staff.staffReadCustomer, ({ params }) => readCustomerPage(deps, params.id)),
    route(staff.staffStartSubscription, ({ caller, params, body }) => startForLicense(deps, caller, params.id, body)),
    route(staff.staffRefund, async ({ caller, ip, params, body }) => {
      // Looking at a preview moves no money.
      if (body.preview !== true) await deps.accounts.requireProof(caller, body.password, ip);
      return refund(deps, caller, params.id, body);
    }),
    route(staff.staffResync, ({ caller, params, body }) => resync(deps, caller, params.id, body)),
    route(staff.staffListBillingActs, ({ query }) => readActs(deps.database.kysely, query)),
    route(staff.staffListBillingTasks, async ({ query }) => ({ tasks: await listTasks(deps, query) })),
    route(staff.staffListReconcilerRuns, async ({ query }) => ({ runs: await listRuns(deps, query) })),
    route(staff.staffRetryBillingTask, async ({ caller, params, body }) => {
      await retryTask(deps, caller, params.id, body.reason);
      return { status: "success" as const };
    }),
  ];
}
