import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findLicense, isOwner, type License } from "../stores/license-store.ts";
import { findAccount, OPEN } from "../stores/account-store.ts";
import { isTrialToBuy } from "../trials/start-trial.ts";
import { saveReservation } from "../stores/reserved-license-store.ts";

/** A license that its manager can subscribe to again. Refuses `object.not_found` for anybody else. */
async function endedLicense(db: Db, accountId: string, id: string): Promise<License> {
  const license = await findLicense(db, id);
  if (!license || !(await isOwner(db, accountId, id))) refuse("object.not_found");
  // A license without a subscription, perpetual or billed by an app store, has none to renew.
  if (license.subscription_active !== false) refuse("subscription.forbidden", { reason: "not_subscribed" });
  return license;
}

export interface EndedLicense {
  readonly product_id: string;
  readonly description: string;
  readonly used_seats: number;
}

/** Data with which the purchase service offers a new subscription for an ended license. */
export async function readEndedLicense({ db }: Deps, accountId: string, id: string): Promise<EndedLicense> {
  const { product_id, description, used_seats } = await endedLicense(db, accountId, id);
  return { product_id, description, used_seats };
}

/** Refuses a trial that can no longer be bought: it was bought or deleted since the quote, or it ended too long ago. */
async function refuseUnlessTrial(db: Db, accountId: string, id: string, now: Date): Promise<void> {
  const license = await findLicense(db, id);
  if (!license || !(await isOwner(db, accountId, id))) refuse("object.not_found");
  if (!isTrialToBuy(license, now)) refuse("subscription.forbidden", { reason: "trial_over" });
}

/**
 * Stores the buyer of a license before anything is charged. The first paid news of this id creates or restores the license.
 * Repeating it changes nothing.
 */
export async function reserveLicense(
  { db, clock }: Deps,
  wanted: {
    readonly registration_id: string;
    readonly omni_id: string;
    readonly customer_id: string;
    readonly is_return: boolean;
    readonly is_trial?: boolean | undefined;
    readonly release?: readonly string[] | undefined;
    readonly description: string;
    readonly amount: number;
    readonly currency: string;
  },
): Promise<void> {
  const { registration_id: id, omni_id: accountId, amount, currency } = wanted;
  await inTransaction(db, async (tx) => {
    const account = await findAccount(tx, accountId);
    if (account?.state !== OPEN) refuse("object.not_found");
    const ended = wanted.is_return ? await endedLicense(tx, accountId, id) : null;
    if (wanted.is_trial) await refuseUnlessTrial(tx, accountId, id, clock.now());
    else if (!ended && (await findLicense(tx, id))) return;
    const description = ended?.description ?? wanted.description;
    await saveReservation(tx, {
      id,
      account_id: accountId,
      customer_id: wanted.customer_id,
      description,
      products: [description],
      amount_cents: amount,
      currency,
      reserved_at: clock.now(),
      release: [...(wanted.release ?? [])],
    });
  });
}
