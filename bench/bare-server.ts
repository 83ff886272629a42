/**
 * The reference: bare `node:http` with the same session check, point selects and answers, without checks and logs. Each
 * connection plans each select once.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { openPool } from "@foyer/service-kit/db";
import { openedAlone } from "./bare.ts";
import type pg from "pg";

const pool = openPool({ url: process.env["OWNER_URL"] ?? "", role: "foyer_accounts", schema: "accounts", max: 12 });

const session = `
  select sessions.id as session_id, sessions.access_expires_at, sessions.viewed_by, accounts.id as account_id,
    accounts.username, accounts.email, accounts.state, accounts.is_staff, accounts.staff_rights, accounts.customer_ids
  from sessions join accounts on accounts.id = sessions.account_id
  where sessions.access_hash = $1 and sessions.access_expires_at > now()`;

type Row = Readonly<Record<string, unknown>>;

const instant = (time: unknown): string | null => (time instanceof Date ? time.toISOString() : null);

const names = new Map<string, string>();

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

async function rowsOf(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const { rows } = await pool.query<pg.QueryResultRow>({ name: nameOf(text), text, values: [...values] });
  return rows;
}

const user = `
  select accounts.*, (select count(*)::int from seats where seats.account_id = accounts.id) as seats,
    (select address from mailed_secrets
      where account_id = accounts.id and purpose = 'email_change' and used_at is null and expires_at > now()) as pending_email,
    exists (select from second_factors where account_id = accounts.id and confirmed_at is not null) as second_factor
  from accounts where id = $1`;

const managed = `
  select licenses.*, subscriptions.status, subscriptions.next_plan
  from license_owners join licenses on licenses.id = license_owners.license_id
  left join subscriptions on subscriptions.id = licenses.subscription_id
  where license_owners.account_id = $1 order by licenses.registered_at, licenses.id`;

const owned = `
  select licenses.* from license_owners join licenses on licenses.id = license_owners.license_id
  where license_owners.account_id = $1 order by licenses.registered_at, licenses.id`;

const seats = `
  select licenses.id, licenses.description, licenses.purchase_type, licenses.product_id, licenses.expires_at,
    licenses.current_period_ends_at, to_json(held) as seat,
    array(select accounts.email from license_owners join accounts on accounts.id = license_owners.account_id
      where license_owners.license_id = licenses.id order by license_owners.position) as owners
  from seats held join licenses on licenses.id = held.license_id
  where held.account_id = $1 and licenses.subscription_active is distinct from false
  order by licenses.registered_at, licenses.id`;

function seatOf(row: Row): Row {
  const seat = row["seat"] as Row;
  return {
    id: seat["id"],
    registration_id: row["id"],
    description: row["description"],
    purchase_type: row["purchase_type"],
    owners: row["owners"],
    seats: [
      { id: seat["id"], username: seat["username"], email: seat["email"], status: seat["status"], short_url: null },
    ],
    product_id: row["product_id"],
    expires_date: instant(row["current_period_ends_at"]),
  };
}

function licenseOf(row: Row): Row {
  return {
    id: row["id"],
    registration_id: row["id"],
    description: row["description"],
    products: row["products"],
    product_id: row["product_id"],
    subscription_id: row["subscription_id"],
    subscription_state: "active",
    subscription_status: row["status"],
    subscription_next: null,
    cancel_at_period_end: row["cancel_at_period_end"],
    expiration_date: instant(row["current_period_ends_at"]),
    expires_date: null,
    total_seats: row["total_seats"],
    used_seats: row["used_seats"],
    invited_seats: row["invited_seats"],
    available_seats: Number(row["total_seats"]) - Number(row["used_seats"]),
    renewing_quantity: row["renewing_quantity"],
  };
}

function purchaseOf(row: Row): Row {
  return {
    registration_id: row["id"],
    description: row["description"],
    seats: row["total_seats"],
    upgrades_remaining: row["upgrades_remaining"],
    type: row["purchase_type"],
    key: row["key"],
    owner: row["key_owner"],
    registration_date: instant(row["registered_at"]),
    product_id: row["product_id"],
    subscription_id: row["subscription_id"],
    upgrade_eligible_registration: null,
  };
}

const answers: Readonly<Record<string, (id: unknown) => Promise<unknown>>> = {
  "/api/1.1/user/": async (id) => {
    const [row = {}] = await rowsOf(user, [id]);
    const { username, email, pending_email, customer_ids, is_staff, state, second_factor } = row;
    const held = row["seats"];
    const account = { id, username, email, pending_email, customer_id: customer_ids, seats: held };
    return { userinfo: { ...account, is_staff, account_state: state, second_factor } };
  },
  "/api/1.1/managed_team_licenses/": async (id) => ({
    managed_team_licenses: (await rowsOf(managed, [id])).map(licenseOf),
  }),
  "/api/1.1/purchases/": async (id) => ({ purchases: (await rowsOf(owned, [id])).map(purchaseOf) }),
  "/api/1.1/seats/": async (id) => ({ seats: (await rowsOf(seats, [id])).map(seatOf) }),
};

async function answer(path: string, authorization: string): Promise<string | null> {
  const hash = createHash("sha256").update(authorization.slice("Bearer ".length)).digest();
  const [holder] = await rowsOf(session, [hash]);
  const found = answers[path];
  if (!holder || !found) return null;
  return JSON.stringify(await found(holder["account_id"]));
}

const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => {
    void answer(request.url ?? "", request.headers.authorization ?? "").then((body) => {
      if (body === null) return response.writeHead(404).end();
      return response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
        .end(body);
    });
  });
});
openedAlone(server);
