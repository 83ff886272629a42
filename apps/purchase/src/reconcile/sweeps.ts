import type { Sweep } from "@foyer/service-kit/jobs";
import { syncPlans } from "../catalogue/plans.ts";
import { readImported } from "../import/read-imported.ts";
import { noticeCards, noticeRenewals } from "../notices/notice-sweeps.ts";
import type { PurchaseDeps } from "../purchase-deps.ts";
import { dropExpired } from "../quotes/quote-store.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { tellAccounts } from "../subscriptions/tell-accounts.ts";
import { catchUpEvents, resumeOperations } from "./reconcile.ts";

const DAY_MS = 86_400_000;

/** Looks at each subscription once a day, whether or not anything was heard of it, and at those whose period has ended. */
async function compareStale(deps: PurchaseDeps): Promise<void> {
  const now = deps.clock.now();
  const stale = await deps.database.kysely
    .selectFrom("subscriptions")
    .select("id")
    .where("status", "not in", ["canceled", "incomplete_expired"])
    .where((eb) =>
      eb.or([
        eb("synced_at", "<", new Date(now.getTime() - DAY_MS)),
        eb.and([eb("period_end", "<", now), eb("synced_at", "<", new Date(now.getTime() - 600_000))]),
      ]),
    )
    .orderBy("synced_at")
    .limit(500)
    .execute();
  for (const { id } of stale) await syncSubscription(deps, id);
}

/** News whose job has given up, or whose process died before it told: tried again. */
async function tellLateNews(deps: PurchaseDeps): Promise<void> {
  const late = await deps.database.kysely
    .selectFrom("news")
    .select("subscription_id")
    .distinct()
    .where("sent_at", "is", null)
    .limit(200)
    .execute();
  for (const { subscription_id: id } of late) {
    // One licence that the accounts service does not have must not hold up the others.
    await tellAccounts(deps, id).catch((error: unknown) =>
      deps.log.warn({ err: error, subscription: id }, "news not told"),
    );
  }
}

/** Everything that happens by itself, by our clock. */
export function purchaseSweeps(deps: PurchaseDeps): Sweep[] {
  return [
    { name: "resume-operations", everySeconds: 5, run: () => resumeOperations(deps) },
    { name: "catch-up-events", everySeconds: 900, run: async () => void (await catchUpEvents(deps)) },
    { name: "compare-subscriptions", everySeconds: 300, run: () => compareStale(deps) },
    { name: "late-news", everySeconds: 60, run: () => tellLateNews(deps) },
    { name: "drop-expired", everySeconds: 600, run: () => dropExpired(deps.database.kysely, deps.clock.now()) },
    { name: "renewal-notices", everySeconds: 600, run: () => noticeRenewals(deps) },
    { name: "card-notices", everySeconds: 600, run: () => noticeCards(deps) },
    { name: "imports", everySeconds: 60, run: () => readImported(deps) },
    { name: "plans", everySeconds: 600, run: () => syncPlans(deps) },
  ];
}
