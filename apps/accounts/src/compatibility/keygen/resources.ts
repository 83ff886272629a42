import { instantOf } from "@foyer/contract/wire-values";
import type { ActivationCode } from "@foyer/domain/activations";
import type { KeyLicense } from "../../activations/key-license.ts";
import type { ActivationRow } from "../../stores/activation-store.ts";
import type { KeyPlace } from "../../stores/key-place-store.ts";

// Resources in JSON:API, with the attributes that Keygen documents.

const linked = (type: string, id: string) => ({ data: { type, id } });

/** The id of a license. A legacy key that nobody registered has none yet, so its key stands for it. */
export const licenseIdOf = ({ license_id: id, key }: KeyPlace): string => id ?? key;

export function licenseResource(account: string, key: KeyPlace, license: KeyLicense, code: ActivationCode) {
  const created = instantOf(license.registeredAt ?? new Date(0));
  const isSuspended = code === "SUSPENDED" || code === "DEACTIVATED";
  return {
    id: licenseIdOf(key),
    type: "licenses",
    attributes: {
      name: license.description,
      key: key.key,
      expiry: key.expires_at && instantOf(key.expires_at),
      status: isSuspended ? "SUSPENDED" : code === "VALID" ? "ACTIVE" : "EXPIRED",
      uses: 0,
      suspended: isSuspended,
      scheme: null,
      encrypted: false,
      strict: false,
      floating: license.places > 1,
      protected: true,
      version: null,
      maxMachines: license.places,
      maxProcesses: null,
      maxUsers: null,
      maxCores: null,
      maxUses: null,
      requireHeartbeat: false,
      requireCheckIn: false,
      lastValidated: null,
      lastCheckIn: null,
      nextCheckIn: null,
      permissions: [],
      metadata: {},
      created,
      updated: created,
    },
    relationships: {
      account: linked("accounts", account),
      product: linked("products", key.product_id),
      policy: linked("policies", key.product_id),
    },
  };
}

/** @param fingerprint what the request named; null if it named the id, because we store only a hash. */
export function machineResource(account: string, row: ActivationRow, fingerprint: string | null) {
  const created = instantOf(row.created_at);
  return {
    id: row.id,
    type: "machines",
    attributes: {
      fingerprint,
      name: row.name,
      hostname: row.name,
      platform: row.platform,
      ip: null,
      cores: null,
      requireHeartbeat: false,
      heartbeatStatus: "NOT_STARTED",
      heartbeatDuration: null,
      lastHeartbeat: null,
      nextHeartbeat: null,
      lastCheckOut: null,
      metadata: {},
      created,
      updated: created,
    },
    relationships: { account: linked("accounts", account), license: linked("licenses", row.license_id) },
  };
}
