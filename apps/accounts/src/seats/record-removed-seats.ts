import { sql, type Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { License } from "../licenses/license-store.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import type { SeatRow } from "./seat-store.ts";

const kind: SecurityEventKind = "seat.removed";

/** Records with the accounts that held these seats that they hold them no more. @param by account id; null for the system. */
export async function recordRemovedSeats(
  tx: Transaction<AccountsTables>,
  at: Date,
  license: Pick<License, "description">,
  seats: readonly Pick<SeatRow, "id" | "account_id">[],
  by: string | null,
): Promise<void> {
  const held = seats.filter(({ account_id: holder }) => holder !== null);
  if (held.length === 0) return;
  const holders = held.map(({ account_id: holder }) => holder);
  const ids = held.map(({ id }) => id);
  await sql`
    insert into security_events (at, kind, account_id, actor, target, details)
    select ${at}::timestamptz, ${kind}, held.account_id, ${by}, held.id, ${JSON.stringify({ license: license.description })}::jsonb
    from unnest(${holders}::text[], ${ids}::text[]) held(account_id, id)`.execute(tx);
}
