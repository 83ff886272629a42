import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/schema.ts";

/** Maximum number of rows of one part; the newest rows are exported. */
const ROWS_MAX = 10_000;

/**
 * The data that this service stores about a person, part by part, without secrets and without data of other people.
 *
 * Leaves out the names of others who acted, and the holders of seats that the person manages.
 */
const parts: Readonly<Record<string, (id: string) => RawBuilder<unknown>>> = {
  account: (id) => sql`
    select id, username as account_name, email, state, is_staff, staff_rights, customer_ids, created_at,
      exists (select from second_factors where account_id = accounts.id and confirmed_at is not null) as second_factor
    from accounts where id = ${id}`,
  sessions: (id) => sql`
    select started_at, refreshed_at as last_used_at, ends_at, user_agent, ip, amr from sessions
    where account_id = ${id} and viewed_by is null order by started_at desc`,
  passkeys: (id) => sql`
    select name, created_at, last_used_at, backed_up from passkeys where account_id = ${id} order by created_at`,
  browsers: (id) => sql`
    select first_seen_at, last_seen_at, user_agent, ip, networks, trusted_until from browsers
    where account_id = ${id} order by last_seen_at desc`,
  connected_apps: (id) => sql`
    select app_id as app, device_name, scopes, created_at, last_used_at, expires_at, ended_at from app_grants
    where account_id = ${id} order by created_at desc`,
  devices: (id) => sql`
    select license_id, seat_id, name, platform, app_version, created_at, last_seen_at, offline_until, ended_at, ended_by
    from activations where id in (
      select id from activations where account_id = ${id}
      union all select activations.id from license_owners join activations using (license_id)
        where license_owners.account_id = ${id} and by_key is not null
    ) order by created_at desc, ended_at`,
  app_consents: (id) => sql`
    select app_id as app, scopes, allowed_at from app_consents where account_id = ${id} order by app_id`,
  mailed_links: (id) => sql`
    select case when purpose like 'not_me:%' then 'not_me' else purpose end as purpose, address, requested_at, expires_at, used_at from mailed_secrets where account_id = ${id} order by requested_at desc`,
  access_restores: (id) => sql`
    select state, address, asked_at, agreed_at, due_at, ended_at, stopped_by from access_restores where account_id = ${id} order by asked_at desc`,
  security_events: (id) => sql`
    select at, kind, case when actor = ${id} then ip end as ip, case when actor = ${id} then details end as details
    from security_events where account_id = ${id} order by id desc limit ${ROWS_MAX}`,
  not_me_reports: (id) => sql`
    select at, event, event_at, by_link, closed_at from not_me_reports where account_id = ${id} order by at desc`,
  licenses: (id) => sql`
    select licenses.id, product_id, description, purchase_type, total_seats, used_seats, registered_at, expires_at, key, key_owner, key_revoked_at,
      subscription_id, subscription_active, cancel_at_period_end, current_period_ends_at
    from licenses join license_owners on license_owners.license_id = licenses.id
    where account_id = ${id} order by registered_at, licenses.id`,
  trials: (id) => sql`
    select product, license_id, started_at, ends_at from trials where account_id = ${id} order by started_at`,
  seats: (id) => sql`
    select seats.id, seats.license_id, licenses.description, seats.status, seats.email, seats.created_at
    from seats join licenses on licenses.id = seats.license_id where seats.account_id = ${id} order by seats.created_at`,
  license_events: (id) => sql`
    select at, license_id, act, amount_cents, currency from license_events
    where by_username = (select username from accounts where id = ${id}) and by_kind = 'person' order by id desc limit ${ROWS_MAX}`,
};

export const ownParts: readonly string[] = Object.keys(parts);

/** One part of the data stored about the person, as rows. */
export async function gatherPart(
  db: Db,
  part: string,
  accountId: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const query = parts[part];
  if (!query) throw new Error(`unknown part ${part}`);
  return (await sql<Record<string, unknown>>`${query(accountId)}`.execute(db)).rows;
}
