import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import type { OwnRestore } from "@foyer/contract/access-restores";
import { instantOf } from "@foyer/contract/wire-values";
import type { Queryable } from "@foyer/service-kit/db";
import { type RawBuilder, sql } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after } from "../lifetimes.ts";
import { newestRestoreOf, type Restore } from "./restore-store.ts";

type Db = Queryable<AccountsTables>;

/** How long an end is shown. */
const SHOWN_SECONDS = 30 * 24 * 3_600;
const LISTED = 200;

type Named = Restore & {
  readonly username: string;
  readonly asked_name: string;
  readonly agreed_name: string | null;
  readonly stopped_name: string | null;
};

const instantOrNull = (at: Date | null): string | null => at && instantOf(at);

function restoreWire(row: Named): AccessRestore {
  return {
    id: row.id,
    username: row.username,
    state: row.state,
    email: row.address,
    reason: row.reason,
    asked_by: row.asked_name,
    asked: instantOf(row.asked_at),
    agreed_by: row.agreed_name,
    agreed: instantOrNull(row.agreed_at),
    restores: instantOrNull(row.due_at),
    ended: instantOrNull(row.ended_at),
    stopped_by: row.stopped_by,
    stopped_by_staff: row.stopped_name,
  };
}

async function namedRestores(db: Db, which: RawBuilder<unknown>): Promise<Named[]> {
  const { rows } = await sql<Named>`
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

/** Those that wait, the first to be carried out first, and then those that ended within 30 days, the newest first. */
export async function staffListRestores({ db, clock }: Deps): Promise<AccessRestore[]> {
  const since = after(clock.now(), -SHOWN_SECONDS);
  const rows = await namedRestores(
    db,
    sql`access_restores.ended_at is null or access_restores.ended_at >= ${since}
      order by access_restores.ended_at desc nulls first, access_restores.due_at nulls first, access_restores.asked_at
      limit ${LISTED}`,
  );
  return rows.map(restoreWire);
}

/** The newest restore of an account, for staff, until 30 days after its end. */
export async function restoreShownOf({ db, clock }: Deps, accountId: string): Promise<AccessRestore | null> {
  const since = after(clock.now(), -SHOWN_SECONDS);
  const [row] = await namedRestores(
    db,
    sql`access_restores.account_id = ${accountId}
      and (access_restores.ended_at is null or access_restores.ended_at >= ${since})
      order by access_restores.asked_at desc limit 1`,
  );
  return row ? restoreWire(row) : null;
}

/** The same for the account's owner, without who asked for it and why. */
export async function readOwnRestore({ db, clock }: Deps, accountId: string): Promise<OwnRestore | null> {
  const row = await newestRestoreOf(db, accountId, after(clock.now(), -SHOWN_SECONDS));
  if (!row) return null;
  return {
    state: row.state,
    email: row.address,
    asked: instantOf(row.asked_at),
    restores: instantOrNull(row.due_at),
    ended: instantOrNull(row.ended_at),
    stopped_by: row.stopped_by,
  };
}
