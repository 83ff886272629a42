import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { type RawBuilder, sql } from "kysely";
import type { Snapshot } from "@foyer/service-kit/staff-acts";
import type { Db } from "../db/schema.ts";

/** The most entries of each source. Each has its own limit, so that a flood of wrong passwords leaves the others in. */
const ENTRIES = 100;

/** Events that happen daily, or that strangers can cause in any number. */
const FREQUENT = sql`('session.opened', 'session.closed', 'session.refused', 'password.proof_refused', 'second_factor.refused', 'passkey.refused')`;

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly kind: TimelineEntry["kind"];
  readonly title: string;
  readonly details: Snapshot;
}

async function newest(db: Db, sources: readonly RawBuilder<unknown>[]): Promise<TimelineEntry[]> {
  const parts = sources.map((source) => sql`(${source} order by at desc limit ${ENTRIES})`);
  const { rows } = await sql<Row>`
    select * from (${sql.join(parts, sql` union all `)}) entries order by at desc, id desc`.execute(db);
  return rows.map((row) => ({ ...row, at: instantOf(row.at) }));
}

const securityOf = (accountId: string, which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'security-' || id as id, at, 'security' as kind, kind as title,
    details || jsonb_strip_nulls(jsonb_build_object('ip', ip, 'target', target, 'actor',
      case when actor is distinct from account_id then actor end)) as details
  from security_events where account_id = ${accountId} and ${which}`;

const licenseEvents = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'license-' || id as id, at, 'license' as kind, act as title,
    details || jsonb_strip_nulls(jsonb_build_object('license', license_id, 'by', coalesce(by_username, by_kind))) as details
  from license_events where ${which}`;

const actsOn = (target: string): RawBuilder<unknown> => sql`
  select 'act-' || id as id, at, 'staff' as kind, act as title,
    jsonb_build_object('staff', staff, 'reason', reason, 'before', before, 'after', after) as details
  from staff_acts where target = ${target}`;

const linksMailed = (accountId: string): RawBuilder<unknown> => sql`
  select 'mail-' || id as id, requested_at as at, 'mail' as kind, split_part(purpose, ':', 1) as title,
    jsonb_strip_nulls(jsonb_build_object('to', address, 'sent', secret_hash is not null, 'used_at', used_at)) as details
  from mailed_secrets where account_id = ${accountId}`;

const invitationsMailed = (which: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'invitation-' || id as id, created_at as at, 'mail' as kind, 'invitation' as title,
    jsonb_build_object('to', email, 'state', mail_state, 'license', license_id) as details
  from seats where status = 'pending' and ${which}`;

/** Events of a person, newest first: security, her licenses, mails, acts of staff. */
export function accountTimeline(db: Db, account: { id: string; username: string }): Promise<TimelineEntry[]> {
  const owned = sql`license_id in (select license_id from license_owners where account_id = ${account.id})`;
  return newest(db, [
    securityOf(account.id, sql`kind in ${FREQUENT}`),
    securityOf(account.id, sql`kind not in ${FREQUENT}`),
    licenseEvents(owned),
    actsOn(`account:${account.username}`),
    linksMailed(account.id),
  ]);
}

/** Events of a license, newest first. */
export function licenseTimeline(db: Db, licenseId: string): Promise<TimelineEntry[]> {
  return newest(db, [
    licenseEvents(sql`license_id = ${licenseId}`),
    actsOn(`license:${licenseId}`),
    invitationsMailed(sql`license_id = ${licenseId}`),
  ]);
}
