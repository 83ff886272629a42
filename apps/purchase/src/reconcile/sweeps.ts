import type { Sweep } from "@foyer/service-kit/jobs";
import { syncPlans } from "../catalogue/plans.ts";
import { dropExpired } from "../changes/quotes/quote-store.ts";
import { moveTaxIds } from "../customers/move-tax-ids.ts";
import { addPayments } from "../data-export/add-payments.ts";
import type { Drift } from "../db/schema.ts";
import { eraseCustomers } from "../erasure/erase-customers.ts";
import { readImported } from "../import/read-imported.ts";
import { noticeCards, noticeRenewals } from "../notices/notice-sweeps.ts";
import { dropOldLinks } from "../billing-contacts/billing-links.ts";
import type { Deps } from "../deps.ts";
import { dropOldPapers } from "../paper-quotes/paper-quotes.ts";
import { dropOldArchives } from "../papers/archives.ts";
import { putBackReferences } from "../references/print-reference.ts";
import { untoldSales } from "../sales/sale-store.ts";
import { tellSale } from "../sales/tell-sales.ts";
import { isUnknownOutcome } from "../stripe/provider-failure.ts";
import { dropOldStatements } from "../statements/statement-store.ts";
import { untoldSubscriptions } from "../subscriptions/news-store.ts";
import { staleSubscriptions } from "../subscriptions/subscription-store.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { tellAccounts } from "../subscriptions/tell-accounts.ts";
import { dropOldEvents } from "../webhooks/event-store.ts";
import { differences, stateOf } from "./differences.ts";
import { catchUpEvents, resumeOperations, UNKNOWN_THERE } from "./reconcile.ts";
import { dropOldRuns, reasonOf, recordedRun } from "./run-store.ts";

const DAY_MS = 86_400_000;
const TEN_MINUTES_MS = 600_000;
/** Claims from a contract end after three years, counted from the end of a year. */
const STATEMENTS_KEPT_MS = 4 * 365 * DAY_MS;

/** Compares subscriptions that were not compared recently, and stores the provider's state. */
async function compareStale(deps: Deps): Promise<void> {
  await recordedRun(deps, { what: "subscriptions", askedBy: "sweep" }, async () => {
    const now = deps.clock.now();
    const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
    const looks = { now, lookedAt: ago(DAY_MS), lookedAtSinceEnd: ago(TEN_MINUTES_MS) };
    const stale = await staleSubscriptions(deps.db, looks);
    const drift: Drift[] = [];
    const unmended: { what: string; reason: string }[] = [];
    for (const before of stale) {
      const { id } = before;
      try {
        const after = await syncSubscription(deps, id);
        if (after) drift.push(...differences(id, stateOf(before), stateOf(after)));
        else unmended.push({ what: id, reason: UNKNOWN_THERE });
      } catch (error) {
        // If the provider is unavailable, the others would fail too. A single unreadable subscription must
        // not block the others.
        if (isUnknownOutcome(error)) throw error;
        deps.log.warn({ err: error, subscription: id }, "a subscription could not be compared");
        unmended.push({ what: id, reason: reasonOf(error) });
      }
    }
    const mended = new Set(drift.map(({ subscription }) => subscription)).size;
    return { checked: stale.length, mended, drift, unmended };
  });
}

/** Deletes expired rows. One step that fails does not stop the others. */
async function dropOld(deps: Deps): Promise<void> {
  const steps = [
    () => dropExpired(deps.db, deps.clock.now()),
    () => dropOldArchives(deps),
    () => dropOldPapers(deps),
    () => dropOldLinks(deps),
    () => dropOldRuns(deps),
    () => dropOldEvents(deps.database.kysely, deps.clock.now()),
    () => dropOldStatements(deps.db, new Date(deps.clock.now().getTime() - STATEMENTS_KEPT_MS)),
  ];
  for (const step of steps) {
    await step().catch((error: unknown) => deps.log.warn({ err: error }, "expired rows could not be deleted"));
  }
}

/** Sends pending news again after their process died before sending, and those that were refused. */
async function tellLateNews(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const id of await untoldSubscriptions(deps.db, now)) {
    await tellAccounts(deps, id).catch((error: unknown) =>
      deps.log.warn({ err: error, subscription: id }, "news not told"),
    );
  }
  for (const id of await untoldSales(deps.db, now)) {
    await tellSale(deps, id).catch((error: unknown) => deps.log.warn({ err: error, invoice: id }, "sale not told"));
  }
}

export function purchaseSweeps(deps: Deps): Sweep[] {
  return [
    { name: "resume-operations", everySeconds: 5, run: () => resumeOperations(deps) },
    { name: "catch-up-events", everySeconds: 900, run: () => catchUpEvents(deps) },
    { name: "compare-subscriptions", everySeconds: 300, run: () => compareStale(deps) },
    { name: "erase-customers", everySeconds: 10, run: () => eraseCustomers(deps) },
    { name: "add-payments", everySeconds: 10, run: () => addPayments(deps) },
    { name: "put-back-references", everySeconds: 60, run: () => putBackReferences(deps) },
    { name: "late-news", everySeconds: 60, run: () => tellLateNews(deps) },
    { name: "drop-expired", everySeconds: 600, run: () => dropOld(deps) },
    { name: "renewal-notices", everySeconds: 600, run: () => noticeRenewals(deps) },
    { name: "card-notices", everySeconds: 600, run: () => noticeCards(deps) },
    { name: "imports", everySeconds: 60, run: () => readImported(deps) },
    { name: "move-tax-ids", everySeconds: 60, run: () => moveTaxIds(deps) },
    { name: "plans", everySeconds: 600, run: () => syncPlans(deps) },
  ];
}
