import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { SignedIn } from "@foyer/contract/sign-in";
import { api } from "../shared/api.ts";
import { askPasskey, hasJsonMethods, passkeySentence } from "../shared/passkeys/ceremony.ts";

/** A challenge is good for five minutes; what the browser offers must be answered in time. */
const OFFER_MS = 4 * 60_000;
const UNKNOWN = 1020;

/** A browser asks for one passkey at a time: what it offers ends when one is asked for. */
let offered: AbortController | null = null;

async function signInBy(how: Parameters<typeof askPasskey>[1]): Promise<SignedIn> {
  const { challenge_token: token, options } = await call(api, "startPasskeySignIn");
  const credential = await askPasskey(options, how);
  try {
    return await call(api, "signInByPasskey", { body: { challenge_token: token, credential } });
  } catch (error) {
    if (error instanceof ApiError && error.code === UNKNOWN) forgetUnknown(options.rpId, credential.id);
    throw error;
  }
}

/** Lets the browser drop a passkey that the account has no more, where it listens to that. */
function forgetUnknown(rpId: string, credentialId: string) {
  const { PublicKeyCredential: kind } = window;
  if ("signalUnknownCredential" in kind) void kind.signalUnknownCredential({ rpId, credentialId }).catch(() => null);
}

/** Asks for a passkey. @throws Error with the sentence for the person. */
export async function signInByPasskey(): Promise<SignedIn> {
  offered?.abort();
  try {
    return await signInBy({});
  } catch (cause) {
    throw new Error(passkeySentence(cause), { cause });
  }
}

/**
 * Has the browser offer passkeys where the account name is typed, where it can; until one was used or `signal` says to stop.
 *
 * @returns the session, or null where nothing was used. @throws Error with the sentence for the person.
 */
export async function offerPasskeys(signal: AbortSignal): Promise<SignedIn | null> {
  if (!hasJsonMethods() || !(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null;
  while (!signal.aborted) {
    const offer = new AbortController();
    offered = offer;
    const isOver = AbortSignal.timeout(OFFER_MS);
    try {
      return await signInBy({ mediation: "conditional", signal: AbortSignal.any([signal, offer.signal, isOver]) });
    } catch (cause) {
      if (signal.aborted || offer.signal.aborted) return null;
      if (isOver.aborted) continue;
      // What was refused is said; that none could be offered is not.
      if (!(cause instanceof ApiError) || cause.code === 1003 || cause.code === 1024) return null;
      throw new Error(passkeySentence(cause), { cause });
    }
  }
  return null;
}
