import type { Transaction } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { License } from "../stores/license-store.ts";
import type { SecurityEventKind } from "../security-events/event-kinds.ts";
import { insertEventOfEach } from "../security-events/security-event-store.ts";
import type { SeatRow } from "../stores/seat-store.ts";

const kind: SecurityEventKind = "seat.removed";

/** Records for the accounts that held these seats that the seats were removed. @param by account id; null for the system. */
export async function recordRemovedSeats(
  tx: Transaction<AccountsTables>,
  at: Date,
  license: Pick<License, "description">,
  seats: readonly Pick<SeatRow, "id" | "account_id">[],
  by: string | null,
): Promise<void> {
  const held = seats.flatMap(({ id, account_id: holder }) =>
    holder === null ? [] : { accountId: holder, target: id },
  );
  if (held.length === 0) return;
  const details = JSON.stringify({ license: license.description });
  await insertEventOfEach(tx, { at, kind, actor: by, details }, held);
}
