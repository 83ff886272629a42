import { addressKey } from "@foyer/domain/addresses";
import type { StaffRight } from "@foyer/domain/staff-rights";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { AccountTable, ClosedBy, Db, Tx } from "../db/schema.ts";
import { OwnRead } from "./own-read.ts";

export type Account = Selectable<AccountTable>;

export const OPEN = 100;

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  return (await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The account, locked until the transaction ends. Lock it before its mailed secrets. */
export async function lockAccount(tx: Tx, id: string): Promise<Account | null> {
  return (await tx.selectFrom("accounts").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/** The staff members who can sign in and the given account, locked in the order of their ids. */
export async function lockOpenStaffAnd(tx: Tx, id: string): Promise<Account[]> {
  return tx
    .selectFrom("accounts")
    .selectAll()
    .where((account) =>
      account.or([account("id", "=", id), account.and([account("is_staff", "=", true), account("state", "=", OPEN)])]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** The account with that name. @param username normalized. */
export async function findAccountNamed(db: Db, username: string): Promise<Account | null> {
  return (await db.selectFrom("accounts").selectAll().where("username", "=", username).executeTakeFirst()) ?? null;
}

/** The open account with that address; there is at most one. */
export async function findOpenAccountAt(db: Db, addressKey: string): Promise<Account | null> {
  const account = await db
    .selectFrom("accounts")
    .selectAll()
    .where("email_key", "=", addressKey)
    .where("state", "=", OPEN)
    .executeTakeFirst();
  return account ?? null;
}

/** The version of an account's credential. A proof is valid only while the account has this version. */
export type Credential = Pick<Account, "id" | "credential_version">;

const nextVersion = sql<number>`credential_version + 1`;

/** Sets a new password and invalidates earlier proofs. */
export async function setPasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ password_hash: passwordHash, credential_version: nextVersion })
    .where("id", "=", id)
    .execute();
}

/** Removes the password until the owner sets one by a mailed link, and invalidates earlier proofs. */
export async function clearPassword(db: Db, id: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ password_hash: null, credential_version: nextVersion })
    .where("id", "=", id)
    .execute();
}

/** Invalidates earlier proofs and running sign-ins after a change to the ways to sign in other than the password. */
export async function raiseCredentialVersion(db: Db, id: string): Promise<void> {
  await db.updateTable("accounts").set({ credential_version: nextVersion }).where("id", "=", id).execute();
}

/** Stores another hash of the same password; does nothing when the password has changed since. */
export async function renewPasswordHash(db: Db, { id, ...checked }: Credential, passwordHash: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ password_hash: passwordHash })
    .where("id", "=", id)
    .where("credential_version", "=", checked.credential_version)
    .execute();
}

/** Maximum number of kinds that are searched for; usually there is one. */
const KINDS_MAX = 8;
/** Algorithm and parameters, as in the index `accounts_foreign_hashes`. */
const hashKind = sql.raw(`case when password_hash like '$2_$%' then substr(password_hash, 5, 2)
  else substring(password_hash from '^(.*)[$][^$]*[$][^$]*$') end`);
const isForeign = sql.raw("password_hash is not null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'");

/** One hash of each kind that is not made today, of any account: imported hashes that wait for a sign-in. */
export async function foreignHashes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ password_hash: string }>`
    with recursive kinds as (
      (select ${hashKind} as kind, password_hash from accounts where ${isForeign} order by 1 limit 1)
      union all
      select next.kind, next.password_hash from kinds, lateral (
        select ${hashKind} as kind, password_hash from accounts
        where ${isForeign} and ${hashKind} > kinds.kind order by 1 limit 1
      ) next
    )
    select password_hash from kinds limit ${KINDS_MAX}`.execute(db);
  return rows.map((row) => row.password_hash);
}

/** Sets the rights of a staff member; an empty list makes the account a customer's. */
export async function setStaffRights(db: Db, id: string, rights: readonly StaffRight[]): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ is_staff: rights.length > 0, staff_rights: [...rights] })
    .where("id", "=", id)
    .execute();
}

/** Puts the customer first, because purchases and screens use the first one. Earlier ones keep their papers. */
export async function addCustomer(db: Db, id: string, customerId: string): Promise<void> {
  await sql`
    update accounts set customer_ids = array_prepend(${customerId}::text, array_remove(customer_ids, ${customerId}::text))
    where id = ${id} and customer_ids[1] is distinct from ${customerId}::text`.execute(db);
}

export async function setCustomers(db: Db, id: string, customerIds: readonly string[]): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ customer_ids: [...customerIds] })
    .where("id", "=", id)
    .execute();
}

/** An account with the additional values of its `userinfo`. */
export type AccountInfo = Account & {
  /** Number of seats that it holds. */
  readonly seats: number;
  readonly pending_email: string | null;
  readonly second_factor: boolean;
  /** When its second factor was turned on; null without one. */
  readonly second_factor_since: Date | null;
  readonly has_passkey: boolean;
};

