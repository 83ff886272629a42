import type { Repair } from "@foyer/contract/staff-wire";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import type { Transaction } from "kysely";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";

export interface RepairRequest {
  readonly reason: string;
  readonly preview?: boolean | undefined;
}

/** What a repair did to what. */
export interface Change {
  readonly target: string;
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
}

/** Thrown to undo a preview. */
class Previewed extends Error {
  readonly change: Change;
  constructor(change: Change) {
    super("a preview changes nothing");
    this.change = change;
  }
}

/**
 * Does a repair and records it with its reason, in one transaction: neither is there without the other.
 *
 * A preview does the very same work and rolls it back, jobs included, so that what it shows is what would happen.
 */
export async function repair(
  deps: Deps,
  staff: Person,
  act: string,
  { reason, preview = false }: RepairRequest,
  work: (tx: Transaction<AccountsTables>, now: Date) => Promise<Change>,
): Promise<Repair> {
  const now = deps.clock.now();
  try {
    const { before, after } = await inTransaction(deps.db, async (tx) => {
      const change = await work(tx, now);
      if (preview) throw new Previewed(change);
      await insertAct(tx, { at: now, staff: staff.username, act, reason, ...change });
      return change;
    });
    return { status: "success", applied: true, before, after };
  } catch (error) {
    if (!(error instanceof Previewed)) throw error;
    const { before, after } = error.change;
    return { status: "success", applied: false, before, after };
  }
}
