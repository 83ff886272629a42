import type { SearchHit } from "@foyer/contract/staff-wire";
import { withAsciiDomain } from "@foyer/domain/addresses";
import type { Queryable } from "@foyer/service-kit/db";
import { type RawBuilder, sql } from "kysely";
import type { PurchaseTables } from "../db/schema.ts";

const HITS = 10;
/** The highest code point, which sorts after every text with the same prefix. */
const END = "\u{10FFFF}";

export interface HitRow {
  readonly kind: SearchHit["kind"];
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly account: string | null;
  readonly license: string | null;
}

const customerHits = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select 'customer' as kind, customer_id as id, customer_id as title, username || ', ' || email as detail,
    username as account, null as license
  from customers where customer_id is not null and ${where} order by customer_id limit ${HITS})`;

const subscriptionHits = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select 'subscription' as kind, subscriptions.id, subscriptions.id as title,
    paid_plan || ', ' || paid_quantity || ' seats, ' || status as detail,
    customers.username as account, registration_id as license
  from subscriptions left join customers using (customer_id) where ${where}
  order by subscriptions.created_at desc limit ${HITS})`;

/** Returns stored objects that begin with the text. */
export async function knownHits(db: Queryable<PurchaseTables>, text: string): Promise<HitRow[]> {
  const begins = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${column} ~>=~ ${text}::text and ${column} ~<~ ${text + END}::text)`;
  const lower = text.toLowerCase();
  const { rows } = await sql<HitRow>`${sql.join(
    [
      customerHits(
        sql`${begins(sql`customer_id`)} or lower(email) in (${lower}, ${withAsciiDomain(lower)}) or username = ${lower}`,
      ),
      subscriptionHits(
        sql`${begins(sql`subscriptions.id`)} or registration_id = ${text} or subscriptions.customer_id = ${text}`,
      ),
    ],
    sql` union all `,
  )}`.execute(db);
  return rows;
}
