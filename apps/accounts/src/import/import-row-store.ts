import { type InsertObject, sql } from "kysely";
import type { AccountsTables, Tx } from "../db/schema.ts";

// Statements of an import. Each runs in the caller's transaction, on any connection that may write the schema `accounts`.

/** Rows in one statement: PostgreSQL allows at most 65,535 parameters. */
const ROWS_AT_ONCE = 2_000;

async function inChunks<Row>(rows: readonly Row[], write: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await write(rows.slice(start, start + ROWS_AT_ONCE));
}

/** Serializes concurrent imports until the transaction ends. */
export async function waitForTurn(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('foyer import', 0))`.execute(tx);
}

/** Inserts the rows of an imported table. */
export async function insertRows<Table extends keyof AccountsTables>(
  tx: Tx,
  table: Table,
  rows: readonly InsertObject<AccountsTables, Table>[],
): Promise<void> {
  await inChunks(rows, (chunk) => tx.withSchema("accounts").insertInto(table).values(chunk).execute());
}

/** Locks the licenses of imported devices, in the order of their ids, so that no app is activated there until the import ends. */
export async function lockLicenses(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select id from accounts.licenses where id = any(${ids}::text[]) order by id for update`.execute(tx);
}

export interface HeldSeat {
  readonly id: string;
  readonly license_id: string;
  readonly account_id: string;
}

/** Returns the held seats of these licenses. */
export async function heldSeatsOf(tx: Tx, licenses: readonly string[]): Promise<HeldSeat[]> {
  const { rows } = await sql<HeldSeat>`
    select id, license_id, account_id from accounts.seats
    where license_id = any(${licenses}::text[]) and account_id is not null`.execute(tx);
  return rows;
}

/** Returns the seat and fingerprint of each live device of these licenses. */
export async function liveDevicesOf(
  tx: Tx,
  licenses: readonly string[],
): Promise<{ readonly license_id: string; readonly seat_id: string | null; readonly fingerprint: Buffer }[]> {
  const { rows } = await sql<{ license_id: string; seat_id: string | null; fingerprint: Buffer }>`
    select license_id, seat_id, fingerprint from accounts.activations
    where license_id = any(${licenses}::text[]) and ended_at is null`.execute(tx);
  return rows;
}

/** The keys of licenses, by license id. */
export async function keysOf(tx: Tx, licenses: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ id: string; key: string | null }>`
    select id, key from accounts.licenses where id = any(${licenses}::text[])`.execute(tx);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

/** Ends live devices of licenses that have ended, and of accounts that are not open: the holder's, or those of all managers. */
export async function endUnusable(tx: Tx, licenses: readonly string[], now: Date): Promise<void> {
  await sql`
    update accounts.activations set ended_at = ${now},
      ended_by = case when licenses.subscription_active is false then 'license' else 'account' end
    from accounts.licenses
    where activations.license_id = any(${licenses}::text[]) and activations.ended_at is null
      and licenses.id = activations.license_id
      and (licenses.subscription_active is false or not exists (
        select from accounts.accounts where state = 100 and (
          id = activations.account_id or activations.by_key is not null and id in (
            select account_id from accounts.license_owners where license_owners.license_id = activations.license_id))
      ))`.execute(tx);
}

export interface NamedAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

/** Looks accounts up by name. The returned function throws for an unknown name, because the rows were checked before. */
export async function accountsNamed(tx: Tx, usernames: readonly string[]): Promise<(username: string) => NamedAccount> {
  const found = new Map<string, NamedAccount>();
  await inChunks([...new Set(usernames)], async (chunk) => {
    const rows = await tx
      .withSchema("accounts")
      .selectFrom("accounts")
      .select(["id", "username", "email"])
      .where("username", "in", chunk)
      .execute();
    for (const row of rows) found.set(row.username, row);
  });
  return (username) => {
    const account = found.get(username);
    if (!account) throw new Error(`unknown account ${username}`);
    return account;
  };
}

/** Links a customer of the payment provider to an account; repeating it changes nothing. */
export async function addCustomer(tx: Tx, username: string, customerId: string): Promise<void> {
  await tx
    .withSchema("accounts")
    .updateTable("accounts")
    .set((eb) => ({ customer_ids: eb.fn<string[]>("array_append", ["customer_ids", eb.val(customerId)]) }))
    .where("username", "=", username)
    .where((eb) => eb.not(eb(eb.val(customerId), "=", eb.fn.any("customer_ids"))))
    .execute();
}
