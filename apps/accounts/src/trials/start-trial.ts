import { productOfPlan } from "@foyer/domain/catalogue";
import { trialAddress, trialDeletedAt, trialKeptDays, trialProductId } from "@foyer/domain/trials";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Insertable } from "kysely";
import type { Db, LicenseTable, Tx } from "../db/schema.ts";
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

export interface StartedTrial {
  readonly id: string;
  readonly productId: string;
  readonly description: string;
  readonly seats: number;
  readonly endsAt: Date;
  readonly deletedAt: Date;
}

/**
 * Starts a trial of a product and returns it. The account's lock serializes the starts of one account, and the key of
 * `trials` those of one address. Refuses 20008 to a person who had the trial, or who ever had or paid for the product.
 */
export async function startTrial(
  deps: Deps,
  person: Person,
  wanted: { readonly product: string; readonly seats: number },
  ip: string,
): Promise<StartedTrial> {
  const offer = trialOffer(deps.brand, wanted.product);
  if (!offer) refuse("plan.not_on_sale", { reason: "no_trial" });
  await deps.limiter.take(`trials-from:${clientNetwork(ip)}`, FROM_ADDRESS);
  const hash = await deps.licenseSecrets.trialHash();
  return await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, person.id);
    if (account?.state !== OPEN) refuse("session.required");
    await refuseUsed(tx, account, wanted.product);
    const now = deps.clock.now();
    const endsAt = after(now, offer.days * DAY);
    const license = licenseOf(wanted, offer.name, {
      registered_at: now,
      expires_at: endsAt,
      key_owner: account.username,
    });
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
    await recordLicenseEvent(tx, now, license.id, {
      act: "license.tried",
      by: account.username,
      byKind: "person",
      details: { total_seats: wanted.seats, days: offer.days },
    });
    return {
      id: license.id,
      productId: license.product_id,
      description: offer.name,
      seats: wanted.seats,
      endsAt,
      deletedAt: trialDeletedAt(endsAt),
    };
  });
}

function licenseOf(
  { product, seats }: { readonly product: string; readonly seats: number },
  name: string,
  given: Pick<Insertable<LicenseTable>, "registered_at" | "expires_at" | "key_owner">,
): Insertable<LicenseTable> {
  return {
    id: newId("lic"),
    product_id: trialProductId(product),
    description: name,
    products: [name],
    purchase_type: "trial",
    total_seats: seats,
    ...given,
  };
}

async function refuseUsed(tx: Tx, account: Account, product: string): Promise<void> {
  if (await hadTrial(tx, account.id, product)) refuse("trial.used");
  const had = await productIdsOf(tx, account);
  if (had.some((id) => productOfPlan(id) === product)) refuse("trial.used");
}

/** True if a trial ended so long ago that it can no longer be bought. */
function isOver({ expires_at: end }: Pick<License, "expires_at">, now: Date): boolean {
  return end !== null && trialDeletedAt(end) <= now;
}

/** True if a payment can turn the license into a paid one. */
export function isTrialToBuy(license: Pick<License, "purchase_type" | "expires_at">, now: Date): boolean {
  return license.purchase_type === "trial" && !isOver(license, now);
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
