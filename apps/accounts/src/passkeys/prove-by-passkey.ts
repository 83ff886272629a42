import type { Assertion, RequestOptions } from "@foyer/contract/passkeys";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { lockHolder } from "../passwords/prove-password.ts";
import type { Origin } from "../security-events/security-events.ts";
import { noteProof } from "../stores/session-store.ts";
import { makeChallenge } from "./challenge-store.ts";
import { checkAssertion, limitMisuses, refuseUnspent, spendUse } from "./check-assertion.ts";
import { passkeysOf } from "../stores/passkey-store.ts";
import { requestOptionsOf } from "./passkey-wire.ts";
import { requireRelyingParty } from "./relying-party.ts";

const starts = { limit: 30, windowSeconds: 600 } as const;

/** The options with which the browser proves the person by one of her passkeys; refuses `passkey.unknown` when she has none. */
export async function startPasskeyProof(deps: Deps, person: Person): Promise<RequestOptions> {
  const party = requireRelyingParty(deps);
  await deps.limiter.take(`passkey-challenge:${person.id}`, starts);
  const held = await passkeysOf(deps.db, person.id);
  if (held.length === 0) refuse("passkey.unknown", { reason: "none" });
  return inTransaction(deps.db, async (tx) => {
    await lockHolder(tx, person);
    const holder = { purpose: "proof", sessionId: person.sessionId } as const;
    return requestOptionsOf(party, await makeChallenge(tx, deps.clock.now(), holder), held);
  });
}

/** Proves the person in this session for the next five minutes, as the password does. */
export function proveByPasskey(deps: Deps, person: Person, assertion: Assertion, origin: Origin): Promise<void> {
  return limitMisuses(deps, origin.ip, async () => {
    const holder = { purpose: "proof", sessionId: person.sessionId } as const;
    const use = await checkAssertion(deps, assertion, holder, origin, person.id);
    const isSpent = await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now();
      await lockHolder(tx, person);
      if (!(await spendUse(tx, now, use))) return false;
      await noteProof(tx, person.sessionId, now, "hwk");
      return true;
    });
    if (!isSpent) await refuseUnspent(deps, use, "proof", origin);
  });
}
