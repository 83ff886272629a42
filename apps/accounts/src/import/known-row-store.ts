import {
  type KnownAccount,
  type KnownDevice,
  type KnownDevices,
  type KnownLicense,
  type KnownRows,
  type NamedRows,
  noDevices,
} from "@foyer/import-file/known-rows";
import { sql } from "kysely";
import { raisedLimit } from "../stores/held-license-store.ts";
import type { Tx } from "../db/schema.ts";

/** Reads the existing rows that a file refers to. */
export async function readKnownRows(tx: Tx, named: NamedRows): Promise<KnownRows> {
  const licenses = await readLicenses(tx, named);
  const owners = [...licenses.values()].flatMap((license) => license.owners);
  const { rows: keys } = await sql<{ key: string }>`
    select key from accounts.license_keys where key = any(${named.keys}::text[])
    -- A file from before the key was replaced does not bring it back.
    union all select key from accounts.replaced_license_keys where key = any(${named.keys}::text[])`.execute(tx);
  const { rows: upgrades } = await sql<{ id: string }>`
    select id from accounts.upgrades where id = any(${named.upgrades}::text[])`.execute(tx);
  return {
    accounts: await readAccounts(tx, named, owners),
    licenses,
    ...(await readSeats(tx, named)),
    licenseKeys: new Set(keys.map((row) => row.key)),
    upgrades: new Set(upgrades.map((row) => row.id)),
    devices: await readDevices(tx, named),
  };
}

async function readLicenses(tx: Tx, { licenses, keys }: NamedRows): Promise<Map<string, KnownLicense>> {
  const { rows } = await sql<{ id: string } & KnownLicense>`
    select id, product_id, total_seats, used_seats, key, subscription_id,
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
    select username, email, state, customer_ids from accounts.accounts
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

async function readDevices(tx: Tx, { devices, deviceLicenses: licenses }: NamedRows): Promise<KnownDevices> {
  if (devices.length === 0) return noDevices;
  const { rows: ids } = await sql<{ id: string }>`
    select id from accounts.activations where id = any(${devices}::text[])`.execute(tx);
  const { rows: taken } = await sql<KnownDevice>`
    select license_id, seat_id, ended_at, offline_until from accounts.activations
    where license_id = any(${licenses}::text[]) and (ended_at is null or offline_until is not null)`.execute(tx);
  const { rows: limits } = await sql<{
    id: string;
    activation_limit: number | null;
    activation_limit_until: Date | null;
  }>`
    select id, activation_limit, activation_limit_until from accounts.licenses where id = any(${licenses}::text[])`.execute(
    tx,
  );
  const { rows: seats } = await sql<{ id: string; held_by: string }>`
    select id, license_id || ' ' || username as held_by from accounts.seats
    where license_id = any(${licenses}::text[]) and account_id is not null`.execute(tx);
  return {
    ids: new Set(ids.map((row) => row.id)),
    taken,
    raisedLimits: new Map(
      limits.flatMap(({ id, ...row }) => {
        const limit = raisedLimit(row);
        return limit === null ? [] : [[id, limit]];
      }),
    ),
    heldSeats: new Map(seats.map((row) => [row.held_by, row.id])),
  };
}
