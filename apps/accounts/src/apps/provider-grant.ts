import type { Deps } from "../deps.ts";
import { findLiveGrant, type Grant } from "../stores/grant-store.ts";
import { refreshUnderWay } from "./refresh-memo.ts";

export type ProviderGrant = Pick<Grant, "id" | "account_id" | "app_id" | "scopes" | "expires_at">;

/** Returns a live grant of an open account, or null. A refresh has read its own with its token. */
export async function grantOf({ db, clock }: Pick<Deps, "db" | "clock">, id: string): Promise<ProviderGrant | null> {
  const read = refreshUnderWay()?.read;
  if (read?.grant_id !== id) return findLiveGrant(db, id, clock.now());
  const { account_id, app_id, scopes, grant_expires_at: end } = read;
  return read.is_grant_live ? { id, account_id, app_id, scopes, expires_at: new Date(end) } : null;
}
