import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import type { OwnRestore } from "@foyer/contract/access-restores";
import { instantOf } from "@foyer/contract/wire-values";
import type { Deps } from "../deps.ts";
import { after } from "../lifetimes.ts";
import { newestRestoreOf } from "../stores/restore-store.ts";
import { type NamedRestore, newestNamedRestoreOf, restoresSince } from "./shown-restore-store.ts";

/** How long an ended restore stays visible. */
const SHOWN_SECONDS = 30 * 24 * 3_600;
const LISTED = 200;

const instantOrNull = (at: Date | null): string | null => at && instantOf(at);

function restoreWire(row: NamedRestore): AccessRestore {
  return {
    id: row.id,
    kind: row.kind,
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

/** Waiting restores, the earliest due first, then restores that ended within 30 days, newest first. */
export async function staffListRestores({ db, clock }: Deps): Promise<AccessRestore[]> {
  const rows = await restoresSince(db, after(clock.now(), -SHOWN_SECONDS), LISTED);
  return rows.map(restoreWire);
}

/** The newest restore of an account as staff see it, until 30 days after its end. */
export async function restoreShownOf({ db, clock }: Deps, accountId: string): Promise<AccessRestore | null> {
  const row = await newestNamedRestoreOf(db, accountId, after(clock.now(), -SHOWN_SECONDS));
  return row ? restoreWire(row) : null;
}

/** The newest restore as the account's owner sees it, without who asked for it and why. */
export async function readOwnRestore({ db, clock }: Deps, accountId: string): Promise<OwnRestore | null> {
  const row = await newestRestoreOf(db, accountId, after(clock.now(), -SHOWN_SECONDS));
  if (!row) return null;
  return {
    kind: row.kind,
    state: row.state,
    email: row.address,
    asked: instantOf(row.asked_at),
    restores: instantOrNull(row.due_at),
    ended: instantOrNull(row.ended_at),
    stopped_by: row.stopped_by,
  };
}
