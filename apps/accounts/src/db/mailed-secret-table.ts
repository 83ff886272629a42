import type { AccountEventKind } from "@foyer/contract/account-events";
import type { ColumnType, Generated } from "kysely";

export type SecretPurpose =
  | "sign_up"
  | "password_reset"
  | "email_change"
  | "email_undo"
  | "come_back"
  | "data_export"
  | "contact_undo"
  | "restore_stop"
  | "not_me";

/** Purposes for which an account can have several live secrets. */
export type NumberedPurpose = "contact_undo" | "restore_stop" | "not_me";

export interface MailedSecretTable {
  id: string;
  /**
   * `contact_undo` has the license's id: one is live for each account and license. `restore_stop` has the restore's id and a
   * number: one for each of its mails. `not_me` has the secret's own id: any number is live.
   */
  purpose: Exclude<SecretPurpose, NumberedPurpose> | `${NumberedPurpose}:${string}`;
  account_id: string | null;
  address: string;
  address_key: string;
  former_address: string | null;
  requested_at: Date;
  secret_hash: Buffer | null;
  expires_at: Date;
  tries: Generated<number>;
  used_at: Date | null;
  license_id: ColumnType<string | null, string | null | undefined, never>;
  session_id: ColumnType<string | null, string | null | undefined, never>;
  former_managers: ColumnType<string[] | null, string[] | null | undefined, never>;
  restore_id: ColumnType<string | null, string | null | undefined, never>;
  sent_at: ColumnType<Date | null, null | undefined, Date>;
  about: ColumnType<AccountEventKind | null, AccountEventKind | null | undefined, never>;
}
