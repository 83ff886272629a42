import { cents } from "@foyer/domain/money";
import { couponCode, reductionOf } from "@foyer/domain/discount";
import type { Queryable } from "@foyer/service-kit/db";
import { Refusal, refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { PurchaseTables, QuotedCoupon } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCode } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { isForPlan } from "../subscriptions/discount.ts";
import type { PlanRow } from "../subscriptions/subscription-wire.ts";
import { hasPaid, lockCode, usesOf } from "./coupon-store.ts";

type Db = Queryable<PurchaseTables>;

/** Plan, quantity and customer that a coupon is used for. */
export interface CouponUse {
  readonly plan: Pick<PlanRow, "id" | "product" | "amount_cents" | "currency">;
  readonly quantity: number;
  readonly customerId: string;
}

/** Refuses a code without a reason, so that guesses reveal no existing code. */
function refuseUnknown(): never {
  refuse("coupon.refused");
}

/** Returns the end of a code: its own, or its coupon's. Unix seconds, null without one. */
function endOf({ endsAt, coupon }: ProviderCode): number | null {
  const ends = [endsAt, coupon.redeemBy].filter((end) => end !== null);
  return ends.length > 0 ? Math.min(...ends) : null;
}

function dateOfEnd(code: ProviderCode): Date | null {
  const end = endOf(code);
  return end === null ? null : new Date(end * 1_000);
}

function isOver(code: ProviderCode, now: Date): boolean {
  const end = endOf(code);
  return end !== null && end * 1_000 <= now.getTime();
}

/** Returns the active code with that text. Refuses an unknown or an expired one. */
async function codeFor(deps: Deps, text: string): Promise<ProviderCode> {
  const code = couponCode(text);
  if (code === null) refuseUnknown();
  // The provider's filter may be looser than ours.
  const found = (await orRefuse(() => deps.gateway.couponCodes(code))).filter((one) => couponCode(one.code) === code);
  const now = deps.clock.now();
  const live = found.find((one) => one.isActive && !isOver(one, now));
  if (live) return live;
  if (!found.some((one) => isOver(one, now))) refuseUnknown();
  refuse("coupon.refused", { reason: "expired" });
}

function isUsedUp({ maxUses, timesUsed, coupon }: ProviderCode, uses: number): boolean {
  const { maxRedemptions, timesRedeemed } = coupon;
  return (
    (maxUses !== null && timesUsed + uses >= maxUses) || (maxRedemptions !== null && timesRedeemed >= maxRedemptions)
  );
}

/** Refuses a code for a plan that it is not for. The answer is the same for all plans, so it says no more than the vendor's offer. */
function refuseOtherPlan({ coupon, minimum }: ProviderCode, { plan, quantity }: CouponUse): void {
  const isOtherCurrency = coupon.currency !== null && coupon.currency !== plan.currency;
  if (isOtherCurrency || !isForPlan(coupon, plan)) {
    refuse("coupon.refused", { reason: "other_plan" });
  }
  const isTooLittle = minimum && minimum.currency === plan.currency && plan.amount_cents * quantity < minimum.amount;
  if (isTooLittle) refuse("coupon.refused", { reason: "few_seats" });
}

/**
 * Returns the coupon of a code for this use, with what it takes off the first invoice. Refuses with 20007 a code that is
 * unknown, over, used up, or not for this plan or customer. Used up, unknown and not for this customer are one answer.
 */
export async function couponFor(
  deps: Deps,
  text: string,
  use: CouponUse,
): Promise<QuotedCoupon & { endsAt: Date | null }> {
  const code = await codeFor(deps, text);
  const { id: promotion, coupon, isForNewCustomers, maxUses, timesUsed } = code;
  if (isUsedUp(code, await usesOf(deps.db, promotion))) refuseUnknown();
  if (code.customerId !== null && code.customerId !== use.customerId) refuseUnknown();
  if (isForNewCustomers && (await hasPaid(deps.db, use.customerId))) refuseUnknown();
  refuseOtherPlan(code, use);
  return {
    promotion,
    code: code.code,
    coupon,
    uses: maxUses === null ? null : maxUses - timesUsed,
    isForNewCustomers,
    amount: reductionOf(cents(use.plan.amount_cents * use.quantity), coupon),
    endsAt: dateOfEnd(code),
  };
}

/**
 * Refuses with 20007 a use of a coupon that was quoted and is no longer possible. Runs in the transaction that records the
 * operation: until its end, no one else can take the same use.
 */
export async function refuseUse(
  tx: Db,
  { promotion, uses, isForNewCustomers }: Pick<QuotedCoupon, "promotion" | "uses" | "isForNewCustomers">,
  customerId: string,
): Promise<void> {
  await lockCode(tx, promotion);
  if (uses !== null && (await usesOf(tx, promotion)) >= uses) refuseUnknown();
  if (isForNewCustomers && (await hasPaid(tx, customerId))) refuseUnknown();
}

/** Refuses with 20007 a code that its vendor has ended or changed since the quote. Returns when it ends, or null. */
export async function refuseEndedCode(deps: Deps, { code, promotion, coupon }: QuotedCoupon): Promise<Date | null> {
  const now = await codeFor(deps, code);
  if (now.id !== promotion || now.coupon.id !== coupon.id) refuseUnknown();
  return dateOfEnd(now);
}

/** Refused codes of an account, and of an address, in an hour. */
const REFUSED = { limit: 10, windowSeconds: 3_600 } as const;

/** Account and address that sent a code. */
export interface Guesser {
  readonly account: string;
  readonly ip: string;
}

/** Checks a code, and counts it if it is refused. Refuses with 429 after ten refused codes. */
export async function countingGuesses<T>(
  { limiter }: Deps,
  { account, ip }: Guesser,
  check: () => Promise<T>,
): Promise<T> {
  const byAccount = await limiter.begin(`coupon:${account}`, REFUSED);
  const byAddress = await limiter.begin(`coupon-from:${clientNetwork(ip)}`, REFUSED).catch(async (error: unknown) => {
    await byAccount.giveBack();
    throw error;
  });
  const tries = [byAccount, byAddress];
  try {
    const checked = await check();
    await Promise.all(tries.map((one) => one.giveBack()));
    return checked;
  } catch (error) {
    const isWrong = error instanceof Refusal && error.refusal === "coupon.refused";
    await Promise.all(tries.map((one) => (isWrong ? one.failed() : one.giveBack())));
    throw error;
  }
}
