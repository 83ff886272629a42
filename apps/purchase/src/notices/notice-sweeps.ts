import { unixSecondsOf } from "@foyer/contract/wire-values";
import type { Deps } from "../deps.ts";
import type { ProviderCard } from "../stripe/payment-gateway.ts";
import { renewalOf } from "../subscriptions/renewal-amount.ts";
import { planById } from "../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { decideNotice, isDecided } from "./decide-notice.ts";
import { descriptionOf } from "./notice-of-state.ts";
import { nextRenewals, noteLook, yearlyRenewals } from "./notice-store.ts";

const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 30;
/** The shortest first: the notice at seven days replaces the one at thirty. */
const CARD_DAYS = [7, 30];
/** Limits how often the provider is asked for all cards, which takes one call per customer. */
const CARDS_EVERY_MS = 6 * 3_600_000;

/** Returns the charge at the end of the period after the customer's balance, or null if the plan is unknown. */
async function nextCharge(
  deps: Deps,
  row: SubscriptionRow,
  balance: number,
): Promise<{ amount: number; currency: string } | null> {
  const plan = await planById(deps.db, row.provider_plan);
  return plan && { amount: renewalOf({ row }, plan, row.provider_quantity, balance).due, currency: row.currency };
}

/** Decides a notice thirty days before a yearly term renews. */
export async function noticeRenewals(deps: Deps): Promise<void> {
  const { db } = deps;
  const now = deps.clock.now();
  const until = new Date(now.getTime() + RENEWAL_DAYS * DAY_MS);
  const coming = await yearlyRenewals(db, now, until);
  for (const row of coming) {
    const about = { customerId: row.customer_id, subject: row.id, occasion: row.period_end.toISOString() };
    if (await isDecided(db, "renewal_coming", about)) continue;
    const customer = await deps.gateway.customer(row.customer_id);
    const charge = await nextCharge(deps, row, customer?.balance ?? 0);
    if (!charge) continue;
    await decideNotice(deps, db, about, {
      kind: "renewal_coming",
      description: await descriptionOf(db, row.provider_plan),
      seats: row.provider_quantity,
      ...charge,
      renewsAt: unixSecondsOf(row.period_end),
    });
  }
}

/** Returns whole days until the end of the card's last month, zero or less after it. */
function daysLeft({ expMonth, expYear }: ProviderCard, now: Date): number {
  return Math.ceil((Date.UTC(expYear, expMonth, 1) - now.getTime()) / DAY_MS);
}

/** Returns true and stores the time if the last run was at least `everyMs` ago. */
async function isTime(deps: Deps, name: string, everyMs: number): Promise<boolean> {
  const now = deps.clock.now();
  return await noteLook(deps.db, name, now, new Date(now.getTime() - everyMs));
}

/** Decides notices thirty and seven days before the next charged card expires. */
export async function noticeCards(deps: Deps): Promise<void> {
  if (!(await isTime(deps, "card-notices", CARDS_EVERY_MS))) return;
  const renewing = await nextRenewals(deps.db);
  for (const row of renewing) await noticeCard(deps, row);
}

async function noticeCard(deps: Deps, row: SubscriptionRow): Promise<void> {
  const customer = await deps.gateway.customer(row.customer_id);
  const card = customer?.defaultPaymentMethod ? await deps.gateway.card(customer.defaultPaymentMethod) : null;
  if (!card) return;
  const left = daysLeft(card, deps.clock.now());
  const due = CARD_DAYS.find((days) => left <= days);
  if (due === undefined || left <= 0) return;
  const charge = await nextCharge(deps, row, customer?.balance ?? 0);
  const { id, brand, last4, expMonth, expYear } = card;
  const about = { customerId: row.customer_id, subject: id, occasion: `${expYear}-${expMonth} ${due} days` };
  await decideNotice(deps, deps.db, about, {
    kind: "card_expiring",
    brand,
    last4,
    expMonth,
    expYear,
    days: left,
    nextCharge: charge && { ...charge, at: unixSecondsOf(row.period_end) },
  });
}
