import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Queryable } from "@foyer/service-kit/db";
import { type RawBuilder, sql } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";

/** The most entries of each source. Each has its own limit, so that many events of the provider leave the others in. */
const ENTRIES = 100;

interface Row {
  readonly id: string;
  readonly at: Date;
  readonly kind: TimelineEntry["kind"];
  readonly title: string;
  readonly details: Record<string, unknown>;
}

/** Returns the history of a customer, newest first: provider events, operations, mails, staff actions. */
export async function readTimeline(db: Queryable<PurchaseTables>, customerId: string): Promise<TimelineEntry[]> {
  const subjects = sql`(select id from subscriptions where customer_id = ${customerId})`;
  const sources: RawBuilder<unknown>[] = [
    sql`select 'event-' || id as id, created_at as at, 'provider' as kind, type as title,
          jsonb_strip_nulls(jsonb_build_object('event', id, 'object', object_id, 'subscription', subscription_id)) as details
        from provider_events where customer_id = ${customerId} or subscription_id in ${subjects}`,
    sql`select 'operation-' || id as id, created_at as at, 'payment' as kind, kind as title,
          jsonb_strip_nulls(jsonb_build_object('subject', subject, 'state', state, 'invoice', invoice_id,
            'plan', nullif(request->>'plan', ''), 'quantity', nullif(request->'quantity', '0'),
            'total', request->'quote'->'total',
            'currency', coalesce(request->'quote'->>'currency', (select currency from subscriptions where id = operations.subscription_id)), 'refusal', outcome->'refusal'->>'message')) as details
        from operations where customer_id = ${customerId}`,
    sql`select 'return-' || id as id, created_at as at, 'payment' as kind, kind as title,
          jsonb_strip_nulls(jsonb_build_object('object', id, 'invoice', invoice_id, 'total', amount_cents, 'currency', currency,
            'state', status, 'cause', reason, 'answer_until', due_at)) as details
        from provider_returns where customer_id = ${customerId}`,
    sql`select 'notice-' || kind || '-' || subject || '-' || occasion as id, decided_at as at, 'mail' as kind, kind as title,
          jsonb_build_object('subject', subject, 'occasion', occasion) as details
        from notices where subject in ${subjects}
          or subject in (select invoice_id from operations where customer_id = ${customerId})`,
    sql`select 'statement-' || id as id, at, 'payment' as kind, 'statement.' || kind as title,
          jsonb_strip_nulls(jsonb_build_object('state', state, 'cause', reason)) as details
        from desk_statements join desk_cases on statement_id = id where customer_id = ${customerId}`,
    sql`select 'act-' || id as id, at, 'staff' as kind, act as title,
          jsonb_build_object('staff', staff, 'reason', reason, 'target', target, 'before', before, 'after', after) as details
        from staff_acts where target in (select 'customer:' || ${customerId}::text union select 'subscription:' || id from subscriptions where customer_id = ${customerId}
          union select 'license:' || registration_id from subscriptions where customer_id = ${customerId}
          union select 'invoice:' || invoice_id from operations where customer_id = ${customerId}
          union select subject from operations where customer_id = ${customerId} and kind in ('give_back', 'return_sale'))`,
  ];
  const parts = sources.map((source) => sql`(${source} order by at desc limit ${ENTRIES})`);
  const { rows } = await sql<Row>`
    select * from (${sql.join(parts, sql` union all `)}) entries order by at desc, id desc`.execute(db);
  return rows.map((row) => ({ ...row, at: instantOf(row.at) }));
}
