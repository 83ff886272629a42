import type { Row } from "@foyer/import-file/lines";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Insertable, Selectable } from "kysely";
import { dayOf } from "../stores/activation-store.ts";
import { fingerprintHasher } from "../activations/license-secrets.ts";
import type { AccountsTables, Tx } from "../db/schema.ts";
import { accountsNamed, endUnusable, heldSeatsOf, insertRows, keysOf, liveDevicesOf } from "./import-row-store.ts";

type DeviceRow = Row<"activation">;
type NewDevice = Insertable<AccountsTables["activations"]>;

/** Parameters of an import of devices. */
export interface DeviceImport {
  readonly keyring: Keyring;
  readonly now: Date;
  /** Ids of devices that cannot be live. */
  readonly displaced: ReadonlySet<string>;
}

/**
 * Inserts checked devices in the caller's transaction. Inserts a live device as ended if it is displaced, if its seat already
 * has it, or if its license or account has ended. The same applies if its hash was made with another secret, because such a
 * device could never be recognized.
 */
export async function insertDevices(tx: Tx, rows: readonly DeviceRow[], around: DeviceImport): Promise<void> {
  if (rows.length === 0) return;
  const licenses = [...new Set(rows.map((row) => row.license))];
  const account = await accountsNamed(
    tx,
    rows.flatMap((row) => row.username ?? []),
  );
  const seats = new Map(
    (await heldSeatsOf(tx, licenses)).map((seat) => [`${seat.license_id} ${seat.account_id}`, seat.id]),
  );
  const keys = await keysOf(tx, licenses);
  const hashOf = await hashing(tx, rows, around);
  const live = new Set((await liveDevicesOf(tx, licenses)).map(markOf));
  const devices = rows.map((row): NewDevice => {
    const accountId = row.username === null ? null : account(row.username).id;
    const { hash, isKnown } = hashOf(row);
    const device = {
      id: row.id,
      license_id: row.license,
      seat_id: accountId === null ? null : (row.seat ?? seats.get(`${row.license} ${accountId}`) ?? ""),
      account_id: accountId,
      by_key: accountId === null ? (keys.get(row.license) ?? "") : null,
      fingerprint: hash,
      name: row.name,
      platform: row.platform,
      app_version: row.app_version,
      created_at: row.created,
      last_seen_at: dayOf(row.last_seen),
      offline_until: row.offline_until,
      ended_at: row.ended,
      ended_by: row.ended_by,
    };
    if (row.ended !== null) return device;
    // The device that is live already keeps the place, and the file is on the same device.
    if (live.has(markOf(device))) return { ...device, offline_until: null, ended_at: around.now, ended_by: "replaced" };
    if (!isKnown || around.displaced.has(row.id)) return { ...device, ended_at: around.now, ended_by: "staff" };
    live.add(markOf(device));
    return device;
  });
  await insertRows(tx, "activations", devices);
  await endUnusable(tx, licenses, around.now);
}

type Marked = Pick<Selectable<AccountsTables["activations"]>, "license_id" | "seat_id" | "fingerprint">;
const markOf = ({ license_id: license, seat_id: seat, fingerprint }: Marked): string =>
  `${seat ?? `key of ${license}`} ${fingerprint.toString("base64url")}`;

/** Returns a function that gives a row's stored fingerprint, and whether this installation made it or can make it. */
async function hashing(tx: Tx, rows: readonly DeviceRow[], { keyring, now }: DeviceImport) {
  const keys = new Set(rows.flatMap((row) => row.fingerprint_key ?? []));
  const offered = [...keys].map((key) => ({ id: secretIdOf(key), sealed: key.slice(key.indexOf(":") + 1) }));
  const hasher = await fingerprintHasher(tx.withSchema("accounts"), keyring, offered, now);
  return (row: DeviceRow): { readonly hash: Buffer; readonly isKnown: boolean } => {
    if (row.fingerprint !== null) return { hash: hasher.hash(row.fingerprint), isKnown: true };
    const hash = Buffer.from(row.fingerprint_hash ?? "", "base64url");
    return { hash, isKnown: secretIdOf(row.fingerprint_key ?? "") === hasher.secretId };
  };
}

const secretIdOf = (key: string): string => key.slice(0, key.indexOf(":"));
