import type { Assertion, RequestOptions } from "@foyer/contract/passkeys";
import type { SignedIn } from "@foyer/contract/sign-in";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import { type BrowserCall, rememberBrowser } from "../browsers/remember-browser.ts";
import { refuseClosed } from "../closing/refuse-closed.ts";
import type { Deps } from "../deps.ts";
import { type AccountInfo, lockAccount, OPEN, readAccountInfo } from "../stores/account-store.ts";
import { userInfoWire } from "../sessions/person-wire.ts";
import { newToken } from "../secrets/secret-values.ts";
import { eventRow } from "../security-events/security-events.ts";
import { type Opener, openSession, type SessionKind } from "../sessions/open-session.ts";
import { sessionLimits } from "../sessions/staff-session.ts";
import { makeChallenge } from "./challenge-store.ts";
import { checkAssertion, type CheckedUse, limitMisuses, refuseUnspent, spendUse } from "./check-assertion.ts";
import { requestOptionsOf } from "./passkey-wire.ts";
import { requireRelyingParty } from "./relying-party.ts";

/** Limit of challenges for one network: each view of the sign-in page may request one. */
const starts = { limit: 300, windowSeconds: 600 } as const;
/** Attempts for an account that keeps changing. */
const ATTEMPTS = 3;

/** The options with which the browser signs in with any passkey for this site, and the token that the browser must send back. */
export async function startPasskeySignIn(
  deps: Deps,
  ip: string,
): Promise<{ challenge_token: string; options: RequestOptions }> {
  const party = requireRelyingParty(deps);
  await deps.limiter.take(`passkey-challenge:${clientNetwork(ip)}`, starts);
  const token = newToken("pc");
  const challenge = await makeChallenge(deps.db, deps.clock.now(), { purpose: "sign_in", token });
  return { challenge_token: token, options: requestOptionsOf(party, challenge) };
}

export interface PasskeySignIn extends Opener, BrowserCall {
  readonly challenge_token: string;
  readonly credential: Assertion;
  readonly requestId: string;
}

/** Opens a session by a passkey alone. The device has verified the person, so no password or code is needed. */
export function signInByPasskey(deps: Deps, input: PasskeySignIn): Promise<SignedIn> {
  return limitMisuses(deps, input.ip, async () => {
    const holder = { purpose: "sign_in", token: input.challenge_token } as const;
    const use = await checkAssertion(deps, input.credential, holder, input, null);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const account = await readAccountInfo(deps.db, use.passkey.account_id, deps.clock.now());
      if (!account) return refuseUnspent(deps, use, "sign_in", input);
      if (account.state !== OPEN) await refuseClosed(deps, account);
      const session = await begin(deps, account, use, input);
      if (session) return session;
    }
    return refuse("service.unavailable", { retryAfterSeconds: 1 });
  });
}

/** Opens the session. @returns null when the account has changed since it was read. */
async function begin(
  deps: Deps,
  account: AccountInfo,
  use: CheckedUse,
  input: PasskeySignIn,
): Promise<SignedIn | null> {
  const now = deps.clock.now();
  const { passkey } = use;
  const details = { user_agent: input.userAgent, amr: ["hwk"] };
  const opened = { kind: "session.opened" as const, accountId: account.id, actor: account.id, details };
  const outcome = await inTransaction(deps.db, async (tx) => {
    const locked = await lockAccount(tx, account.id);
    if (locked?.credential_version !== account.credential_version) return "changed";
    if (!(await spendUse(tx, now, use))) return "unspent";
    const browserId = await rememberBrowser(tx, deps, now, account, input);
    if (browserId === null) return "changed";
    const kind: SessionKind = {
      ...sessionLimits(deps, account),
      amr: ["hwk"],
      passkeyId: passkey.id,
      browserId,
    };
    return (await openSession(tx, now, account, input, kind, { event: eventRow(now, input, opened) })) ?? "changed";
  });
  if (outcome === "changed") return null;
  if (outcome === "unspent") return refuseUnspent(deps, use, "sign_in", input);
  return { token: outcome, userinfo: userInfoWire(account) };
}
