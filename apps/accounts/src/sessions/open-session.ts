import type { Token } from "@foyer/contract/sign-in";
import type { Db } from "../db/schema.ts";
import type { Amr } from "../db/session-tables.ts";
import { after, lifetimes } from "../lifetimes.ts";
import type { Credential } from "../stores/account-store.ts";
import { hashOf, newId, newToken } from "../secrets/secret-values.ts";
import { insertSession, type SessionLimits, type WithSession } from "../stores/session-store.ts";
import { ordinary } from "./staff-session.ts";

/** Where a session was opened, so that its owner can recognize it. */
export interface Opener {
  readonly ip: string;
  readonly userAgent: string;
}

/** The two tokens as the wire shows them; lifetimes count from `now`. */
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

/** Limits of a session, and how it was opened: by the password alone by default. */
export interface SessionKind extends SessionLimits {
  readonly amr?: readonly Amr[];
  /** The passkey that opened it. */
  readonly passkeyId?: string;
  /** Id of its browser, from `rememberBrowser`. */
  readonly browserId?: string;
}

/**
 * Opens a session of an account after its owner has proved herself, in one statement.
 *
 * @param credential the credential that was proved.
 * @param together what else the statement writes.
 * @returns null when the credential has changed since, the account was closed, or `together` forbids it; then there is no session.
 */
export async function openSession(
  db: Db,
  now: Date,
  credential: Credential,
  opener: Opener,
  kind: SessionKind = ordinary,
  together: WithSession = {},
): Promise<Token | null> {
  const pair = { access: newToken("at"), refresh: newToken("rt") };
  const ends = {
    access_expires_at: after(now, lifetimes.accessToken),
    refresh_expires_at: after(now, kind.idle),
  };
  const session = {
    id: newId("ses"),
    access_hash: hashOf(pair.access),
    refresh_hash: hashOf(pair.refresh),
    ...ends,
    ends_at: after(now, kind.whole),
    proved_at: now,
    started_at: now,
    refreshed_at: now,
    user_agent: opener.userAgent,
    ip: opener.ip,
    viewed_by: null,
    idle_seconds: kind.idle,
    amr: [...(kind.amr ?? (["pwd"] as const))],
    passkey_id: kind.passkeyId ?? null,
    browser_id: kind.browserId ?? null,
  };
  return (await insertSession(db, credential, session, together)) ? tokenWire(pair, ends, now) : null;
}
