import type { Repair } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { normalizeAccountName } from "@foyer/domain/account-name";
import { purchaseType } from "@foyer/domain/product-id";
import { refuse } from "@foyer/service-kit/errors";
import type { Snapshot } from "@foyer/service-kit/staff-acts";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { settleKeyActivations } from "../activations/move-activations.ts";
import { endActivationsOfLicense } from "../stores/activation-store.ts";
import {
  hasEnded,
  insertLicense,
  type License,
  lockLicense,
  type OwnerRow,
  ownersOf,
  setOwners,
  updateLicense,
} from "../stores/license-store.ts";
import { recordManagers } from "../managers/tell-managers.ts";
import { endOfKey } from "../mail/send-license-keys.ts";
import { type KeyChange, replaceKey } from "../license-keys/replace-key.ts";
import { queueManagerNotice } from "../mail/send-manager-notice.ts";
import { killContactUndos } from "../stores/mailed-secret-store.ts";
import { type Account, findAccountNamed, OPEN } from "../stores/account-store.ts";
import { newId, newLicenseKey } from "../secrets/secret-values.ts";
import { recordStaffEvent } from "./license-record.ts";
import type { Staff } from "../staff-acts/lock-for-staff.ts";
import { repair, type RepairOf, type RepairRequest } from "../staff-acts/repair.ts";
import { queueLicenseBought } from "../mail/send-license-bought.ts";
import { insertLicenseKey, lockLicenseKey, setIneligible } from "../stores/license-key-store.ts";

async function openAccount(tx: Tx, name: string, field: string): Promise<Account> {
  const account = await findAccountNamed(tx, normalizeAccountName(name));
  if (account?.state !== OPEN) refuse("manager.unknown_account", { field });
  return account;
}

export interface NewLicense extends RepairRequest {
  readonly owner: string;
  readonly product_id: string;
  readonly description: string;
  readonly total_seats: number;
  readonly expires_date?: string | null | undefined;
}

/** Creates a license that was not bought here. Its kind follows from its product id. */
export function staffCreateLicense(deps: Deps, staff: Staff, wanted: NewLicense): Promise<Repair> {
  return repair(deps, staff, "license.create", wanted, async (tx, now) => {
    const owner = await openAccount(tx, wanted.owner, "owner");
    const id = newId("lic");
    const expiresAt = wanted.expires_date ? new Date(wanted.expires_date) : null;
    const license = {
      id,
      product_id: wanted.product_id,
      description: wanted.description,
      products: [wanted.description],
      purchase_type: purchaseType(wanted.product_id),
      total_seats: wanted.total_seats,
      expires_at: expiresAt,
      registered_at: now,
      key_owner: owner.username,
    };
    await insertLicense(tx, license, [owner.id]);
    await recordStaffEvent(tx, now, id, "license.made", { owner: owner.username });
    const { product_id, description, total_seats } = license;
    const after = {
      product_id,
      description,
      total_seats,
      expires_date: expiresAt && instantOf(expiresAt),
      owner: owner.username,
    };
    // A preview is rolled back, so it shows no id.
    return {
      target: `license:${id}`,
      before: null,
      after: wanted.preview === true ? after : { license: id, ...after },
    };
  });
}

export interface LicenseEdit extends RepairRequest {
  readonly description?: string | undefined;
  readonly products?: readonly string[] | undefined;
  readonly total_seats?: number | undefined;
  readonly expires_date?: string | null | undefined;
  readonly upgrades_remaining?: number | undefined;
}

function changesOf(license: License, edit: LicenseEdit) {
  const { description, products, total_seats, upgrades_remaining, expires_date: expires } = edit;
  if (total_seats !== undefined && license.subscription_id !== null) {
    refuse("subscription.forbidden", { reason: "seats_follow", field: "total_seats" });
  }
  if (total_seats !== undefined && total_seats < license.used_seats) {
    refuse("seats.not_enough", { reason: "used", field: "total_seats" });
  }
  return {
    ...(description === undefined ? {} : { description }),
    ...(products === undefined ? {} : { products: [...products] }),
    ...(total_seats === undefined ? {} : { total_seats }),
    ...(upgrades_remaining === undefined ? {} : { upgrades_remaining }),
    ...(expires === undefined ? {} : { expires_at: expires === null ? null : new Date(expires) }),
  };
}

/** The given columns of a license under their wire names. */
function snapshotOf(license: Partial<License>, columns: readonly string[]): Snapshot {
  const { expires_at: expiresAt = null, ...rest } = license;
  const all: Snapshot = { ...rest, expires_at: expiresAt && instantOf(expiresAt) };
  return Object.fromEntries(
    columns.map((column) => [column === "expires_at" ? "expires_date" : column, all[column] ?? null]),
  );
}

