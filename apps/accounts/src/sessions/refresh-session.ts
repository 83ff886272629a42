import { randomBytes } from "node:crypto";
import type { SignedIn, Token } from "@foyer/contract/sign-in";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hasStrongWay, OPEN, readAccountInfo } from "../stores/account-store.ts";
import { userInfoWire } from "./person-wire.ts";
import { hashOf, successorsOf } from "../secrets/secret-values.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { tokenWire } from "./open-session.ts";
import {
  deleteSession,
  insertSpentToken,
  lockSessionByRefresh,
  lockSpentToken,
  type SessionRow,
  updateSession,
} from "../stores/session-store.ts";
import { isStaffSession } from "./staff-session.ts";

type Outcome =
  | { readonly kind: "refreshed"; readonly token: Token; readonly session: SessionRow }
  | { readonly kind: "expired" | "rotated" | "dead" };

/**
 * Exchanges a refresh token for the next pair and marks it as spent.
 *
 * A token spent again within 10 s returns the same pair while that pair is live (409 1006 afterwards), so that concurrent tabs
 * and lost answers end nothing. A later repeat is treated as theft and ends the whole session.
 */
export async function refreshSession(deps: Deps, refreshToken: string, origin: Origin): Promise<SignedIn> {
  const now = deps.clock.now();
  const outcome = await inTransaction(deps.db, async (tx) => {
    const session = await lockSessionByRefresh(tx, hashOf(refreshToken));
    return session ? rotate(tx, session, refreshToken, now) : repeat(tx, refreshToken, origin, now);
  });
  switch (outcome.kind) {
    case "refreshed":
      return answer(deps, outcome, now);
    case "expired":
      return refuse("session.required");
    case "rotated":
      return refuse("session.already_rotated");
    case "dead":
      return refuse("session.invalid_grant");
  }
}

async function rotate(tx: Tx, session: SessionRow, refreshToken: string, now: Date): Promise<Outcome> {
  if (session.refresh_expires_at <= now) return { kind: "expired" };
  const seed = randomBytes(32);
  const pair = successorsOf(refreshToken, seed);
  const idleEnd = after(now, session.idle_seconds);
  const ends = {
    access_expires_at: after(now, lifetimes.accessToken),
    refresh_expires_at: idleEnd < session.ends_at ? idleEnd : session.ends_at,
  };
  await insertSpentToken(tx, {
    token_hash: hashOf(refreshToken),
    session_id: session.id,
    spent_at: now,
    successor_seed: seed,
  });
  await updateSession(tx, session.id, {
    access_hash: hashOf(pair.access),
    refresh_hash: hashOf(pair.refresh),
    ...ends,
    refreshed_at: now,
  });
  return { kind: "refreshed", token: tokenWire(pair, ends, now), session };
}

async function repeat(tx: Tx, refreshToken: string, origin: Origin, now: Date): Promise<Outcome> {
  const spent = await lockSpentToken(tx, hashOf(refreshToken));
  if (!spent) return { kind: "dead" };
  const { session } = spent;
  if (now <= after(spent.spent_at, lifetimes.refreshGrace)) {
    const pair = spent.successor_seed && successorsOf(refreshToken, spent.successor_seed);
    if (!pair || !session.refresh_hash?.equals(hashOf(pair.refresh))) return { kind: "rotated" };
    return { kind: "refreshed", token: tokenWire(pair, session, now), session };
  }
  await deleteSession(tx, session.id);
  await recordSecurityEvent(tx, now, origin, {
    kind: "session.token_reused",
    accountId: session.account_id,
    actor: null,
    target: session.id,
  });
  return { kind: "dead" };
}

async function answer(
  deps: Deps,
  { token, session }: { token: Token; session: SessionRow },
  now: Date,
): Promise<SignedIn> {
  const account = await readAccountInfo(deps.db, session.account_id, now);
  if (!account) refuse("session.invalid_grant");
  if (account.state !== OPEN) refuse("account.closed", { extra: { userinfo: { account_state: account.state } } });
  const signInAgain = account.is_staff && hasStrongWay(account) && !isStaffSession(deps, account, session);
  return { token, userinfo: userInfoWire(account, { signInAgain }) };
}
