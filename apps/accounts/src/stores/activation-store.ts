import { deleteInSteps } from "@foyer/service-kit/prune-store";
import { type FromJson, timeIn } from "@foyer/service-kit/point-read";
import { type Insertable, type Selectable, sql } from "kysely";
import type { ActivationTable, EndedBy } from "../db/activation-tables.ts";
import type { Db, Tx } from "../db/schema.ts";
import { OPEN } from "./account-store.ts";
import { OwnRead } from "./own-read.ts";
import { after } from "../lifetimes.ts";

export type ActivationRow = Selectable<ActivationTable>;

/** An activation with the product of its license and the name of its holder, null for one by key. */
export type ShownActivation = ActivationRow & { readonly product_id: string; readonly username: string | null };

const DAY = 24 * 3_600;

/** The beginning of the day. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / (DAY * 1_000)) * DAY * 1_000);

/** The facts that decide whether an activation of an open account may be used now. */
export interface ActivationFactsRow extends Pick<
  ActivationRow,
  "id" | "fingerprint" | "app_version" | "last_seen_at" | "ended_at"
> {
  readonly product_id: string;
  readonly subscription_active: boolean | null;
  readonly expires_at: Date | null;
  readonly valid_until: Date | null;
  /** True for an activation by key, which needs no seat. */
  readonly holds_seat: boolean;
  /** True for an activation by key of a license whose managers have all closed their accounts, too. */
  readonly key_revoked: boolean;
  /** The key of the activation was replaced, and ended with what was activated by it. */
  readonly key_ended: boolean;
}

/** The key was revoked with the return of its payment, and no subscription pays for the license since. */
export const soldBack = sql`(licenses.key_revoked_at is not null and licenses.subscription_active is not true)`;

/** The license has managers, and all of them have closed their accounts. */
export const leftAlone = sql`(
  exists (select from license_owners where license_owners.license_id = licenses.id) and not exists (
    select from license_owners join accounts owner on owner.id = license_owners.account_id
    where license_owners.license_id = licenses.id and owner.state = ${OPEN}
  ))`;

/** A key of the license was revoked. */
export const keyRevoked = sql`(
  exists (select from license_keys where license_keys.license_id = licenses.id and not license_keys.eligible) or ${soldBack})`;

const ofLicense = sql`licenses.product_id, licenses.subscription_active, licenses.expires_at,
      coalesce(licenses.expires_at, licenses.current_period_ends_at) as valid_until`;
const holdsSeat = sql`exists (select from seats where license_id = licenses.id and seats.account_id = activations.account_id)`;

/** The facts about an activation by seat or by key. */
const factsAt = (now: Date) => sql`${ofLicense},
      (activations.by_key is not null or ${holdsSeat}) as holds_seat,
      (${keyRevoked} or (activations.by_key is not null and ${leftAlone})) as key_revoked,
      exists (
        select from replaced_license_keys replaced
        where replaced.key = activations.by_key and replaced.ends_activations and replaced.ends_at <= ${now}
      ) as key_ended`;

/** The facts about an own activation, which the path names; null for an unknown one and for that of another account. */
export const ownFacts = new OwnRead<ActivationFactsRow | null>(
  ({ account, id }) => sql`(select to_json(own_facts) from (
      select activations.id, encode(fingerprint, 'hex') as fingerprint, app_version, last_seen_at, ended_at, ${ofLicense},
        ${holdsSeat} as holds_seat, ${keyRevoked} as key_revoked, false as key_ended
      from activations join licenses on licenses.id = activations.license_id
      where activations.id = ${id} and activations.account_id = ${account}
    ) own_facts)`,
  (row: FromJson<ActivationFactsRow> | null) =>
    row && {
      ...row,
      fingerprint: Buffer.from(row.fingerprint, "hex"),
      last_seen_at: new Date(row.last_seen_at),
      ended_at: timeIn(row.ended_at),
      expires_at: timeIn(row.expires_at),
      valid_until: timeIn(row.valid_until),
    },
);

/** An activation with its facts and the contents of its file. */
export interface ActivationState extends ActivationRow, ActivationFactsRow {
  /** Null without a subscription whose payments are known. */
  readonly paid_until: Date | null;
  readonly license_key: string | null;
  readonly seats: number;
  /** Null for an activation by key. */
  readonly username: string | null;
}

