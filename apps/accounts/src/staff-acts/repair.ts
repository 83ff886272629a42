import type { Repair } from "@foyer/contract/staff-wire";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct, type Snapshot } from "@foyer/service-kit/staff-acts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import type { Account } from "../stores/account-store.ts";
import { lockForStaff, lockStaff, type Staff } from "./lock-for-staff.ts";

export interface RepairRequest {
  readonly reason: string;
  readonly preview?: boolean | undefined;
}

/** A repair of the account with that name, or of the thing with that id. */
export type RepairOf<Wanted = object> = (
  deps: Deps,
  staff: Staff,
  of: string,
  request: RepairRequest & Wanted,
) => Promise<Repair>;

/** The target of a repair, with its state before and after. */
export interface Change {
  readonly target: string;
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
}

/** Thrown to roll a preview back. */
class Previewed extends Error {
  readonly change: Change;
  constructor(change: Change) {
    super("a preview changes nothing");
    this.change = change;
  }
}

/**
 * Runs a repair and records it with its reason in one transaction. The staff member's session and rights are checked again under
 * her account's lock.
 *
 * A preview runs the same work and rolls it back, including jobs, so it shows exactly what would happen.
 */
export async function repair(
  deps: Deps,
  staff: Staff,
  act: string,
  request: RepairRequest,
  work: (tx: Tx, now: Date) => Promise<Change>,
): Promise<Repair> {
  return carryOut(deps, staff, act, request, async (tx, now) => {
    await lockStaff(tx, now, staff);
    return work(tx, now);
  });
}

/** A change of one account, which is the target. */
export type AccountChange = Omit<Change, "target">;

/** `repair` for one account: `work` gets the account, locked, after checking that she may act on it. */
export async function repairAccount(
  deps: Deps,
  staff: Staff,
  act: string,
  request: RepairRequest & { readonly username: string },
  work: (tx: Tx, now: Date, account: Account) => Promise<AccountChange>,
): Promise<Repair> {
  return carryOut(deps, staff, act, request, async (tx, now) => {
    const [account = refuse("object.not_found")] = await lockForStaff(tx, now, staff, [request.username]);
    return { target: `account:${account.username}`, ...(await work(tx, now, account)) };
  });
}

/** `repair` for two accounts, when something moves from one to the other. */
export async function repairBoth(
  deps: Deps,
  staff: Staff,
  act: string,
  request: RepairRequest & { readonly from: string; readonly into: string },
  work: (tx: Tx, now: Date, from: Account, into: Account) => Promise<Change>,
): Promise<Repair> {
  return carryOut(deps, staff, act, request, async (tx, now) => {
    const [from, into] = await lockForStaff(tx, now, staff, [request.from, request.into]);
    return work(tx, now, from ?? refuse("object.not_found"), into ?? refuse("object.not_found"));
  });
}

async function carryOut(
  deps: Deps,
  staff: Staff,
  act: string,
  { reason, preview = false }: RepairRequest,
  work: (tx: Tx, now: Date) => Promise<Change>,
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
