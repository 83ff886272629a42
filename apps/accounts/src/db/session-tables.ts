import type { ColumnType, Generated } from "kysely";

/**
 * A method of authentication, named as in RFC 8176: `pwd` a password, `otp` a code of the authenticator or a recovery code, `hwk`
 * a passkey. `tb` is our own name: a trusted browser replaced the code.
 */
export type Amr = "pwd" | "otp" | "hwk" | "tb";

export interface SessionTable {
  id: string;
  account_id: string;
  access_hash: Buffer;
  access_expires_at: Date;
  refresh_hash: Buffer | null;
  refresh_expires_at: Date;
  ends_at: Date;
  proved_at: Date;
  started_at: Date;
  refreshed_at: Date;
  user_agent: string;
  ip: string;
  viewed_by: string | null;
  idle_seconds: Generated<number>;
  account_closed: Generated<boolean>;
  amr: Generated<Amr[]>;
  passkey_id: Generated<string | null>;
  browser_id: ColumnType<string | null, string | null | undefined, string | null>;
  app_grant_id: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface SpentRefreshTokenTable {
  token_hash: Buffer;
  session_id: string;
  spent_at: Date;
  successor_seed: Buffer | null;
}