/** An activation with its facts; null for an unknown id. */
export async function readActivation(db: Db, id: string, now: Date): Promise<ActivationState | null> {
  const { rows } = await sql<ActivationState>`
    select activations.*, ${factsAt(now)}, coalesce(activations.by_key, licenses.key) as license_key, licenses.total_seats as seats, subscriptions.paid_until,
      accounts.username
    from activations
    join licenses on licenses.id = activations.license_id
    left join accounts on accounts.id = activations.account_id
    left join subscriptions on subscriptions.id = licenses.subscription_id
    where activations.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The ends of the paid time of a license; null without an end. */
export type PaidEnds = Pick<ActivationState, "expires_at" | "paid_until">;

/** The ends of the paid time of licenses, by license id. */
export async function paidEndsOf(db: Db, licenseIds: readonly string[]): Promise<ReadonlyMap<string, PaidEnds>> {
  if (licenseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("licenses")
    .leftJoin("subscriptions", "subscriptions.id", "licenses.subscription_id")
    .select(["licenses.id", "licenses.expires_at", "subscriptions.paid_until"])
    .where((eb) => eb("licenses.id", "=", eb.fn.any(eb.val([...licenseIds]))))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records that the device was seen today; callers do so at most once a day. */
export async function noteSeen(db: Db, id: string, today: Date, appVersion: string | null): Promise<void> {
  await db
    .updateTable("activations")
    .set({ last_seen_at: today, ...(appVersion === null ? {} : { app_version: appVersion }) })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** Devices of a license that keep a place, the oldest first. The license is locked. */
export async function placesTaken(db: Db, licenseId: string, now: Date): Promise<ActivationRow[]> {
  const { rows } = await sql<ActivationRow>`
    select * from activations where license_id = ${licenseId} and ended_at is null
    union all
    select * from activations where license_id = ${licenseId} and ended_at is not null and offline_until > ${now}
    order by created_at, id`.execute(db);
  return rows;
}

/** How many devices keep a place, by the id of their license. Licenses without any are missing. */
export async function countPlacesTaken(
  db: Db,
  licenseIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (licenseIds.length === 0) return new Map();
  const { rows } = await sql<{ license_id: string; taken: number }>`
    select license_id, count(*)::int as taken from activations
    where license_id = any(${[...licenseIds]}::text[]) and (ended_at is null or offline_until > ${now})
    group by license_id`.execute(db);
  return new Map(rows.map((row) => [row.license_id, row.taken]));
}

const liveOf = (db: Db, licenseId: string) =>
  db.selectFrom("activations").select("id").where("license_id", "=", licenseId).where("ended_at", "is", null);

/** Returns the id of the live device with that fingerprint. Prefers one that a key of the license activated. */
export async function findDevice(db: Db, licenseId: string, fingerprint: Buffer): Promise<string | null> {
  const found = liveOf(db, licenseId)
    .where("fingerprint", "=", fingerprint)
    .orderBy("by_key", (by) => by.nullsLast());
  return (await found.orderBy("id").limit(1).executeTakeFirst())?.id ?? null;
}

/** True if a device of the license is live. */
export async function hasDevice(db: Db, licenseId: string): Promise<boolean> {
  return (await liveOf(db, licenseId).limit(1).executeTakeFirst()) !== undefined;
}

/** Returns which of the licenses have a revoked key, so that none of their devices may be used. */
export async function revokedAmong(db: Db, licenseIds: readonly string[]): Promise<ReadonlySet<string | null>> {
  if (licenseIds.length === 0) return new Set();
  const ids = sql`${[...licenseIds]}::text[]`;
  const { rows } = await sql<{ license_id: string }>`
    select license_id from license_keys where license_id = any(${ids}) and not eligible
    union all select id from licenses where id = any(${ids}) and ${soldBack}`.execute(db);
  return new Set(rows.map((row) => row.license_id));
}

export async function insertActivation(tx: Tx, row: Insertable<ActivationTable>): Promise<void> {
  await tx.insertInto("activations").values(row).execute();
}

export async function updateActivation(
  db: Db,
  id: string,
  change: Partial<
    Pick<ActivationRow, "name" | "platform" | "app_version" | "last_seen_at" | "offline_until" | "ended_by" | "by_key">
  >,
): Promise<void> {
  await db.updateTable("activations").set(change).where("id", "=", id).execute();
}

/** Ends live activations; those that have ended stay as they are. @returns those that were live. */
export async function endActivations(
  db: Db,
  ids: readonly string[],
  now: Date,
  endedBy: EndedBy,
): Promise<ActivationRow[]> {
  if (ids.length === 0) return [];
  return db
    .updateTable("activations")
    .set({ ended_at: now, ended_by: endedBy })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where("ended_at", "is", null)
    .returningAll()
    .execute();
}

/** Ends all live activations of a license. */
export async function endActivationsOfLicense(db: Db, licenseId: string, now: Date): Promise<void> {
  await db
    .updateTable("activations")
    .set({ ended_at: now, ended_by: "license" })
    .where("license_id", "=", licenseId)
    .where("ended_at", "is", null)
    .execute();
}

/** Devices of licenses that their holder freed in the last 30 days. @param accountId null for those activated by key. */
export async function freesOf(db: Db, accountId: string | null, licenseIds: readonly string[], now: Date) {
  if (licenseIds.length === 0) return [];
  return db
    .selectFrom("activations")
    .select(["id", "license_id", "name", "platform", "ended_at"])
    .where("account_id", accountId === null ? "is" : "=", accountId)
    .where((eb) => eb("license_id", "=", eb.fn.any(eb.val([...licenseIds]))))
    .where("ended_by", "=", "holder")
    .where("ended_at", ">", after(now, -30 * DAY))
    .orderBy("ended_at", "desc")
    .$narrowType<{ ended_at: Date }>()
    .execute();
}

/**
 * Devices of an account, and those that the keys of its licenses activated: live ones, and those freed in the last 30 days or leaving;
 * the last seen first.
 */
export async function activationsOf(db: Db, accountId: string, now: Date): Promise<ShownActivation[]> {
  const { rows } = await sql<ShownActivation>`
    select own.*, licenses.product_id, accounts.username from (
      select * from activations where account_id = ${accountId}
      union all
      select activations.* from license_owners join activations using (license_id)
      where license_owners.account_id = ${accountId} and by_key is not null
    ) own
    join licenses on licenses.id = own.license_id left join accounts on accounts.id = own.account_id
    where (ended_at is null or ended_at > ${after(now, -30 * DAY)} or offline_until > ${now})
    order by ended_at desc nulls first, last_seen_at desc, created_at desc, own.id`.execute(db);
  return rows;
}

/** Devices of a license that are live or leaving, the last seen first. */
export async function activationsOfLicense(db: Db, licenseId: string, now: Date): Promise<ShownActivation[]> {
  const { rows } = await sql<ShownActivation>`
    select activations.*, licenses.product_id, accounts.username from activations
    join licenses on licenses.id = activations.license_id left join accounts on accounts.id = activations.account_id
    where license_id = ${licenseId} and (ended_at is null or offline_until > ${now})
    order by ended_at desc nulls first, last_seen_at desc, created_at desc, activations.id`.execute(db);
  return rows;
}

export interface SeatUse {
  readonly id: string;
  readonly held_since: Date;
  /** The last day of an activation, a validation or a sign-in of an app; null if none is known. */
  readonly last_used: Date | null;
}

/** When each held seat of a license was last used within the last 90 days. @param apps ids of the apps that see the license. */
export async function seatUses(db: Db, licenseId: string, apps: readonly string[]): Promise<SeatUse[]> {
  const { rows } = await sql<SeatUse>`
    select seats.id, coalesce(seats.held_since, seats.created_at) as held_since,
      greatest(
        (select max(last_seen_at) from activations where license_id = ${licenseId} and activations.seat_id = seats.id),
        (
          select max(last_used_at) from app_grants
          where app_grants.account_id = seats.account_id and app_id = any(${[...apps]}::text[])
        )
      ) as last_used
    from seats where license_id = ${licenseId} and account_id is not null order by created_at, position`.execute(db);
  return rows;
}

/** The first other manager with an open account of each license in which the account has a seat or had a device; oldest license first. */
export async function contactsKnownTo(
  db: Db,
  accountId: string,
): Promise<{ readonly id: string; readonly product_id: string; readonly email: string }[]> {
  const { rows } = await sql<{ id: string; product_id: string; email: string }>`
    select licenses.id, licenses.product_id, manager.email from licenses
    join lateral (
      select accounts.email from license_owners join accounts on accounts.id = license_owners.account_id
      where license_owners.license_id = licenses.id and accounts.id <> ${accountId} and accounts.state = ${OPEN}
      order by license_owners.accepted desc, license_owners.position limit 1
    ) manager on true
    where licenses.id in (
      select license_id from seats where account_id = ${accountId}
      union select license_id from activations where account_id = ${accountId}
    )
    order by licenses.registered_at, licenses.id`.execute(db);
  return rows;
}

/** Deletes devices that ended before `before` and whose files have expired. Until then they show when a seat was last used. */
export async function pruneActivations(db: Db, now: Date, before: Date): Promise<void> {
  const isOver = sql`ended_at < ${before} and (offline_until is null or offline_until < ${now})`;
  await deleteInSteps(db, "activations", isOver);
}
