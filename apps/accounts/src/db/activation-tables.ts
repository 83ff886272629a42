// The tables of `0028-activations.sql` and `0090-activation-by-key.sql`, which describe the columns.

export type EndedBy = "holder" | "replaced" | "manager" | "staff" | "seat" | "license" | "account";

export interface ActivationTable {
  id: string;
  license_id: string;
  /** Null, as is `account_id`, for an activation by key. */
  seat_id: string | null;
  account_id: string | null;
  by_key: string | null;
  fingerprint: Buffer;
  name: string | null;
  platform: string | null;
  app_version: string | null;
  created_at: Date;
  /** The beginning of a day. */
  last_seen_at: Date;
  offline_until: Date | null;
  ended_at: Date | null;
  ended_by: EndedBy | null;
}

export interface LicenseSecretTable {
  id: string;
  kind: "signing" | "fingerprint";
  public_key: string | null;
  sealed: string;
  created_at: Date;
  retired_at: Date | null;
}

export interface ReplacedLicenseKeyTable {
  key: string;
  license_id: string;
  replaced_at: Date;
  ends_at: Date;
  ends_activations: boolean;
}

export interface ActivationTables {
  activations: ActivationTable;
  license_secrets: LicenseSecretTable;
  replaced_license_keys: ReplacedLicenseKeyTable;
}
