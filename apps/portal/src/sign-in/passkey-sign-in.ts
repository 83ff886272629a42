import { call } from "@foyer/api-client/client";
import type { CallReply } from "@foyer/api-client/call-types";
import { ApiError } from "@foyer/api-client/errors";
import { askForAccountParts } from "../shared/served/account-parts.ts";
import { api } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { askPasskey, hasJsonMethods, passkeySentence } from "../shared/passkeys/ceremony.ts";
import { passkeysHere } from "../shared/passkeys/passkeys-here.ts";
import { dismissNotice, keepSession } from "../shared/session/session.ts";

/** A challenge is valid for five minutes, so the browser's offer is renewed before that. */
const OFFER_MS = 4 * 60_000;

/** A browser can ask for one passkey at a time, so a request ends the offer. */
let offered: AbortController | null = null;

type Start = CallReply<"startPasskeySignIn">;

async function signInBy({ challenge_token: token, options }: Start, how?: Parameters<typeof askPasskey>[1]) {
  const credential = await askPasskey(options, how);
  try {
    return await call(api, "signInByPasskey", { body: { challenge_token: token, credential } });
  } catch (error) {
    if (refusalOf(error) === "passkey.unknown") forgetUnknown(options.rpId, credential.id);
    throw error;
  }
}

/** Tells the browser that the account no longer has this passkey, if the browser supports that. */
function forgetUnknown(rpId: string, credentialId: string) {
  const { PublicKeyCredential: kind } = window;
  if ("signalUnknownCredential" in kind) void kind.signalUnknownCredential({ rpId, credentialId }).catch(() => null);
}

/** Resolves when the last request for a passkey has finished. */
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

/** Resolves when the person comes back to a field whose autofill offers passkeys. */
function nextFocus(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const focused = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLInputElement) || !target.autocomplete.includes("webauthn")) return;
      heard.abort();
      resolve();
    };
    document.addEventListener("focusin", focused, { signal: AbortSignal.any([signal, heard.signal]) });
  });
}

/**
 * Makes the browser offer passkeys in the account name field, if it can, until one was used or `signal` aborts. After a
 * refusal it offers them again at the next focus. A second call with the same signal does nothing.
 */
export async function offerPasskeys(signal: AbortSignal, onRefused: (sentence: string) => void): Promise<void> {
  if (offeredTo === signal || !passkeysHere() || !hasJsonMethods()) return;
  offeredTo = signal;
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  while (!signal.aborted) {
    await asked;
    const offer = new AbortController();
    offered = offer;
    const isOver = AbortSignal.timeout(OFFER_MS);
    // The person has not asked for this, so a failure is not reported.
    const start = await call(api, "startPasskeySignIn").catch(() => null);
    if (start === null) {
      await nextFocus(signal);
      continue;
    }
    try {
      const answer = await signInBy(start, {
        mediation: "conditional",
        signal: AbortSignal.any([signal, offer.signal, isOver]),
      });
      if (!signal.aborted) keepSession(answer);
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (offer.signal.aborted || isOver.aborted) continue;
      if (error instanceof ApiError) onRefused(passkeySentence(error));
      await nextFocus(signal);
    }
  }
}
