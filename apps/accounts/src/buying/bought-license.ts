import type { SubscriptionCause } from "@foyer/contract/internal";
import { purchaseType } from "@foyer/domain/product-id";
import { givesAccess } from "@foyer/domain/subscription-news";
import { refuse } from "@foyer/service-kit/errors";
import type { AddJob } from "@foyer/service-kit/jobs";
import type { Tx } from "../db/schema.ts";
import { insertLicense, type License, lockLicense } from "../stores/license-store.ts";
import { type EndedSeats, queueLicenseBought } from "../mail/send-license-bought.ts";
import { findAccount } from "../stores/account-store.ts";
import type { ToldSubscription } from "../stores/subscription-store.ts";
import { deleteReservation, lockReservation, type ReservedLicense } from "../stores/reserved-license-store.ts";

interface NewLicense {
  readonly plan: string;
  readonly quantity: number;
  readonly at: Date;
  readonly keyOwner: string;
  readonly key?: string | null;
}

/** A purchase whose news have arrived. */
export interface Bought {
  readonly reserved: ReservedLicense;
  readonly isReturn: boolean;
  readonly cause: SubscriptionCause;
}

/**
 * The license of news, locked, and the purchase that is under way for it. A reserved license is created if the news say
 * that it is paid; until then it is null. Refuses `object.not_found` if the license neither exists nor is reserved.
 */
export async function lockOrCreate(
  tx: Tx,
  told: ToldSubscription,
  at: Date,
): Promise<{ license: License | null; bought: Bought | null }> {
  const { registration_id: id } = told.subscription;
  const license = await lockLicense(tx, id);
  const reserved = await lockReservation(tx, id);
  if (!reserved) {
    // Concurrent news may have created the license while this waited for the reservation.
    const made = license ?? (await lockLicense(tx, id));
    return made ? { license: made, bought: null } : refuse("object.not_found");
  }
  // Staff have started a subscription for another payer since the reservation.
  if (license && reserved.customer_id !== told.subscription.customer_id) return { license, bought: null };
  const buyer = await findAccount(tx, reserved.account_id);
  const { amount_cents: amount, currency } = reserved;
  const cause = { by: buyer?.username ?? null, amount, currency };
  // A bought trial counts as a new license for its buyer.
  const bought = { reserved, isReturn: license !== null && license.purchase_type !== "trial", cause };
  if (license || !givesAccess(told.subscription.status)) return { license, bought };
  const { plan, quantity } = told.subscription;
  await createReserved(tx, reserved, { plan, quantity, at, keyOwner: buyer?.username ?? "" });
  const made = await lockLicense(tx, id);
  if (!made) throw new Error(`the new license ${id} is missing`);
  return { license: made, bought };
}

/** Creates a reserved license, with its buyer as the owner. */
export async function createReserved(
  tx: Tx,
  { id, account_id: owner, description, products }: ReservedLicense,
  { plan, quantity, at, keyOwner, key = null }: NewLicense,
): Promise<void> {
  const license = {
    id,
    product_id: plan,
    description,
    products,
    purchase_type: purchaseType(plan),
    total_seats: quantity,
    registered_at: at,
    key,
    key_bought: key !== null,
    key_owner: keyOwner,
  };
  await insertLicense(tx, license, [owner]);
}

/** Ends a purchase: deletes the reservation and mails the buyer. */
export async function endPurchase(
  addJob: AddJob,
  tx: Tx,
  { reserved, isReturn }: Bought,
  seats: number,
  ended: EndedSeats,
): Promise<void> {
  const { id, account_id: accountId, description, amount_cents: amount, currency } = reserved;
  await deleteReservation(tx, id);
  const bought = { accountId, description, seats, isReturn, paid: { amount, currency } };
  await queueLicenseBought(tx, addJob, bought, ended);
}
