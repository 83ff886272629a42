import type { Repair } from "@foyer/contract/staff-wire";
import { couponCode } from "@foyer/domain/discount";
import type { Person } from "@foyer/service-kit/call";
import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { refuseEnded } from "../changes/rules/change-rules.ts";
import { beginOrJoin, besides } from "../changes/operations/begin.ts";
import { type OperationOfKind, subjectOf } from "../changes/operations/operation.ts";
import { putDiscount } from "../changes/operations/put-discount.ts";
import { isTwinOf } from "../changes/operations/request-parts.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import { couponFor, refuseUse } from "../coupons/check-coupon.ts";
import { discountOfCoupon } from "../coupons/quoted-coupon.ts";
import type { PurchaseTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { ProviderDiscount } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { renewalOf } from "../subscriptions/renewal-amount.ts";
import { heldSubscription, lockSubscription, planById } from "../subscriptions/subscription-store.ts";
import type { HeldSubscription, PlanRow } from "../subscriptions/subscription-wire.ts";
import { syncSubscription } from "../subscriptions/sync-subscription.ts";
import { applied, previewed, REPEAT_MS, type RepairInput } from "./repair.ts";

export interface DiscountInput extends RepairInput {
  readonly code: string;
}

interface Billed {
  readonly held: HeldSubscription;
  /** The plan of the next period. */
  readonly next: PlanRow;
  readonly balance: number;
}

/** Returns a subscription as the provider has it now, with what its next invoice rests on. */
async function billed(deps: Deps, id: string): Promise<Billed> {
  if (!(await heldSubscription(deps.db, id))) refuse("object.not_found");
  await orRefuse(() => syncSubscription(deps, id));
  const held = await heldSubscription(deps.db, id);
  const next = held && (await planById(deps.db, held.row.provider_plan));
  if (!held || !next) refuse("object.not_found");
  const customer = await orRefuse(() => deps.gateway.customer(held.row.customer_id));
  return { held, next, balance: customer?.balance ?? 0 };
}

function describe({ coupon, end }: ProviderDiscount): Record<string, unknown> {
  const { name, id, percentOff, amountOff, currency, duration } = coupon;
  return {
    discount: name ?? id,
    ...(percentOff === null ? { amount_off: amountOff, currency } : { percent_off: percentOff }),
    duration,
    ...(end === null ? {} : { discount_ends: new Date(end * 1_000).toISOString() }),
  };
}

/** Returns the next charge with that discount. */
function stateWith({ held, next, balance }: Billed, discount: ProviderDiscount | null): Record<string, unknown> {
  const { row } = held;
  const { due } = renewalOf(held, next, row.provider_quantity, balance, row.paid_until, discount);
  return { ...(discount ? describe(discount) : { discount: null }), total: due, currency: row.currency };
}

async function resultOf(deps: Deps, { id, request }: OperationOfKind<typeof putDiscount>): Promise<Repair> {
  refuseUnlessDone(await awaitOperation(deps, id));
  return applied({ ...request.act.before }, request.after);
}

const raise = (error: unknown): never => {
  throw error;
};

/** Puts a coupon on a running subscription, in place of its discount. The discount applies to the next invoice, and no charge is made now. */
export async function staffPutDiscount(deps: Deps, staff: Person, id: string, input: DiscountInput): Promise<Repair> {
  const { reason, preview = false } = input;
  const state = await billed(deps, id);
  const { row } = state.held;
  refuseEnded(row);
  const now = deps.clock.now();
  const subject = subjectOf.subscription(id);
  const twin = JSON.stringify([staff.username, couponCode(input.code)]);
  const repeat = { kind: putDiscount, subject, isTwin: isTwinOf({ twin }), repeatMs: REPEAT_MS, now };
  // A repeat has the answer of the first request, which may have taken the last use.
  const first = async () => (preview ? null : (await besides(deps.db, repeat)).twin);
  const earlier = await first();
  if (earlier) return await resultOf(deps, earlier);
  const use = { plan: state.next, quantity: row.provider_quantity, customerId: row.customer_id };
  const quoted = await couponFor(deps, input.code, use).catch(
    async (error: unknown) => (await first()) ?? raise(error),
  );
  if ("request" in quoted) return await resultOf(deps, quoted);
  const before = stateWith(state, row.discount);
  const after = stateWith(state, discountOfCoupon(quoted.coupon, now));
  if (preview) return previewed(before, after);
  const request = {
    coupon: { promotion: quoted.promotion, code: quoted.code, id: quoted.coupon.id },
    replaces: row.discount?.id ?? null,
    after,
    act: { staff: staff.username, act: "subscription.discount", target: `subscription:${id}`, reason, before },
    twin,
  };
  const begin = async (tx: Queryable<PurchaseTables>) => {
    await refuseUse(tx, quoted, row.customer_id);
    return request;
  };
  const begun = await beginOrJoin(deps, repeat, row.customer_id, begin, (tx) => lockSubscription(tx, id));
  return await resultOf(deps, begun);
}
