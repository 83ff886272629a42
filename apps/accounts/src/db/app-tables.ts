import type { ColumnType, Generated } from "kysely";

// The tables of `0027-apps.sql`, which describes the columns.

/** JSON in the provider's format. */
export type Payload = Readonly<Record<string, unknown>>;
type JsonColumn = ColumnType<Payload, string, string>;

export interface AppGrantTable {
  id: string;
  account_id: string;
  app_id: string;
  scopes: string[];
  device_name: string | null;
  session_id: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

interface AppConsentTable {
  account_id: string;
  app_id: string;
  scopes: string[];
  allowed_at: Date;
}

export type AppTokenKind = "AuthorizationCode" | "AccessToken" | "RefreshToken";

export interface AppTokenTable {
  hash: Buffer;
  kind: AppTokenKind;
  grant_id: string;
  payload: JsonColumn;
  expires_at: Date;
  consumed_at: Date | null;
}

export interface AppDeviceCodeTable {
  hash: Buffer;
  user_code_hash: Buffer;
  app_id: string;
  payload: JsonColumn;
  device_name: string | null;
  ip: string;
  created_at: Date;
  expires_at: Date;
  interval_seconds: Generated<number>;
  polled_at: Date | null;
  grant_id: string | null;
  denied_at: Date | null;
  consumed_at: Date | null;
}

export interface AppRequestTable {
  hash: Buffer;
  payload: JsonColumn;
  browser_hash: Buffer;
  created_at: Date;
  expires_at: Date;
}

interface AppBrowserTable {
  hash: Buffer;
  payload: JsonColumn;
  expires_at: Date;
}

interface AppBrowserSessionTable {
  browser_hash: Buffer;
  session_id: string;
  answered_at: Date;
}

export interface AppKeyTable {
  id: string;
  algorithm: "RS256" | "EdDSA";
  sealed: string;
  created_at: Date;
  retired_at: Date | null;
}

export interface AppPortalLinkTable {
  hash: Buffer;
  grant_id: string;
  path: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface AppTables {
  app_grants: AppGrantTable;
  app_consents: AppConsentTable;
  app_tokens: AppTokenTable;
  app_device_codes: AppDeviceCodeTable;
  app_requests: AppRequestTable;
  app_browsers: AppBrowserTable;
  app_browser_sessions: AppBrowserSessionTable;
  app_keys: AppKeyTable;
  app_portal_links: AppPortalLinkTable;
}
