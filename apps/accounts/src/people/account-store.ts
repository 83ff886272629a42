import { addressKey } from "@foyer/domain/addresses";
import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql, type Transaction } from "kysely";
import type { AccountsTables, AccountTable } from "../db/schema.ts";

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

/** @param username normalised. */
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

export async function setPasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable("accounts").set({ password_hash: passwordHash }).where("id", "=", id).execute();
}

export async function addCustomer(db: Db, id: string, customerId: string): Promise<void> {
  await sql`update accounts set customer_ids = array_append(customer_ids, ${customerId}::text)
    where id = ${id} and not (${customerId}::text = any(customer_ids))`.execute(db);
}

/** An account with what its `userinfo` tells beside its own row. */
export type AccountInfo = Account & {
  /** Seats that it holds. */
  readonly seats: number;
  readonly pending_email: string | null;
  readonly second_factor: boolean;
};

async function accountInfo(db: Db, now: Date, which: ReturnType<typeof sql<unknown>>): Promise<AccountInfo | null> {
  const { rows } = await sql<AccountInfo>`
    select accounts.*,
      (select count(*)::int from seats where seats.account_id = accounts.id) as seats,
      (
        select address from mailed_secrets
        where account_id = accounts.id and purpose = 'email_change' and used_at is null and expires_at > ${now}
      ) as pending_email,
      exists (select from second_factors where account_id = accounts.id and confirmed_at is not null) as second_factor
    from accounts where ${which}`.execute(db);
  return rows[0] ?? null;
}

/** One round trip; null when there is no such account. */
export const readAccountInfo = (db: Db, id: string, now: Date): Promise<AccountInfo | null> =>
  accountInfo(db, now, sql`id = ${id}`);

/** @param username normalised. */
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
