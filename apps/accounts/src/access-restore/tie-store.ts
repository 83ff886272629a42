import type { Queryable } from "@foyer/service-kit/db";
import { sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Account } from "../stores/account-store.ts";

type Staff = Pick<Account, "id" | "username">;

/**
 * True when one of the two accounts was merged into the other, or one did one of these staff acts on the other since that time.
 */
export async function haveTies(
  db: Queryable<AccountsTables>,
  one: Staff,
  other: Staff,
  acts: readonly string[],
  since: Date,
): Promise<boolean> {
  const acted = (staff: Staff, on: Staff) => sql`exists (select from staff_acts
    where staff = ${staff.username} and target = ${`account:${on.username}`} and act = any(${[...acts]}::text[]) and at > ${since})`;
  const merged = (from: Staff, into: Staff) => sql`exists (select from security_events
    where account_id = ${from.id} and kind = 'account.merged' and target = ${into.id})`;
  const { rows } = await sql<{ tied: boolean }>`
    select ${acted(one, other)} or ${acted(other, one)} or ${merged(one, other)} or ${merged(other, one)} as tied`.execute(
    db,
  );
  return rows[0]?.tied !== false;
}