/** True when the account can open a session by more than the password, so that staff rights can require it. */
export const hasStrongWay = (account: Pick<AccountInfo, "second_factor" | "has_passkey">): boolean =>
  account.second_factor || account.has_passkey;

/** The columns of `AccountInfo` that other tables have. */
const additional = (account: unknown, now: unknown) => sql`
      (select count(*)::int from seats where seats.account_id = ${account}) as seats,
      (
        select address from mailed_secrets
        where account_id = ${account} and purpose = 'email_change' and used_at is null and expires_at > ${now}
      ) as pending_email,
      (select confirmed_at from second_factors where account_id = ${account}) as second_factor_since,
      exists (select from passkeys where account_id = ${account}) as has_passkey`;

/** The columns of an account in `userinfo`. */
export type ShownAccount = Pick<
  AccountInfo,
  | "id"
  | "username"
  | "email"
  | "pending_email"
  | "customer_ids"
  | "seats"
  | "is_staff"
  | "staff_rights"
  | "state"
  | "second_factor"
  | "has_passkey"
>;

/** The caller's own account. */
export const ownAccount = new OwnRead<ShownAccount>(
  ({ account, now }) => sql`(select to_json(shown) from (
      select caller.id, caller.username, caller.email, caller.customer_ids, caller.is_staff, caller.staff_rights,
        caller.state, ${additional(account, now)}
    ) shown)`,
  (row: Omit<ShownAccount, "second_factor"> & { readonly second_factor_since: string | null }) => ({
    ...row,
    second_factor: row.second_factor_since !== null,
  }),
);

type InfoRow = Omit<AccountInfo, "second_factor">;

const infoSql = (now: Date, which: RawBuilder<unknown>): RawBuilder<InfoRow> => sql<InfoRow>`
    select accounts.*, ${additional(sql.ref("accounts.id"), now)}
    from accounts where ${which}`;

/** The account with its additional values in one query; null when there is none. */
export async function readAccountInfo(db: Db, id: string, now: Date): Promise<AccountInfo | null> {
  const { rows } = await infoSql(now, sql`id = ${id}`).execute(db);
  return rows[0] ? infoOf(rows[0]) : null;
}

/** The same by name, as a `select` for a larger statement; `infoOf` completes its row. @param username normalized. */
export const infoOfNameSql = (username: string, now: Date): RawBuilder<InfoRow> =>
  infoSql(now, sql`username = ${username}`);

export const infoOf = (row: InfoRow): AccountInfo => ({ ...row, second_factor: row.second_factor_since !== null });

/** The account, locked against changes until the transaction ends. */
export async function findAccountForShare(tx: Tx, id: string): Promise<Account | null> {
  return (await tx.selectFrom("accounts").selectAll().where("id", "=", id).forShare().executeTakeFirst()) ?? null;
}

/** Inserts an account. For a duplicate name or address, throws what `refusingDoubles` handles. */
export async function insertAccount(
  db: Db,
  account: {
    readonly id: string;
    readonly username: string;
    readonly email: string;
    readonly passwordHash: string;
    readonly createdAt: Date;
  },
): Promise<void> {
  await db
    .insertInto("accounts")
    .values({
      id: account.id,
      username: account.username,
      email: account.email,
      email_key: addressKey(account.email),
      password_hash: account.passwordHash,
      created_at: account.createdAt,
    })
    .execute();
}

export async function setAccountEmail(db: Db, id: string, email: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ email, email_key: addressKey(email) })
    .where("id", "=", id)
    .execute();
}

/** Closes the account, or changes how it is closed, ends its devices and invalidates earlier proofs. Keeps the time of the first closing. */
export async function setClosed(
  db: Db,
  account: Pick<Account, "id" | "closed_at">,
  state: number,
  by: ClosedBy,
  now: Date,
): Promise<void> {
  await db
    .with("ended", (query) =>
      query
        .updateTable("activations")
        .set({ ended_at: now, ended_by: "account" })
        .where("account_id", "=", account.id)
        .where("ended_at", "is", null),
    )
    .updateTable("accounts")
    .set({
      state,
      closed_by: by,
      closed_at: account.closed_at ?? now,
      credential_version: sql<number>`credential_version + (state <> ${state})::int`,
    })
    .where("id", "=", account.id)
    .execute();
}

/**
 * Sets how an account is closed, regardless of its state: for an account that a database restore brought back after its erasure.
 */
export async function closeAgain(
  db: Db,
  id: string,
  closed: Required<Pick<Account, "state" | "closed_at" | "closed_by">>,
): Promise<void> {
  await db.updateTable("accounts").set(closed).where("id", "=", id).execute();
}

/**
 * Reopens the account and invalidates earlier proofs. Throws what `refusingDoubles` handles when another open account has its
 * address now.
 */
export async function setOpen(db: Db, id: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ state: OPEN, closed_by: null, closed_at: null, credential_version: nextVersion })
    .where("id", "=", id)
    .where("state", "<>", OPEN)
    .execute();
}
