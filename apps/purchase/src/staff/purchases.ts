import type { Repair, StaffPurchase } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import { buyingsOf } from "../changes/operations/buy-store.ts";
import type { Buying } from "../changes/operations/buy.ts";
import { sentenceOf } from "../stripe/stored-refusal.ts";
import { declinedUntil } from "../changes/refuse-too-many.ts";
import type { Deps } from "../deps.ts";
import { keptSales } from "../sales/sale-store.ts";
import { subscriptionsOfCustomer } from "../subscriptions/subscription-store.ts";
import { isEnded } from "../subscriptions/subscription-wire.ts";
import { cancelableUntil } from "./cancel-purchase.ts";
import { setMayBuySince } from "./purchases-store.ts";
import { applied, previewed, type RepairInput } from "./repair.ts";

const TRIES_READ = 200;

const failureOf = (last: Buying): string | null =>
  last.state === "failed" && last.outcome?.refusal ? sentenceOf(last.outcome.refusal) : null;

/** @param live ids of subscriptions that have not ended, and invoices of kept licenses that are paid once. */
function purchaseOf(tries: readonly Buying[], live: ReadonlySet<string>): StaffPurchase[] {
  const last = tries[0];
  if (!last) return [];
  const { request, state } = last;
  const made = state === "done" ? request.made : undefined;
  const subscription = made?.subscription ?? null;
  const until = made && live.has(made.subscription ?? made.invoice) ? cancelableUntil(last) : null;
  return [
    {
      id: request.quote.id,
      at: instantOf(last.created_at),
      by: request.by ?? "",
      plan: request.plan,
      quantity: request.quantity,
      total: request.quote.total,
      currency: request.quote.currency,
      license: request.buy.license,
      is_return: request.buy.isReturn,
      subscription,
      cancelable_until: until && instantOf(until),
      state: state === "done" || state === "failed" || state === "waiting" ? state : "pending",
      tries: tries.map((one) => ({ at: instantOf(one.created_at), failure: failureOf(one) })),
      failure: failureOf(last),
    },
  ];
}

/** Returns what a customer bought or tried to buy, newest first, and until when declined cards keep the customer from it. */
export async function staffListPurchases(
  deps: Deps,
  customerId: string,
): Promise<{ purchases: StaffPurchase[]; blocked_until: string | null }> {
  const tries = Map.groupBy(await buyingsOf(deps.db, customerId, TRIES_READ), ({ request }) => request.quote.id);
  const until = await declinedUntil(deps, deps.db, customerId);
  const rows = await subscriptionsOfCustomer(deps.db, customerId);
  const subscriptions = rows.flatMap(({ row }) => (isEnded(row.status) ? [] : [row.id]));
  const live = new Set([...subscriptions, ...(await keptSales(deps.db, customerId))]);
  return {
    purchases: [...tries.values()].flatMap((one) => purchaseOf(one, live)),
    blocked_until: until && instantOf(until),
  };
}

/** Lets a customer buy again whose cards were declined. */
export async function staffAllowPurchases(
  deps: Deps,
  staff: Person,
  customerId: string,
  { reason, preview = false }: RepairInput,
): Promise<Repair> {
  const now = deps.clock.now();
  const until = await declinedUntil(deps, deps.db, customerId);
  const before = { purchases_blocked_until: until && instantOf(until) };
  const after = { purchases_blocked_until: null };
  if (preview) return previewed(before, after);
  await inTransaction(deps.db, async (tx) => {
    if (!(await setMayBuySince(tx, customerId, now))) refuse("object.not_found");
    const act = { staff: staff.username, act: "customer.purchases_allowed", target: `customer:${customerId}` };
    await insertAct(tx, { at: now, ...act, reason, before, after });
  });
  return applied(before, after);
}
