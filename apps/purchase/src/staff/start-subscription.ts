import type { Repair } from "@foyer/contract/staff-wire";
import type { Subscription } from "@foyer/contract/subscription-wire";
import { seatCountMax, seatCountMin } from "@foyer/domain/quantity";
import type { Person } from "@foyer/service-kit/call";
import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { namedPlan } from "../catalogue/plans.ts";
import { beginOrJoin } from "../changes/operations/begin.ts";
import { subjectOf } from "../changes/operations/operation.ts";
import { isTwinOf } from "../changes/operations/request-parts.ts";
import { awaitOperation, refuseUnlessDone } from "../changes/operations/run-operation.ts";
import { start } from "../changes/operations/start-subscription.ts";
import { readSubscription } from "../changes/read-subscription.ts";
import type { PurchaseTables } from "../db/schema.ts";
import { refuseDeclined } from "../changes/refuse-too-many.ts";
import type { Deps } from "../deps.ts";
import type { ProviderCustomer } from "../stripe/payment-gateway.ts";
import { orRefuse } from "../stripe/stored-refusal.ts";
import { renewalOf } from "../subscriptions/renewal-amount.ts";
import { heldSubscription, subscriptionsOfLicense } from "../subscriptions/subscription-store.ts";
import { type HeldSubscription, isEnded, type PlanRow } from "../subscriptions/subscription-wire.ts";
import { tellAccountsNow } from "../subscriptions/tell-accounts.ts";
import { applied, previewed, REPEAT_MS, type RepairInput } from "./repair.ts";

type Db = Queryable<PurchaseTables>;

export interface StartInput extends RepairInput {
  readonly plan: string;
  readonly quantity: number;
  /** The provider's customer who pays. */
  readonly customer: string;
}

/** Returns the last subscription of a license. Refuses with 404 if there never was one. */
async function lastSubscription(db: Db, licenseId: string): Promise<HeldSubscription> {
  const [latest] = await subscriptionsOfLicense(db, licenseId);
  const held = latest && (await heldSubscription(db, latest.id));
  if (!held) refuse("object.not_found");
  return held;
}

async function refuseRunning(db: Db, licenseId: string): Promise<void> {
  const rows = await subscriptionsOfLicense(db, licenseId);
  if (rows.every(({ status }) => isEnded(status))) return;
  refuse("subscription.forbidden", { reason: "subscribed" });
}

/** Refuses a customer that the provider does not know. */
async function knownCustomer(deps: Deps, id: string): Promise<ProviderCustomer> {
  const customer = await orRefuse(() => deps.gateway.customer(id));
  if (!customer) refuse("input.invalid", { field: "customer", reason: "unknown_customer" });
  return customer;
}

function stateOf({ row }: HeldSubscription): Record<string, unknown> {
  return { subscription: row.id, status: row.status, plan: row.paid_plan, quantity: row.paid_quantity };
}

/** Returns the charge with tax and balance. The previous payer's tax rates apply only if the payer stays the same. */
function priceOf(last: HeldSubscription, plan: PlanRow, { quantity, customer }: StartInput, balance: number) {
  const isSamePayer = last.row.customer_id === customer;
  // The new subscription has no discount.
  const own = { ...last.row, discount: null };
  const row = isSamePayer ? own : { ...own, default_tax_rates: [], item_tax_rates: [] };
  return {
    taxRates: row.default_tax_rates.map(({ id }) => id),
    price: { total: renewalOf({ row }, plan, quantity, balance).due, currency: plan.currency },
  };
}

/**
 * Starts a new subscription for a license after its last one has ended. The accounts service restores the
 * seats that fit.
 */
export async function staffStartSubscription(
  deps: Deps,
  staff: Person,
  licenseId: string,
  input: StartInput,
): Promise<Repair & { readonly subscription?: Subscription }> {
  const { plan: planId, quantity, customer, reason, preview = false } = input;
  const { db } = deps;
  const last = await lastSubscription(db, licenseId);
  if (quantity < seatCountMin || quantity > seatCountMax) {
    refuse("subscription.forbidden", { reason: "seat_count" });
  }
  const plan = await namedPlan(deps, planId, "");
  const { balance } = await knownCustomer(deps, customer);
  const before = stateOf(last);
  const { price, taxRates } = priceOf(last, plan, input, balance);
  if (preview) {
    await refuseRunning(db, licenseId);
    return previewed(before, { plan: planId, quantity, customer, ...price });
  }
  const subject = subjectOf.license(licenseId);
  const request = {
    plan: planId,
    quantity,
    start: { license: licenseId, taxRates: [...taxRates] },
    act: { staff: staff.username, act: "license.subscription", target: `license:${licenseId}`, reason, before },
    twin: JSON.stringify([planId, quantity, customer]),
  };
  const repeat = { kind: start, subject, isTwin: isTwinOf(request), repeatMs: REPEAT_MS, now: deps.clock.now() };
  const begun = await beginOrJoin(deps, repeat, customer, async (tx) => {
    await refuseRunning(tx, licenseId);
    await refuseDeclined(deps, tx, customer);
    return request;
  });
  const subscription = await startedBy(deps, begun.id, customer);
  const after = { subscription: subscription.id, status: subscription.status, plan: planId, quantity, ...price };
  return { ...applied({ ...(begun.request.act?.before ?? before) }, after), subscription };
}

/** Returns the subscription that the operation started, after reporting it to the accounts service. */
async function startedBy(deps: Deps, operationId: string, customer: string): Promise<Subscription> {
  const operation = await awaitOperation(deps, operationId);
  refuseUnlessDone(operation);
  const id = operation.outcome?.subscriptionId;
  if (id === undefined) throw new Error(`operation ${operationId} started nothing`);
  await tellAccountsNow(deps, id);
  return await readSubscription(deps, customer, id);
}
