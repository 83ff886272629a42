export interface BrowserTable {
  id: string;
  account_id: string;
  secret_hash: Buffer | null;
  first_seen_at: Date;
  last_seen_at: Date;
  user_agent: string;
  ip: string;
  networks: string[];
  trusted_until: Date | null;
  trusted_version: number | null;
}
