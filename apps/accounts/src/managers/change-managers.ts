import { normaliseAccountName } from "@foyer/domain/account-name";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { recordLicenseEvent } from "../licenses/license-events.ts";
import { lockLicense, type OwnerRow, ownersOf, setOwners } from "../licenses/license-store.ts";
import { queueManagerNotice } from "../mail/send-manager-notice.ts";
import { findAccountNamed, OPEN } from "../people/account-store.ts";

const additions = { limit: 30, windowSeconds: 3_600 } as const;

/** Makes an account a manager of a licence, or its contact; naming one again is no error. */
export async function addManagerTo(
  { db, clock, limiter, addJob }: Deps,
  person: Person,
  licenseId: string,
  added: { readonly account_name: string; readonly contact?: boolean | undefined },
): Promise<OwnerRow[]> {
  await limiter.take(`add-manager:${person.id}`, additions);
  return inTransaction(db, async (tx) => {
    const license = await lockLicense(tx, licenseId);
    const account = await findAccountNamed(tx, normaliseAccountName(added.account_name));
    if (!license) refuse("object.not_found");
    if (account?.state !== OPEN) refuse("manager.unknown_account", { field: "account_name" });
    const before = (await ownersOf(tx, licenseId)).map((owner) => owner.account_id);
    const others = before.filter((id) => id !== account.id);
    const isNew = others.length === before.length;
    if (isNew || added.contact === true) {
      await setOwners(tx, licenseId, added.contact === true ? [account.id, ...others] : [...before, account.id]);
      await recordLicenseEvent(tx, clock.now(), licenseId, {
        act: added.contact === true ? "managers.contact_changed" : "managers.added",
        by: person.username,
        byKind: "person",
        details: { account: account.username },
      });
    }
    if (isNew) {
      const notice = { address: account.email, description: license.description, byEmail: person.email };
      await queueManagerNotice(tx, addJob, { ...notice, isAdded: true });
    }
    return ownersOf(tx, licenseId);
  });
}

/** Takes an account from the managers of a licence; of two who remove each other at once, one stays. */
export async function removeManagerFrom(
  { db, clock, addJob }: Deps,
  person: Person,
  licenseId: string,
  accountName: string,
): Promise<OwnerRow[]> {
  return inTransaction(db, async (tx) => {
    const license = await lockLicense(tx, licenseId);
    if (!license) refuse("object.not_found");
    const before = await ownersOf(tx, licenseId);
    // She was a manager when she asked; by now she may be none.
    if (!before.some((owner) => owner.account_id === person.id)) refuse("object.not_found");
    const removed = before.find((owner) => owner.username === normaliseAccountName(accountName));
    if (!removed) refuse("manager.unknown_account", { field: "account_name" });
    if (before.length === 1) refuse("manager.last");
    const staying = before.filter((owner) => owner !== removed);
    await setOwners(
      tx,
      licenseId,
      staying.map((owner) => owner.account_id),
    );
    await recordLicenseEvent(tx, clock.now(), licenseId, {
      act: "managers.removed",
      by: person.username,
      byKind: "person",
      details: { account: removed.username },
    });
    const notice = { address: removed.email, description: license.description, byEmail: person.email };
    if (removed.account_id !== person.id) await queueManagerNotice(tx, addJob, { ...notice, isAdded: false });
    return ownersOf(tx, licenseId);
  });
}
