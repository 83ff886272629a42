import { createHash } from "node:crypto";
import { openPool } from "@foyer/service-kit/db";

/** Amount of data in the database; every license except the first has 10 seats, held by accounts. */
export interface Size {
  readonly accounts: number;
  readonly licenses: number;
}

/** Seats of the one large team, all held. */
const LARGE_TEAM = 2_200;
/** Accounts with a session and a known token: `tokenOf(0)` manages the large team. */
export const SESSIONS = 400;
const SEATS = 10;

/** Licenses with owners of their own: most have one, and every tenth of these owners has about five. */
const ownedAlone = (licenses: number): number => Math.floor((licenses * 5) / 7);
const TENTH = 10;

/** An account with five licenses; the first ones of these have six. */
export const managerOfFive = 4 * TENTH;

export const tokenOf = (n: number): string => `at_bench${n}`;
export const usernameOf = (n: number): string => `person${n}`;
export const licenseOf = (n: number): string => `license-${n}`;

const accountRows = `
  insert into accounts (id, username, email, email_key, password_hash, created_at, is_staff, staff_rights)
  select 'account-' || n, 'person' || n, 'person' || n || '@customer' || n % 5000 || '.example',
    'person' || n || '@customer' || n % 5000 || '.example', $2, now() - n * interval '1 second', n = 1,
    case when n = 1 then array['read', 'support', 'billing', 'admin'] else '{}' end
  from generate_series(0, $1 - 1) n`;

const licenseRows = `
  insert into licenses (id, product_id, description, products, purchase_type, total_seats, used_seats, registered_at, key, key_owner,
    subscription_id, subscription_active, cancel_at_period_end, current_period_ends_at, renewing_quantity)
  select 'license-' || n, 'OUTLINE-5-SUB-ANNUAL-WEB', 'Outlinear 5', array['Outlinear 5'], 'renewable', seats, seats,
    now() - n * interval '1 second', 'KEY-' || n, 'Person ' || n, 'sub_' || n, true, false, now() + interval '100 days', seats
  from generate_series(0, $1 - 1) n, lateral (select case when n = 0 then ${LARGE_TEAM} else ${SEATS} end as seats) s`;

const seatRows = `
  insert into seats (id, license_id, status, account_id, username, email, email_key, created_at)
  select 'seat-' || l || '-' || s, 'license-' || l, 'active', 'account-' || a, 'person' || a,
    'person' || a || '@customer' || a % 5000 || '.example', 'person' || a || '@customer' || a % 5000 || '.example', now()
  from generate_series(0, $1 - 1) l, lateral generate_series(0, case when l = 0 then ${LARGE_TEAM - 1} else ${SEATS - 1} end) s,
    lateral (select (l::bigint * ${SEATS} + s) % $2 as a) h`;

const sessionRows = `
  insert into sessions (id, account_id, access_hash, access_expires_at, refresh_expires_at, ends_at, proved_at, started_at, refreshed_at,
    user_agent, ip)
  select 'session-' || ord, 'account-' || ord - 1, hash, now() + interval '1 day', now() + interval '1 day', now() + interval '1 day',
    now(), now(), now(), 'bench', '127.0.0.1'
  from unnest($1::bytea[]) with ordinality as t (hash, ord)`;

/** Fills an empty, migrated database, as the owner. Takes some minutes for a million accounts. */
export async function fill(ownerUrl: string, { accounts, licenses }: Size, passwordHash: string): Promise<void> {
  const pool = openPool({ url: ownerUrl, role: null, schema: "accounts", max: 1 });
  const client = await pool.connect();
  try {
    await client.query("set synchronous_commit = off");
    await client.query("alter table seats disable trigger user");
    await client.query(accountRows, [accounts, passwordHash]);
    await client.query(licenseRows, [licenses]);
    await client.query(
      `insert into license_owners
        select 'license-' || n, 'account-' || case when n < $2 then n else ${TENTH} * ((n - $2) % ($2 / ${TENTH})) end, 0
        from generate_series(0, $1 - 1) n`,
      [licenses, ownedAlone(licenses)],
    );
    await client.query(
      `insert into subscriptions select 'sub_' || n, 'license-' || n, 'cus_' || n, 'OUTLINE-5-SUB-ANNUAL-WEB', total_seats, null, null, null,
        'active', false, now() + interval '100 days', now() + interval '100 days', 1, 1
      from generate_series(0, $1 - 1) n join licenses on id = 'license-' || n`,
      [licenses],
    );
    await client.query(seatRows, [licenses, accounts]);
    const hashes = Array.from({ length: SESSIONS }, (_, n) => createHash("sha256").update(tokenOf(n)).digest());
    await client.query(sessionRows, [hashes]);
    await client.query("alter table seats enable trigger user");
    await client.query("vacuum analyze");
    const { rows } = await client.query("select count(*)::int as n from seat_count_faults");
    if (rows[0]?.n !== 0) throw new Error("the counters do not fit the seats");
  } finally {
    client.release();
    await pool.end();
  }
}
