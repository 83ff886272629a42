import type { Token } from "@foyer/contract/sign-in";
import type { Queryable } from "@foyer/service-kit/db";
import type { Insertable } from "kysely";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { insertSession } from "./session-store.ts";

/** From where a session was opened, for its owner to recognise it. */
export interface Opener {
  readonly ip: string;
  readonly userAgent: string;
}

/** The two tokens as the wire has them; lifetimes count from `now`. */
export function tokenWire(
  pair: { readonly access: string; readonly refresh: string },
  ends: { readonly access_expires_at: Date; readonly refresh_expires_at: Date },
  now: Date,
): Token {
  const secondsTo = (time: Date): number => Math.max(0, Math.round((time.getTime() - now.getTime()) / 1_000));
  return {
    access_token: pair.access,
    refresh_token: pair.refresh,
    token_type: "Bearer",
    expires_in: secondsTo(ends.access_expires_at),
    refresh_expires_in: secondsTo(ends.refresh_expires_at),
  };
}

/** How long a session may rest and live, in seconds. */
export interface SessionLimits {
  readonly idle: number;
  readonly whole: number;
}

const ordinary: SessionLimits = { idle: lifetimes.refreshToken, whole: lifetimes.session };
const strict: SessionLimits = { idle: lifetimes.staffIdle, whole: lifetimes.staffSession };

/** Staff sessions are short, unless the sandboxes are on. */
export function sessionLimits(
  { config }: Pick<Deps, "config">,
  account: { readonly is_staff: boolean },
): SessionLimits {
  return account.is_staff && !config.sandbox.payments ? strict : ordinary;
}

/** Opens a session of an account whose owner has just proved who she is, and records `event` with it. */
export async function openSession(
  db: Queryable<AccountsTables>,
  now: Date,
  accountId: string,
  opener: Opener,
  limits: SessionLimits = ordinary,
  event?: Insertable<AccountsTables["security_events"]>,
): Promise<Token> {
  const pair = { access: newToken("at"), refresh: newToken("rt") };
  const ends = {
    access_expires_at: after(now, lifetimes.accessToken),
    refresh_expires_at: after(now, limits.idle),
  };
  const session = {
    id: newId("ses"),
    account_id: accountId,
    access_hash: hashOf(pair.access),
    refresh_hash: hashOf(pair.refresh),
    ...ends,
    ends_at: after(now, limits.whole),
    proved_at: now,
    started_at: now,
    refreshed_at: now,
    user_agent: opener.userAgent,
    ip: opener.ip,
    viewed_by: null,
    idle_seconds: limits.idle,
  };
  await insertSession(db, session, event);
  return tokenWire(pair, ends, now);
}
