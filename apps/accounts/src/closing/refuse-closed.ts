import { instantOf } from "@foyer/contract/wire-values";
import { comeBackUntil } from "@foyer/domain/closed-account";
import { refuse } from "@foyer/service-kit/errors";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { isErased } from "../stores/erasure-store.ts";
import { type Account, OPEN } from "../stores/account-store.ts";

/**
 * Until when the owner of a closed account can reopen it; null when she cannot, because staff closed it, the time is over or its
 * erasure has begun.
 */
export async function canComeBackUntil(
  db: Db,
  account: Pick<Account, "id" | "state" | "closed_at" | "closed_by">,
  now: Date,
): Promise<Date | null> {
  if (account.state === OPEN || account.closed_by !== "owner" || account.closed_at === null) return null;
  const until = comeBackUntil(account.closed_at);
  if (until <= now) return null;
  return (await isErased(db, account.id)) ? null : until;
}

/** Refuses a caller who proved the password of a closed account, and says until when she can come back, if she can. */
export async function refuseClosed(
  { db, clock }: Pick<Deps, "db" | "clock">,
  account: Pick<Account, "id" | "state" | "closed_at" | "closed_by">,
): Promise<never> {
  const until = await canComeBackUntil(db, account, clock.now());
  const info = { account_state: account.state, ...(until ? { come_back_until: instantOf(until) } : {}) };
  return refuse("account.closed", { extra: { userinfo: info } });
}
