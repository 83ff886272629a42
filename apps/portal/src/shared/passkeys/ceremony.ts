import { ApiError } from "@foyer/api-client/errors";
import type { Assertion, CreationOptions, Registration, RequestOptions } from "@foyer/contract/passkeys";
import { words } from "#words/passkeys";
import { refusalOf } from "../failures/refusal-of.ts";
import { sentenceOf } from "../failures/failure-sentence.ts";

/** Returns whether the browser converts the service's JSON itself; otherwise a small script does it. */
export function hasJsonMethods(): boolean {
  const { PublicKeyCredential: kind } = window;
  return "parseCreationOptionsFromJSON" in kind && "parseRequestOptionsFromJSON" in kind && "toJSON" in kind.prototype;
}

/** Creates a passkey on the device. */
export async function makePasskey(options: CreationOptions): Promise<Registration> {
  if (!hasJsonMethods()) {
    const { startRegistration } = await import("@simplewebauthn/browser");
    return (await startRegistration({ optionsJSON: options as never })) as Registration;
  }
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return written<Registration>(await navigator.credentials.create({ publicKey }));
}

interface AskOptions {
  /** The browser offers passkeys in a field's autofill, without a dialog. */
  readonly mediation?: "conditional";
  readonly signal?: AbortSignal;
}

/** Asks the device to sign in with one of its passkeys. */
export async function askPasskey(options: RequestOptions, how: AskOptions = {}): Promise<Assertion> {
  if (!hasJsonMethods()) {
    const { startAuthentication } = await import("@simplewebauthn/browser");
    return (await startAuthentication({ optionsJSON: options as never })) as Assertion;
  }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return written<Assertion>(await navigator.credentials.get({ ...how, publicKey }));
}

/** The browser returned no passkey. */
class NoPasskeyError extends Error {}

function written<Written>(credential: Credential | null): Written {
  if (!(credential instanceof PublicKeyCredential)) throw new NoPasskeyError();
  return credential.toJSON() as unknown as Written;
}

/** Returns the message for a failed passkey operation. */
export function passkeySentence(failure: unknown): string {
  if (failure instanceof ApiError) {
    const closed =
      refusalOf(failure) === "account.closed" && "come_back_until" in Object(Object(failure.body).userinfo);
    return closed ? words.closedComeBack : sentenceOf(failure);
  }
  const name = failure instanceof Error ? failure.name : "";
  if (failure instanceof NoPasskeyError || name === "NotAllowedError" || name === "AbortError") return words.canceled;
  if (name === "InvalidStateError") return words.alreadyHere;
  if (name === "SecurityError") return words.notHere;
  return sentenceOf(failure);
}
