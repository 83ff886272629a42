import type { ImportCounts } from "@foyer/contract/staff-imports";
import type { Snapshot, StaffActsTable } from "@foyer/service-kit/staff-acts";
import type { SeatStatus } from "@foyer/domain/seats";
import type { StaffRight } from "@foyer/service-kit/call";
import type { Queryable } from "@foyer/service-kit/db";
import type { ColumnType, Generated, GeneratedAlways, Transaction } from "kysely";
import type { AccessRestoreTable } from "./access-restore-table.ts";
import type { ActivationTables } from "./activation-tables.ts";
import type { AppTables } from "./app-tables.ts";
import type { BrowserTable } from "./browser-table.ts";
import type { MailedSecretTable } from "./mailed-secret-table.ts";
import type { NotMeReportTable } from "./not-me-report-table.ts";
import type { PasskeyChallengeTable, PasskeyTable } from "./passkey-tables.ts";
import type { SessionTable, SpentRefreshTokenTable } from "./session-tables.ts";
import type { TrialTables } from "./trial-tables.ts";
import type { WelcomeMailTables } from "./welcome-mail-table.ts";

// The tables that `migrations/` creates; the migrations describe the columns.

export interface AccountTable {
  id: string;
  username: string;
  email: string;
  email_key: string;
  password_hash: string | null;
  credential_version: Generated<number>;
  password_version: GeneratedAlways<number>;
  state: Generated<number>;
  is_staff: Generated<boolean>;
  staff_rights: Generated<StaffRight[]>;
  customer_ids: Generated<string[]>;
  created_at: Date;
  closed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  closed_by: ColumnType<ClosedBy | null, ClosedBy | null | undefined, ClosedBy | null>;
}

/** The person that closed an account. A person can reopen only an account that she closed herself. */
export type ClosedBy = "owner" | "staff";

export interface SignInGuardTable {
  key: string;
  tries: number;
  last_try_at: Date;
  blocked_until: Date | null;
}

export interface SignUpTable {
  id: string;
  email: string;
  email_key: string;
  token_hash: Buffer;
  expires_at: Date;
  used_at: Date | null;
}

export interface SecondFactorTable {
  account_id: string;
  secret: string;
  confirmed_at: Date | null;
  last_step: Generated<number>;
}

export interface RecoveryCodeTable {
  account_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}

export type PurchaseType = "perpetual" | "renewable" | "trial";

export interface LicenseTable {
  id: string;
  product_id: string;
  description: string;
  products: string[];
  purchase_type: PurchaseType;
  total_seats: number;
  used_seats: Generated<number>;
  invited_seats: Generated<number>;
  expires_at: Date | null;
  registered_at: Date;
  upgrades_remaining: Generated<number>;
  upgrade_eligible_license_id: string | null;
  key: string | null;
  key_owner: string;
  /** True for the key of a license that was bought here. */
  key_bought: Generated<boolean>;
  /** When its payment was returned. */
  key_revoked_at: Date | null;
  subscription_id: string | null;
  subscription_active: boolean | null;
  cancel_at_period_end: boolean | null;
  current_period_ends_at: Date | null;
  renewing_quantity: number | null;
  activation_limit: number | null;
  activation_limit_until: Date | null;
}

export interface LicenseOwnerTable {
  license_id: string;
  account_id: string;
  position: number;
  accepted: Generated<boolean>;
}

export interface ReservedLicenseTable {
  id: string;
  account_id: string;
  customer_id: string;
  description: string;
  products: string[];
  amount_cents: number;
  currency: string;
  reserved_at: Date;
  release: Generated<string[]>;
}

export interface SubscriptionTable {
  id: string;
  license_id: string;
  customer_id: string;
  plan: string;
  quantity: number;
  next_plan: string | null;
  next_quantity: number | null;
  next_at: Date | null;
  status: string;
  cancel_at_period_end: boolean;
  current_period_ends_at: Date;
  paid_until: Date;
  object_time: number;
  sequence: number;
}

