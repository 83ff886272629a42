import { type Insertable, type Selectable, sql } from "kysely";
import type { AppDeviceCodeTable, Payload } from "../db/app-tables.ts";
import type { Db, Tx } from "../db/schema.ts";

export type DeviceCode = Selectable<AppDeviceCodeTable>;

export async function insertDeviceCode(db: Db, row: Insertable<AppDeviceCodeTable>): Promise<void> {
  await db.insertInto("app_device_codes").values(row).execute();
}

/**
 * Records a poll of the app and returns the device code. Before an answer, a poll earlier than the interval adds 5 s to it.
 *
 * @returns also whether the poll was too early.
 */
export async function pollDeviceCode(
  db: Db,
  hash: Buffer,
  appId: string | null,
  now: Date,
): Promise<(DeviceCode & { readonly too_soon: boolean }) | null> {
  const { rows } = await sql<DeviceCode & { too_soon: boolean }>`
    with held as (select * from app_device_codes where hash = ${hash} for update),
    judged as (
      select hash, coalesce(polled_at + make_interval(secs => interval_seconds) > ${now}::timestamptz
        and grant_id is null and denied_at is null and expires_at > ${now}::timestamptz, false) as too_soon
      from held where app_id = ${appId}
    ), polled as (
      update app_device_codes codes set polled_at = ${now},
        interval_seconds = interval_seconds + case when judged.too_soon then 5 else 0 end
      from judged where codes.hash = judged.hash
    )
    select held.*, coalesce(judged.too_soon, false) as too_soon
    from held left join judged on judged.hash = held.hash`.execute(db);
  return rows[0] ?? null;
}

/** Marks a device code as used. @returns false if it was used before. */
export async function consumeDeviceCode(db: Db, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("app_device_codes")
    .set({ consumed_at: now })
    .where("hash", "=", hash)
    .where("consumed_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns a device that waits for an answer. */
export async function findWaitingDevice(db: Db, userCodeHash: Buffer, now: Date): Promise<DeviceCode | null> {
  return (await waiting(db, userCodeHash, now).executeTakeFirst()) ?? null;
}

/** Like the above, and locks it until the transaction ends. */
export async function lockWaitingDevice(tx: Tx, userCodeHash: Buffer, now: Date): Promise<DeviceCode | null> {
  return (await waiting(tx, userCodeHash, now).forUpdate().executeTakeFirst()) ?? null;
}

function waiting(db: Db, userCodeHash: Buffer, now: Date) {
  return db
    .selectFrom("app_device_codes")
    .selectAll()
    .where("user_code_hash", "=", userCodeHash)
    .where("expires_at", ">", now)
    .where("grant_id", "is", null)
    .where("denied_at", "is", null);
}

/** Stores the answer: the app's grant, or the refusal. */
export async function answerDevice(
  tx: Tx,
  hash: Buffer,
  answer: { readonly grantId: string; readonly payload: Payload } | { readonly deniedAt: Date },
): Promise<void> {
  const change =
    "grantId" in answer
      ? { grant_id: answer.grantId, payload: JSON.stringify(answer.payload) }
      : { denied_at: answer.deniedAt };
  await tx.updateTable("app_device_codes").set(change).where("hash", "=", hash).execute();
}
