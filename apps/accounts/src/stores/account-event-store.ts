import type { AccountEventKind } from "@foyer/contract/account-events";
import { accountEventKinds } from "@foyer/contract/account-events";
import type { Snapshot } from "@foyer/service-kit/staff-acts";
import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import { refusedKinds } from "../security-events/event-kinds.ts";

/** An event that its owner sees. One of a summed kind represents all events of its day. */
export interface ToldEvent {
  readonly id: string;
  readonly at: Date;
  readonly kind: AccountEventKind;
  readonly actor: string | null;
  readonly ip: string | null;
  readonly details: Snapshot;
  /** Number of events it represents; null for a kind that is listed singly. */
  readonly refused: number | null;
  /** Account name of the target, when the target is an account. */
  readonly target_name: string | null;
}

// Literals instead of parameters, so that the planner can use the partial indexes on these kinds.
const refused = sql.join(refusedKinds.map((kind) => sql.lit(kind)));
const single = accountEventKinds.filter((kind) => !refusedKinds.some((one) => one === kind));

/**
 * The newest events of an account that its owner may see, at most `limit`. Wrong passwords and codes are summed by day (UTC).
 *
 * @param before an event id; returns only older events.
 */
export async function toldEvents(
  db: Db,
  accountId: string,
  since: Date,
  { limit, before }: { readonly limit: number; readonly before: number },
): Promise<ToldEvent[]> {
  const { rows } = await sql<ToldEvent>`
    with told as (
      (
        select id, at, kind, actor, target, ip, details, null::int as refused from security_events
        where account_id = ${accountId} and kind not in (${refused}) and kind = any(${single}::text[])
          and id < ${before}::bigint and at > ${since}
        order by id desc limit ${limit}
      )
      union all
      select max(id), max(at), case kind when 'second_factor.refused' then kind else 'session.refused' end as what, null, null,
        case when min(ip) = max(ip) then min(ip) end, '{}'::jsonb, count(*)::int
      from security_events
      where account_id = ${accountId} and kind in (${refused}) and at > ${since}
      group by date_trunc('day', at at time zone 'UTC'), what
      having max(id) < ${before}::bigint
    )
    select told.id, told.at, kind, actor, ip, details, refused, accounts.username as target_name
    from told left join accounts on accounts.id = told.target
    order by told.id desc limit ${limit}`.execute(db);
  return rows;
}

/** One event of an account of a kind that is listed singly; null for anything else. */
export async function findToldEvent(db: Db, accountId: string, since: Date, id: number): Promise<ToldEvent | null> {
  const [event] = await toldEvents(db, accountId, since, { limit: 1, before: id + 1 });
  return event && Number(event.id) === id ? event : null;
}
