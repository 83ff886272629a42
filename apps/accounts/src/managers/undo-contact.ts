import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { lockLicense, ownersOf, setOwners } from "../stores/license-store.ts";
import { consumeSecret, killContactUndos, peekSecret } from "../stores/mailed-secret-store.ts";
import { type Account, findAccountForShare, OPEN } from "../stores/account-store.ts";
import type { Origin } from "../security-events/security-events.ts";
import { tellManagers } from "./tell-managers.ts";

/**
 * Restores the managers that a license had before its contact was taken over, by the link mailed to the former contact. Skips
 * managers who have closed their accounts since. Invalidates links mailed since, which would undo this change.
 *
 * @returns the license's description.
 */
export async function undoContact(deps: Deps, token: string, origin: Origin): Promise<string> {
  const { db, clock } = deps;
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const found = await peekSecret(tx, now, "contact_undo", token);
    // Locks the license before the accounts, as every change of managers does, and before using the link.
    const license = found?.license_id ? await lockLicense(tx, found.license_id) : null;
    const former = await openAmong(tx, found?.former_managers ?? []);
    const secret = await consumeSecret(tx, now, "contact_undo", token);
    const contact = former.find(({ id }) => id === secret?.account_id);
    if (!secret || !license || !contact) refuse("contact.link_dead");
    const before = await ownersOf(tx, license.id);
    await setOwners(
      tx,
      license.id,
      former.map(({ id }) => id),
      false,
    );
    await killContactUndos(tx, now, license.id, secret.requested_at);
    const after = await ownersOf(tx, license.id);
    const by = { ...contact, account_id: contact.id };
    const change = { before, after, by, change: "contact_restored", account: contact.username } as const;
    await tellManagers(deps, tx, { ...change, license, at: now, origin });
    return license.description;
  });
}

/** Those of the accounts that are open, in the order given. They stay locked, so none can close before the transaction ends. */
async function openAmong(tx: Tx, ids: readonly string[]): Promise<Account[]> {
  const known = new Map<string, Account>();
  for (const id of [...new Set(ids)].toSorted()) {
    const account = await findAccountForShare(tx, id);
    if (account?.state === OPEN) known.set(id, account);
  }
  return [...new Set(ids)].flatMap((id) => known.get(id) ?? []);
}
