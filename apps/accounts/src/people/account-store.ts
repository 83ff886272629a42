import { addressKey } from "@foyer/domain/addresses";
import type { StaffRight } from "@foyer/domain/staff-rights";
import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql, type Transaction } from "kysely";
import type { AccountsTables, AccountTable, ClosedBy } from "../db/schema.ts";

type Db = Queryable<AccountsTables>;
export type Account = Selectable<AccountTable>;

export const OPEN = 100;

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  return (await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The account, which nobody else changes until the transaction ends. Locked before its mailed secrets are touched. */
export async function lockAccount(tx: Transaction<AccountsTables>, id: string): Promise<Account | null> {
  return (await tx.selectFrom("accounts").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/** The staff members who can sign in and that account, locked together in the order of their ids. */
export async function lockOpenStaffAnd(tx: Transaction<AccountsTables>, id: string): Promise<Account[]> {
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

/** @param username normalized. */
export async function findAccountNamed(db: Db, username: string): Promise<Account | null> {
  return (await db.selectFrom("accounts").selectAll().where("username", "=", username).executeTakeFirst()) ?? null;
}

/** The open account of an address; there is one at the most. */
export async function findOpenAccountAt(db: Db, addressKey: string): Promise<Account | null> {
  const account = await db
    .selectFrom("accounts")
    .selectAll()
    .where("email_key", "=", addressKey)
    .where("state", "=", OPEN)
    .executeTakeFirst();
  return account ?? null;
}

/** What is proved about an account counts as long as this is its version. */
export type Credential = Pick<Account, "id" | "credential_version">;

const nextVersion = sql<number>`credential_version + 1`;

/** Sets a new password: what was proved by the one before counts no more. */
export async function setPasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ password_hash: passwordHash, credential_version: nextVersion })
    .where("id", "=", id)
    .execute();
}

/** Has the account no password until its owner sets one by a mailed link: what was proved by the one before counts no more. */
export async function clearPassword(db: Db, id: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ password_hash: null, credential_version: nextVersion })
    .where("id", "=", id)
    .execute();
}

/** Has whoever is signing in looked at again: what opens the account has changed, and its password has not. */
export async function raiseCredentialVersion(db: Db, id: string): Promise<void> {
  await db.updateTable("accounts").set({ credential_version: nextVersion }).where("id", "=", id).execute();
}

/** Keeps the same password by another hash; where the password changed meanwhile, nothing happens. */
export async function renewPasswordHash(db: Db, { id, ...checked }: Credential, passwordHash: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ password_hash: passwordHash })
    .where("id", "=", id)
    .where("credential_version", "=", checked.credential_version)
    .execute();
}

/** Kinds of hashes that are looked for, one system's usually. */
const KINDS_MAX = 8;
/** The algorithm and its parameters, as the index `accounts_foreign_hashes` has it. */
const hashKind = sql.raw(`case when password_hash like '$2_$%' then substr(password_hash, 5, 2)
  else substring(password_hash from '^(.*)[$][^$]*[$][^$]*$') end`);
const isForeign = sql.raw("password_hash is not null and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'");

/** One hash of each kind that is not made today, whosoever it is: those that came with an import and wait for a sign-in. */
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

/** What a staff member may do; an empty list makes a customer of her. */
export async function setStaffRights(db: Db, id: string, rights: readonly StaffRight[]): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ is_staff: rights.length > 0, staff_rights: [...rights] })
    .where("id", "=", id)
    .execute();
}

export async function addCustomer(db: Db, id: string, customerId: string): Promise<void> {
  await sql`update accounts set customer_ids = array_append(customer_ids, ${customerId}::text)
    where id = ${id} and not (${customerId}::text = any(customer_ids))`.execute(db);
}

export async function setCustomers(db: Db, id: string, customerIds: readonly string[]): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ customer_ids: [...customerIds] })
    .where("id", "=", id)
    .execute();
}

/** An account with what its `userinfo` tells beside its own row. */
export type AccountInfo = Account & {
  /** Seats that it holds. */
  readonly seats: number;
  readonly pending_email: string | null;
  readonly second_factor: boolean;
  /** When its second factor was turned on; null without one. */
  readonly second_factor_since: Date | null;
  readonly has_passkey: boolean;
};

/** Whether staff rights can wait for a session that is opened by more than the password. */
export const hasStrongWay = (account: Pick<AccountInfo, "second_factor" | "has_passkey">): boolean =>
  account.second_factor || account.has_passkey;

async function accountInfo(db: Db, now: Date, which: ReturnType<typeof sql<unknown>>): Promise<AccountInfo | null> {
  const { rows } = await sql<Omit<AccountInfo, "second_factor">>`
    select accounts.*,
      (select count(*)::int from seats where seats.account_id = accounts.id) as seats,
      (
        select address from mailed_secrets
        where account_id = accounts.id and purpose = 'email_change' and used_at is null and expires_at > ${now}
      ) as pending_email,
      (select confirmed_at from second_factors where account_id = accounts.id) as second_factor_since,
      exists (select from passkeys where account_id = accounts.id) as has_passkey
    from accounts where ${which}`.execute(db);
  const [row] = rows;
  return row ? { ...row, second_factor: row.second_factor_since !== null } : null;
}

/** One round trip; null when there is no such account. */
export const readAccountInfo = (db: Db, id: string, now: Date): Promise<AccountInfo | null> =>
  accountInfo(db, now, sql`id = ${id}`);

/** @param username normalized. */
export const findAccountInfoNamed = (db: Db, username: string, now: Date): Promise<AccountInfo | null> =>
  accountInfo(db, now, sql`username = ${username}`);

/** The account, which nobody changes until the transaction ends. */
export async function findAccountForShare(tx: Transaction<AccountsTables>, id: string): Promise<Account | null> {
  return (await tx.selectFrom("accounts").selectAll().where("id", "=", id).forShare().executeTakeFirst()) ?? null;
}

/** A double name or address throws what `refusingDoubles` reads. */
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

/** Closes the account, or changes how it is closed: what was proved before counts no more. The first closing's time counts. */
export async function setClosed(
  db: Db,
  account: Pick<Account, "id" | "closed_at">,
  state: number,
  by: ClosedBy,
  now: Date,
): Promise<void> {
  await db
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

/** Writes how an account is closed, whatever it was before: for one whose erasure a restore from a backup took back. */
export async function closeAgain(
  db: Db,
  id: string,
  closed: Required<Pick<Account, "state" | "closed_at" | "closed_by">>,
): Promise<void> {
  await db.updateTable("accounts").set(closed).where("id", "=", id).execute();
}

/** Opens the account again: what was proved before counts no more. Throws what `refusingDoubles` reads where another open one has its address by now. */
export async function setOpen(db: Db, id: string): Promise<void> {
  await db
    .updateTable("accounts")
    .set({ state: OPEN, closed_by: null, closed_at: null, credential_version: nextVersion })
    .where("id", "=", id)
    .where("state", "<>", OPEN)
    .execute();
}
