import { unixSecondsOf } from "@foyer/contract/wire-values";
import { inTransaction } from "@foyer/service-kit/db";
import type { Deps } from "../deps.ts";
import { eachApart } from "../in-batches.ts";
import type { ProviderCard } from "../stripe/payment-gateway.ts";
import { renewalOf } from "../subscriptions/renewal-amount.ts";
import { planById } from "../subscriptions/subscription-store.ts";
import type { SubscriptionRow } from "../subscriptions/subscription-wire.ts";
import { decideNotice, isDecided, type Notice } from "./decide-notice.ts";
import { descriptionOf } from "./notice-of-state.ts";
import { nextRenewals, noteLook, noteNotice, type RenewingRow, renewals } from "./notice-store.ts";

const DAY_MS = 86_400_000;
const RENEWAL_DAYS = 30;
const UNUSED_SEATS_DAYS = 10;
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

type Renewal = Omit<Extract<Notice, { kind: "unused_seats" }>, "kind">;

/** Returns the facts of a renewal with its number of unused seats, or null if its plan is unknown. */
async function renewalFacts(deps: Deps, row: RenewingRow, unused: number | null): Promise<Renewal | null> {
  const customer = await deps.gateway.customer(row.customer_id);
  const charge = await nextCharge(deps, row, customer?.balance ?? 0);
  return (
    charge && {
      description: await descriptionOf(deps.db, row.provider_plan),
      interval: row.interval,
      seats: row.provider_quantity,
      unused,
      ...charge,
      renewsAt: unixSecondsOf(row.period_end),
    }
  );
}

/** Decides a notice thirty days before a yearly term renews, and another one ten days before any renewal with unused seats. */
export async function noticeRenewals(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const ahead = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
  const look = async (row: RenewingRow): Promise<void> => {
    const isNear = row.period_end <= ahead(UNUSED_SEATS_DAYS);
    if (row.interval === "year") await noticeRenewal(deps, row, isNear);
    if (isNear) await noticeUnusedSeats(deps, row);
  };
  await eachApart(await renewals(deps.db, now, ahead(RENEWAL_DAYS)), look, notDecided(deps));
}

const notDecided =
  ({ log }: Deps) =>
  ({ id: subscription }: Pick<SubscriptionRow, "id">, error: unknown): void =>
    log.error({ err: error, subscription }, "a notice could not be decided");

const aboutRenewal = (row: RenewingRow) => ({
  customerId: row.customer_id,
  subject: row.id,
  occasion: row.period_end.toISOString(),
});

/** @param isNear true within ten days: this mail then has the number of unused seats, and replaces the second mail. */
async function noticeRenewal(deps: Deps, row: RenewingRow, isNear: boolean): Promise<void> {
  const about = aboutRenewal(row);
  if (await isDecided(deps.db, "renewal_coming", about)) return;
  const facts = await renewalFacts(deps, row, isNear ? await unusedSeats(deps, row) : null);
  if (!facts) return;
  if (isNear) await noteNotice(deps.db, { ...about, kind: "unused_seats" }, deps.clock.now());
  await decideNotice(deps, deps.db, about, { ...facts, kind: "renewal_coming" });
}

/** Decides about unused seats once for each renewal. For a monthly term, the same number is sent only once. */
async function noticeUnusedSeats(deps: Deps, row: RenewingRow): Promise<void> {
  const { db, clock } = deps;
  const about = aboutRenewal(row);
  if (await isDecided(db, "unused_seats", about)) return;
  const unused = await unusedSeats(deps, row);
  const facts = unused > 0 ? await renewalFacts(deps, row, unused) : null;
  await inTransaction(db, async (tx) => {
    const count = { ...about, kind: "unused_seats", occasion: `${unused} seats` };
    const isNews = row.interval === "year" || (await noteNotice(tx, count, clock.now()));
    if (facts && isNews) await decideNotice(deps, tx, about, { ...facts, kind: "unused_seats" });
    else await noteNotice(tx, { ...about, kind: "unused_seats" }, clock.now());
  });
}

/** Returns the number of unused seats, or 0 if it is unknown or not shown. */
async function unusedSeats(deps: Deps, { registration_id: license }: RenewingRow): Promise<number> {
  return license === null ? 0 : ((await deps.accounts.unusedSeats(license)) ?? 0);
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
  await eachApart(await nextRenewals(deps.db), (row) => noticeCard(deps, row), notDecided(deps));
}

async function noticeCard(deps: Deps, row: SubscriptionRow): Promise<void> {
  const customer = await deps.gateway.customer(row.customer_id);
  const charged = row.own_card ?? customer?.defaultPaymentMethod ?? null;
  const card = charged === null ? null : await deps.gateway.card(charged);
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
