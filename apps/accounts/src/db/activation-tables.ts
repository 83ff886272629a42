// The tables of `0028-activations.sql`, which describes the columns.

export type EndedBy = "holder" | "replaced" | "manager" | "staff" | "seat" | "license" | "account";

export interface ActivationTable {
  id: string;
  license_id: string;
  seat_id: string;
  account_id: string;
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

export interface ActivationTables {
  activations: ActivationTable;
  license_secrets: LicenseSecretTable;
}
