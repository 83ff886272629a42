import type { readDeskVisitor as call } from "@foyer/contract/internal";
import type { ReplyOf } from "@foyer/contract/endpoint";
import type { Deps } from "../deps.ts";
import { deskRefreshHash } from "../sessions/refresh-cookie.ts";
import { findAccount } from "../stores/account-store.ts";
import { findPortalSession } from "./request-store.ts";

/** Returns the person whose portal session the cookies name, to fill in a form of the consumer desk. */
export async function readDeskVisitor(deps: Deps, cookies: string): Promise<ReplyOf<typeof call>["visitor"]> {
  const hash = deskRefreshHash(deps, cookies);
  const live = hash && (await findPortalSession(deps.db, hash, deps.clock.now()));
  const account = live ? await findAccount(deps.db, live.account_id) : null;
  if (!account) return null;
  const { username, email, customer_ids: customerIds } = account;
  return { username, email, customer_ids: [...customerIds] };
}
