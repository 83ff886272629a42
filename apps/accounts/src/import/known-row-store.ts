import { sql, type Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";

// What an import has to know of the database before it writes: only what the file names, as a database may be large.

type Tx = Transaction<AccountsTables>;

/** What a file names, each a set. */
export interface NamedRows {
  readonly usernames: readonly string[];
  /** As addresses are compared. */
  readonly addressKeys: readonly string[];
  readonly customers: readonly string[];
  readonly licenses: readonly string[];
  /** License keys. */
  readonly keys: readonly string[];
  /** Seat ids. */
  readonly seats: readonly string[];
  /** References of invitations. */
  readonly references: readonly string[];
  readonly upgrades: readonly string[];
}

export interface KnownAccount {
  readonly email: string;
  readonly state: number;
  readonly customerIds: readonly string[];
}

export interface KnownLicense {
  readonly productId: string;
  readonly totalSeats: number;
  readonly usedSeats: number;
  readonly key: string | null;
  readonly owners: readonly string[];
  readonly subscriptionId: string | null;
}

/** What the database holds of it, by the key of each kind of line. */
export interface KnownRows {
  /** The named ones, open ones with a named address, those with a named customer, and the owners of `licenses`. */
  readonly accounts: ReadonlyMap<string, KnownAccount>;
  /** The named ones, and those with a named key. */
  readonly licenses: ReadonlyMap<string, KnownLicense>;
  /** Seat ids. */
  readonly seats: ReadonlySet<string>;
  /** References of open invitations. */
  readonly references: ReadonlySet<string>;
  /** Of the named licenses: `<license> <account name>` of held seats and `<license> <address key>` of every seat. */
  readonly seated: ReadonlySet<string>;
  readonly licenseKeys: ReadonlySet<string>;
  /** Upgrade ids, activated ones too. */
  readonly upgrades: ReadonlySet<string>;
}

/** Reads what the database holds of what a file names. */
export async function readKnownRows(tx: Tx, named: NamedRows): Promise<KnownRows> {
  const licenses = await readLicenses(tx, named);
  const owners = [...licenses.values()].flatMap((license) => license.owners);
  const { rows: keys } = await sql<{ key: string }>`
    select key from accounts.license_keys where key = any(${named.keys}::text[])`.execute(tx);
  const { rows: upgrades } = await sql<{ id: string }>`
    select id from accounts.upgrades where id = any(${named.upgrades}::text[])`.execute(tx);
  return {
    accounts: await readAccounts(tx, named, owners),
    licenses,
    ...(await readSeats(tx, named)),
    licenseKeys: new Set(keys.map((row) => row.key)),
    upgrades: new Set(upgrades.map((row) => row.id)),
  };
}

async function readLicenses(tx: Tx, { licenses, keys }: NamedRows): Promise<Map<string, KnownLicense>> {
  const { rows } = await sql<{ id: string } & KnownLicense>`
    select id, product_id as "productId", total_seats as "totalSeats", used_seats as "usedSeats", key,
      subscription_id as "subscriptionId",
      array(select a.username from accounts.license_owners o join accounts.accounts a on a.id = o.account_id
        where o.license_id = l.id order by o.position) as owners
    from accounts.licenses l
    where id = any(${licenses}::text[]) or key = any(${keys}::text[])`.execute(tx);
  return new Map(rows.map(({ id, ...license }) => [id, license]));
}

async function readAccounts(
  tx: Tx,
  { usernames, addressKeys, customers }: NamedRows,
  owners: readonly string[],
): Promise<Map<string, KnownAccount>> {
  const { rows } = await sql<{ username: string } & KnownAccount>`
    select username, email, state, customer_ids as "customerIds" from accounts.accounts
    where username = any(${[...usernames, ...owners]}::text[])
      or (email_key = any(${addressKeys}::text[]) and state = 100) or customer_ids && ${customers}::text[]`.execute(tx);
  return new Map(rows.map(({ username, ...account }) => [username, account]));
}

async function readSeats(
  tx: Tx,
  { seats, references, licenses }: NamedRows,
): Promise<Pick<KnownRows, "seats" | "references" | "seated">> {
  const { rows } = await sql<{
    id: string;
    license_id: string;
    username: string | null;
    email_key: string;
    reference: string | null;
  }>`
    select id, license_id, username, email_key, reference from accounts.seats
    where license_id = any(${licenses}::text[]) or id = any(${seats}::text[])
      or reference = any(${references}::text[])`.execute(tx);
  return {
    seats: new Set(rows.map((row) => row.id)),
    references: new Set(rows.flatMap((row) => row.reference ?? [])),
    seated: new Set(
      rows.flatMap((row) => [
        ...(row.username === null ? [] : [`${row.license_id} ${row.username}`]),
        `${row.license_id} ${row.email_key}`,
      ]),
    ),
  };
}
