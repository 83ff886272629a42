import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import type { RefusalCode } from "@foyer/contract/refusals";
import { askForAccountParts } from "../shared/account-parts.ts";
import { api } from "../shared/api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { askPasskey, hasJsonMethods, passkeySentence } from "../shared/passkeys/ceremony.ts";
import { passkeysHere } from "../shared/passkeys/passkeys-here.ts";
import { dismissNotice, keepSession } from "../shared/session.ts";

/** A challenge is good for five minutes; what the browser offers must be answered in time. */
const OFFER_MS = 4 * 60_000;
const UNKNOWN: RefusalCode<"passkey.unknown"> = 1020;

/** A browser asks for one passkey at a time: what it offers ends when one is asked for. */
let offered: AbortController | null = null;

type Start = CallReply<"startPasskeySignIn">;

async function signInBy({ challenge_token: token, options }: Start, how?: Parameters<typeof askPasskey>[1]) {
  const credential = await askPasskey(options, how);
  try {
    return await call(api, "signInByPasskey", { body: { challenge_token: token, credential } });
  } catch (error) {
    if (codeOf(error) === UNKNOWN) forgetUnknown(options.rpId, credential.id);
    throw error;
  }
}

/** Lets the browser drop a passkey that the account has no more, where it listens to that. */
function forgetUnknown(rpId: string, credentialId: string) {
  const { PublicKeyCredential: kind } = window;
  if ("signalUnknownCredential" in kind) void kind.signalUnknownCredential({ rpId, credentialId }).catch(() => null);
}

/** Until the passkey that was asked for last has come, or none. */
let asked: Promise<void> = Promise.resolve();

/** Asks for a passkey, and opens the session. */
export function signInByPasskey(onRefused: (sentence: string) => void): Promise<void> {
  offered?.abort();
  dismissNotice();
  askForAccountParts();
  asked = call(api, "startPasskeySignIn")
    .then((start) => signInBy(start))
    .then(keepSession, (error: unknown) => onRefused(passkeySentence(error)));
  return asked;
}

let offeredTo: AbortSignal | null = null;

/**
 * Has the browser offer passkeys where the account name is typed, where it can; until one was used or `signal` says to stop.
 * Asked again for the same signal, it does nothing.
 */
export async function offerPasskeys(signal: AbortSignal, onRefused: (sentence: string) => void): Promise<void> {
  if (offeredTo === signal || !passkeysHere() || !hasJsonMethods()) return;
  offeredTo = signal;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  while (!signal.aborted) {
    const offer = new AbortController();
    offered = offer;
    const isOver = AbortSignal.timeout(OFFER_MS);
    // Nobody has asked for it: where it cannot be offered, that is not said.
    const start = await call(api, "startPasskeySignIn").catch(() => null);
    if (start === null) return;
    try {
      const answer = await signInBy(start, {
        mediation: "conditional",
        signal: AbortSignal.any([signal, offer.signal, isOver]),
      });
      if (!signal.aborted) keepSession(answer);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (offer.signal.aborted) await asked;
      if (offer.signal.aborted || isOver.aborted) continue;
      if (error instanceof ApiError) onRefused(passkeySentence(error));
      return;
    }
  }
}
