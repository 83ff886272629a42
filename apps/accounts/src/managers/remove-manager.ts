import { normalizeAccountName } from "@foyer/domain/account-name";
import { canRemoveManager, removersOf, type StandingManager } from "@foyer/domain/managers";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { type OwnerRow, ownersOf, setOwners } from "../stores/license-store.ts";
import { requireProof } from "../passwords/prove-password.ts";
import type { Origin } from "../security-events/security-events.ts";
import { lockToManage } from "./lock-to-manage.ts";
import { standingOf } from "./manager-wire.ts";
import { tellManagers } from "./tell-managers.ts";

/** Removes an account from the managers of a license. Of two managers who remove each other concurrently, one remains. */
export async function removeManager(
  deps: Deps,
  person: Person,
  licenseId: string,
  { account_name: name, password }: { readonly account_name: string; readonly password?: string | undefined },
  origin: Origin,
): Promise<OwnerRow[]> {
  const { db, clock } = deps;
  const proof = await requireProof(deps, person, password, origin);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const { license, managers, own } = await lockToManage(tx, now, proof, licenseId, null);
    const removed = managers.find((manager) => manager.username === normalizeAccountName(name));
    if (!removed) refuse("manager.unknown_account", { field: "account_name" });
    refuseKept(standingOf(managers), own.username, removed.username);
    if (managers.length === 1) refuse("manager.last");
    const staying = managers.filter((manager) => manager !== removed);
    await setOwners(
      tx,
      licenseId,
      staying.map((manager) => manager.account_id),
    );
    const after = await ownersOf(tx, licenseId);
    const change = { before: managers, after, by: own, change: "removed", account: removed.username } as const;
    await tellManagers(deps, tx, { ...change, license, at: now, origin });
    return after;
  });
}

/** Refuses the removal of the contact or the payer by a manager who is neither, and names who can. */
function refuseKept(managers: readonly StandingManager[], byName: string, removedName: string): void {
  const [by, removed] = [byName, removedName].map((name) => managers.find(({ username }) => username === name));
  if (!by || !removed || canRemoveManager(by, removed)) return;
  const names = [removed.username, ...removersOf(managers, removed)].join(" or ");
  refuse("permission.denied", { reason: "manager_kept", facts: { names } });
}
