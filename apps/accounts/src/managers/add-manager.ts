import { normalizeAccountName } from "@foyer/domain/account-name";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { type OwnerRow, ownersOf, setOwners } from "../stores/license-store.ts";
import { queueSecret } from "../mail/send-secret.ts";
import { requestSecret } from "../stores/mailed-secret-store.ts";
import { requireProof } from "../passwords/prove-password.ts";
import { findAccountNamed, OPEN } from "../stores/account-store.ts";
import type { Origin } from "../security-events/security-events.ts";
import { lockToManage } from "./lock-to-manage.ts";
import { tellManagers } from "./tell-managers.ts";

const additions = { limit: 30, windowSeconds: 3_600 } as const;

export interface AddedManager {
  readonly account_name: string;
  readonly contact?: boolean | undefined;
  readonly password?: string | undefined;
}

/** Makes an account a manager of a license, or its contact. Repeating it changes nothing and sends no mail. */
export async function addManager(
  deps: Deps,
  person: Person,
  licenseId: string,
  { account_name: name, contact = false, password }: AddedManager,
  origin: Origin,
): Promise<OwnerRow[]> {
  const { db, clock, limiter } = deps;
  const proof = await requireProof(deps, person, password, origin);
  await limiter.take(`add-manager:${person.id}`, additions);
  const named = await findAccountNamed(db, normalizeAccountName(name));
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const { license, managers, own, other } = await lockToManage(tx, now, proof, licenseId, named?.id ?? null);
    // With the lock held, a concurrent closing either finished before or will see this license.
    if (other?.state !== OPEN) refuse("manager.unknown_account", { field: "account_name" });
    const before = managers.map((manager) => manager.account_id);
    const others = before.filter((id) => id !== other.id);
    const isNew = others.length === before.length;
    if (contact ? before[0] === other.id : !isNew) return [...managers];
    await setOwners(tx, licenseId, contact ? [other.id, ...others] : [...before, other.id], false);
    const after = await ownersOf(tx, licenseId);
    const [former] = managers;
    const isTakenOver = contact && former !== undefined && former !== own;
    if (isTakenOver) await mailUndo(deps, tx, now, licenseId, managers, former);
    await tellManagers(deps, tx, {
      license,
      at: now,
      origin,
      before: managers,
      after,
      by: own,
      change: contact ? "contact_changed" : "added",
      account: other.username,
      toldApart: isTakenOver ? former.account_id : null,
    });
    return after;
  });
}

/** Mails the link that undoes the change to the former contact, because another person made it. */
async function mailUndo(
  { addJob }: Deps,
  tx: Tx,
  now: Date,
  licenseId: string,
  before: readonly OwnerRow[],
  former: OwnerRow,
): Promise<void> {
  const managersBefore = { licenseId, accountIds: before.map((manager) => manager.account_id) };
  const undo = { accountId: former.account_id, address: former.email, managersBefore };
  await queueSecret(tx, addJob, await requestSecret(tx, now, { purpose: "contact_undo", ...undo }));
}