/** Changes a license's product, end or size; its seats stay with their holders. */
export const staffEditLicense: RepairOf<LicenseEdit> = (deps, staff, id, edit) =>
  repair(deps, staff, "license.edit", edit, async (tx, now) => {
    const license = (await lockLicense(tx, id)) ?? refuse("object.not_found");
    const changes = changesOf(license, edit);
    const columns = Object.keys(changes);
    if (columns.length === 0) refuse("input.invalid", { reason: "no_change" });
    // A license that comes back brings no device back by itself.
    if (hasEnded(license, now)) await endActivationsOfLicense(tx, id, now);
    await updateLicense(tx, id, changes);
    await settleKeyActivations(deps, tx, license, changes.total_seats ?? license.total_seats, now);
    const [before, after] = [snapshotOf(license, columns), snapshotOf({ ...license, ...changes }, columns)];
    await recordStaffEvent(tx, now, id, "license.edited", after);
    return { target: `license:${id}`, before, after };
  });

/** Transfers a license to other owners, the first as its contact. Mails former and new owners. */
export const staffTransferLicense: RepairOf<{ readonly owners: readonly string[] }> = (deps, staff, id, wanted) =>
  repair(deps, staff, "license.transfer", wanted, async (tx, now) => {
    const license = (await lockLicense(tx, id)) ?? refuse("object.not_found");
    const before = await ownersOf(tx, id);
    const accounts = new Map<string, Account>();
    for (const name of wanted.owners) {
      const account = await openAccount(tx, name, "owners");
      accounts.set(account.id, account);
    }
    await setOwners(tx, id, [...accounts.keys()]);
    await killContactUndos(tx, now, id);
    await tellOwners(deps, tx, now, license, before, accounts);
    await recordManagers(tx, now, null, { license, before, after: await ownersOf(tx, id), by: staff.id });
    const names = [...accounts.values()].map(({ username }) => username);
    await recordStaffEvent(tx, now, id, "license.transferred", { owners: names });
    return {
      target: `license:${id}`,
      before: { owners: before.map(({ username }) => username) },
      after: { owners: names },
    };
  });

async function tellOwners(
  { addJob, brand }: Deps,
  tx: Tx,
  now: Date,
  { description }: License,
  before: readonly OwnerRow[],
  after: ReadonlyMap<string, Account>,
): Promise<void> {
  const notice = { description, byEmail: brand.contacts.support, at: now.toISOString() };
  const known = new Set(before.map((owner) => owner.account_id));
  for (const { id, email } of after.values()) {
    if (!known.has(id)) await queueManagerNotice(tx, addJob, { ...notice, address: email, isAdded: true });
  }
  for (const { account_id: id, email } of before) {
    if (!after.has(id)) await queueManagerNotice(tx, addJob, { ...notice, address: email, isAdded: false });
  }
}

/** Mails a license to its contact again, as after buying it (BUY-18). */
export const staffMailLicense: RepairOf = (deps, staff, id, wanted) =>
  repair(deps, staff, "license.mail", wanted, async (tx, now) => {
    const license = (await lockLicense(tx, id)) ?? refuse("object.not_found");
    if (hasEnded(license, now)) refuse("license.ended");
    const [contact] = await ownersOf(tx, id);
    if (!contact) refuse("object.not_found");
    const { description, total_seats: seats } = license;
    await queueLicenseBought(tx, deps.addJob, { accountId: contact.account_id, description, seats, isReturn: false });
    await recordStaffEvent(tx, now, id, "license.mailed", {});
    return { target: `license:${id}`, before: { mailed_to: null }, after: { mailed_to: contact.email } };
  });

export interface NewKey extends RepairRequest {
  readonly owner: string;
  readonly product_id: string;
  readonly description: string;
  readonly seats?: number | undefined;
}

/** Issues a license key that can be registered once with the key and its owner's name. A preview does not show the key. */
export function staffIssueKey(deps: Deps, staff: Staff, wanted: NewKey): Promise<Repair> {
  return repair(deps, staff, "license_key.issue", wanted, async (tx) => {
    const key = newLicenseKey();
    const { owner, product_id, description, seats = 1 } = wanted;
    await insertLicenseKey(tx, { key, owner, product_id, description, seats });
    const after = { owner, product_id, description, total_seats: seats };
    return { target: `license_key:${key}`, before: null, after: wanted.preview === true ? after : { key, ...after } };
  });
}

/** Replaces the key of a license, as its managers can. */
export const staffReplaceKey: RepairOf<KeyChange> = (deps, staff, id, wanted) =>
  repair(deps, staff, "license_key.replace", wanted, async (tx, at) => {
    const license = (await lockLicense(tx, id)) ?? refuse("object.not_found");
    const { key, old, endsAt } = await replaceKey(deps, tx, license, wanted, { at, by: null, byKind: "staff" });
    const ends = instantOf(endsAt);
    // A preview makes another key than the replacement.
    const after = { old_key_ends: ends, keep_activations: wanted.keep_activations };
    return {
      target: `license:${id}`,
      before: { key_end: endOfKey(old) },
      after: wanted.preview === true ? after : { key_end: endOfKey(key), ...after },
    };
  });

/** Revokes an unregistered key; a license that it already created stays. */
export const staffRevokeKey: RepairOf = (deps, staff, typed, request) =>
  repair(deps, staff, "license_key.revoke", request, async (tx) => {
    const key = (await lockLicenseKey(tx, [typed])) ?? refuse("object.not_found");
    await setIneligible(tx, key.key);
    return {
      target: `license_key:${key.key}`,
      before: { eligible: key.eligible, license: key.license_id },
      after: { eligible: false, license: key.license_id },
    };
  });
