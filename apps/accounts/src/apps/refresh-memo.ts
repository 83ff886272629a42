import { type Account as ProviderAccount, Provider } from "oidc-provider";
import type { BrandApp } from "@foyer/contract/brand-apps";
import type { Person } from "@foyer/service-kit/call";
import type { Refresh } from "./refresh-store.ts";
import type { NewToken } from "../stores/app-token-store.ts";
import type { Deps } from "../deps.ts";
import { findLiveGrant, type Grant } from "../stores/grant-store.ts";
import { findAccount, OPEN } from "../stores/account-store.ts";
import { heldLicenses } from "../stores/held-license-store.ts";
import { accountClaims, licenseClaims } from "./userinfo.ts";

/** A refresh under way: what was read at its start, and what is written with its access token. */
export interface RefreshUnderWay {
  readonly hash: Buffer;
  readonly read: Refresh;
  /** Null until the provider saves it. */
  successor: NewToken | null;
}

const underWay = new WeakMap<object, RefreshUnderWay>();

/** Returns the refresh that the provider works on; null for any other request. */
export function refreshUnderWay(): RefreshUnderWay | null {
  const req = Provider.ctx?.req;
  return (req && underWay.get(req)) ?? null;
}

/** Notes what was read for the refresh that the provider works on. */
export function noteRefresh(hash: Buffer, read: Refresh): void {
  const req = Provider.ctx?.req;
  if (req) underWay.set(req, { hash, read, successor: null });
}

export type ProviderGrant = Pick<Grant, "id" | "account_id" | "app_id" | "scopes" | "expires_at">;

/** Returns a live grant of an open account, or null. A refresh has already read its own with its token. */
export async function grantOf({ db, clock }: Pick<Deps, "db" | "clock">, id: string): Promise<ProviderGrant | null> {
  const read = refreshUnderWay()?.read;
  if (read?.grant_id !== id) return findLiveGrant(db, id, clock.now());
  const { account_id, app_id, scopes, grant_expires_at: end } = read;
  return read.is_grant_live ? { id, account_id, app_id, scopes, expires_at: new Date(end) } : null;
}

/** Returns an open account, or null. A refresh has already read its own with its token. */
async function openAccount(db: Deps["db"], id: string): Promise<Pick<Person, "id" | "username" | "email"> | null> {
  const read = refreshUnderWay()?.read;
  if (read?.account_id === id) return { id, username: read.username, email: read.email };
  const account = await findAccount(db, id);
  return account?.state === OPEN ? account : null;
}

/** The person in the provider's form; undefined if the account is closed or does not exist. */
export async function providerAccount(
  deps: Pick<Deps, "db" | "clock">,
  accountId: string,
  app: BrandApp | undefined,
  grantId: string | undefined,
): Promise<ProviderAccount | undefined> {
  const account = await openAccount(deps.db, accountId);
  if (!account) return undefined;
  return {
    accountId,
    claims: async (use, scope) => ({
      ...accountClaims(account),
      ...(use === "id_token" && grantId !== undefined ? { sid: grantId } : {}),
      // Not in id tokens, where they would become stale.
      ...(use === "userinfo" && app && scope.split(" ").includes("licenses")
        ? { licenses: licenseClaims(await heldLicenses(deps.db, accountId, deps.clock.now()), app) }
        : {}),
    }),
  };
}
