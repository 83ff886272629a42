import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/schema.ts";
import type { Restore } from "../stores/restore-store.ts";

/** A restore with the account names of its account and of the staff members involved. */
export type NamedRestore = Restore & {
  readonly username: string;
  readonly asked_name: string;
  readonly agreed_name: string | null;
  readonly stopped_name: string | null;
};

async function namedRestores(db: Db, which: RawBuilder<unknown>): Promise<NamedRestore[]> {
  const { rows } = await sql<NamedRestore>`
    select access_restores.*, accounts.username, asker.username as asked_name, agreer.username as agreed_name,
      stopper.username as stopped_name
    from access_restores
    join accounts on accounts.id = access_restores.account_id
    join accounts asker on asker.id = access_restores.asked_by
    left join accounts agreer on agreer.id = access_restores.agreed_by
    left join accounts stopper on stopper.id = access_restores.stopped_by_staff
    where ${which}`.execute(db);
  return rows;
}

/** Waiting restores, the earliest due first, then those that ended since that time, newest first. */
export function restoresSince(db: Db, since: Date, limit: number): Promise<NamedRestore[]> {
  return namedRestores(
    db,
    sql`access_restores.ended_at is null or access_restores.ended_at >= ${since}
      order by access_restores.ended_at desc nulls first, access_restores.due_at nulls first, access_restores.asked_at
      limit ${limit}`,
  );
}

/** The newest restore of an account, unless it ended before that time. */
export async function newestNamedRestoreOf(db: Db, accountId: string, since: Date): Promise<NamedRestore | null> {
  const [row] = await namedRestores(
    db,
    sql`access_restores.account_id = ${accountId}
      and (access_restores.ended_at is null or access_restores.ended_at >= ${since})
      order by access_restores.asked_at desc limit 1`,
  );
  return row ?? null;
}
