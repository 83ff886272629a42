import { instantOf } from "@foyer/contract/wire-values";
import { productOfPlan } from "@foyer/domain/catalogue";
import { trialAddress, trialDeletedAt, trialKeptDays, trialProductId } from "@foyer/domain/trials";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Db, Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../license-events/license-events.ts";
import { insertLicense, type License } from "../stores/license-store.ts";
import { after } from "../lifetimes.ts";
import { type Account, lockAccount, OPEN } from "../stores/account-store.ts";
import { newId } from "../secrets/secret-values.ts";
import { trialOffer } from "./trial-offer.ts";
import { hadTrial, insertTrial, ownTrials, productIdsOf } from "../stores/trial-store.ts";

const DAY = 86_400;
/** Trials that people at one address may start in a day. */
const FROM_ADDRESS = { limit: 20, windowSeconds: DAY } as const;

/**
 * Starts a trial of a product and returns it. The account's lock serializes the starts of one account, and the primary key of
 * `trials` those of one address. Refuses `trial.used` to a person who had the trial, or who ever had or paid for the product.
 */
export async function startTrial(
  deps: Deps,
  person: Person,
  wanted: { readonly product: string; readonly seats: number },
  ip: string,
) {
  const offer = trialOffer(deps.brand, wanted.product);
  if (!offer) refuse("plan.not_on_sale", { reason: "no_trial" });
  await deps.limiter.take(`trials-from:${clientNetwork(ip)}`, FROM_ADDRESS);
  const hash = await deps.licenseSecrets.trialHash();
  return inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, person.id);
    if (account?.state !== OPEN) refuse("session.required");
    await refuseUsed(tx, account, wanted.product);
    const now = deps.clock.now();
    const endsAt = after(now, offer.days * DAY);
    const shown = { product_id: trialProductId(wanted.product), description: offer.name };
    const license = {
      ...shown,
      id: newId("lic"),
      products: [offer.name],
      purchase_type: "trial" as const,
      total_seats: wanted.seats,
      registered_at: now,
      expires_at: endsAt,
      key_owner: account.username,
    };
    await insertLicense(tx, license, [account.id]);
    const isFirst = await insertTrial(tx, {
      product: wanted.product,
      address_hash: hash(`${wanted.product}/${trialAddress(account.email)}`),
      account_id: account.id,
      license_id: license.id,
      started_at: now,
      ends_at: endsAt,
    });
    if (!isFirst) refuse("trial.used");
    const started = { act: "license.tried", by: account.username, byKind: "person" } as const;
    const details = { total_seats: wanted.seats, days: offer.days };
    await recordLicenseEvent(tx, now, license.id, { ...started, details });
    return {
      registration_id: license.id,
      ...shown,
      seats: wanted.seats,
      ends_at: instantOf(endsAt),
      deleted_at: instantOf(trialDeletedAt(endsAt)),
    };
  });
}

async function refuseUsed(tx: Tx, account: Account, product: string): Promise<void> {
  if (await hadTrial(tx, account.id, product)) refuse("trial.used");
  const had = await productIdsOf(tx, account);
  if (had.some((id) => productOfPlan(id) === product)) refuse("trial.used");
}

/** True if a payment can turn the license into a paid one: a trial that did not end too long ago. */
export function isTrialToBuy({ purchase_type, expires_at: end }: License, now: Date): boolean {
  return purchase_type === "trial" && (end === null || trialDeletedAt(end) > now);
}

/** The trial of a product that an account manages and that can be bought, the one that ends last; null without one. */
export async function trialToBuy(
  { db, clock }: { readonly db: Db; readonly clock: Deps["clock"] },
  accountId: string,
  product: string,
): Promise<{ readonly registration_id: string; readonly used_seats: number } | null> {
  const trials = await ownTrials(db, accountId, after(clock.now(), -trialKeptDays * DAY));
  const found = trials.find(({ product_id: id }) => productOfPlan(id) === product);
  return found ? { registration_id: found.id, used_seats: found.used_seats } : null;
}