export interface LicenseKeyTable {
  key: string;
  owner: string;
  product_id: string;
  description: string;
  seats: number;
  upgrades_remaining: Generated<number>;
  eligible: Generated<boolean>;
  license_id: string | null;
}

export interface UpgradeTable {
  id: string;
  from_license_id: string;
  product_id: string;
  description: string;
  upgrades_available: number;
  total_seats: number;
  activated_at: Date | null;
}

/** `held`: the address has reached its limit of mails; the mail is sent when the limit allows. */
export type MailState = "queued" | "held" | "sent" | "refused";

export interface SeatTable {
  id: string;
  license_id: string;
  status: SeatStatus;
  account_id: string | null;
  username: string | null;
  email: string;
  email_key: string;
  created_at: Date;
  position: Generated<number>;
  reference: string | null;
  short_code: string | null;
  invitation_expires_at: Date | null;
  invited_by: string | null;
  mail_state: MailState | null;
  mails_again: Generated<number>;
  held_since: Date | null;
}

export interface SecurityEventTable {
  id: Generated<number>;
  at: Date;
  kind: string;
  account_id: string | null;
  actor: string | null;
  target: string | null;
  ip: string | null;
  request_id: string | null;
  details: ColumnType<Snapshot, string, never>;
}

export type ActorKind = "person" | "staff" | "provider" | "system";

export interface LicenseEventTable {
  id: Generated<number>;
  license_id: string;
  at: Date;
  act: string;
  by_username: string | null;
  by_kind: ActorKind;
  details: ColumnType<Snapshot, string, never>;
  amount_cents: number | null;
  currency: string | null;
}

export interface FileImportTable {
  id: string;
  staff: string;
  file: string;
  started_at: Date;
  seen_at: Generated<Date>;
  state: "running" | "done" | "failed";
  hashed: Generated<number>;
  passwords: number;
  imported: ColumnType<ImportCounts | null, null | undefined, string>;
  skipped: ColumnType<ImportCounts | null, null | undefined, string>;
  error: string | null;
}

export interface LegalHoldTable {
  account_id: string;
  reason: string;
  until: Date;
  set_by: string;
  set_at: Date;
}

export interface ErasureTable {
  account_id: string;
  username: string | null;
  addresses: string[];
  customer_ids: string[];
  begun_at: Date;
  closed_at: Date;
  synced_data_at: Date | null;
  records_at: Date | null;
  payments_at: Date | null;
}

export interface DataExportTable {
  id: string;
  account_id: string;
  requested_at: Date;
  parts_done: Generated<number>;
  parts: number;
  account_part: Buffer | null;
  payment_part: Buffer | null;
  ready_at: Date | null;
}

export interface AccountsTables extends AppTables, ActivationTables, TrialTables, WelcomeMailTables {
  access_restores: AccessRestoreTable;
  browsers: BrowserTable;
  not_me_reports: NotMeReportTable;
  data_exports: DataExportTable;
  legal_holds: LegalHoldTable;
  erasures: ErasureTable;
  file_imports: FileImportTable;
  accounts: AccountTable;
  sessions: SessionTable;
  spent_refresh_tokens: SpentRefreshTokenTable;
  sign_in_guards: SignInGuardTable;
  mailed_secrets: MailedSecretTable;
  sign_ups: SignUpTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
  licenses: LicenseTable;
  license_owners: LicenseOwnerTable;
  reserved_licenses: ReservedLicenseTable;
  subscriptions: SubscriptionTable;
  license_keys: LicenseKeyTable;
  upgrades: UpgradeTable;
  seats: SeatTable;
  security_events: SecurityEventTable;
  staff_acts: StaffActsTable;
  license_events: LicenseEventTable;
}

/** The database, inside or outside a transaction. */
export type Db = Queryable<AccountsTables>;
export type Tx = Transaction<AccountsTables>;
