import { isInvitationReference } from "@foyer/domain/invitations";

/** The state of a sign-up. */
export type SignUp =
  /** `address`: the one to begin with, empty if none is known. */
  | { readonly step: "email"; readonly notice: SignUpNotice; readonly address: string }
  /** The mailed link of an invitation is shown to the service, in place of a key. */
  | { readonly step: "invited"; readonly invitation: ProvedInvitation }
  /** One was started earlier: continue, or start again (REG-09). */
  | { readonly step: "in_progress"; readonly begun: BegunSignUp }
  | { readonly step: "key"; readonly email: string }
  | { readonly step: "account"; readonly email: string; readonly token: string; readonly isInvited: boolean }
  | { readonly step: "done"; readonly username: string };

/** Why a sign-up is at its beginning again. */
type SignUpNotice = "expired" | "has_account" | null;

/** An invitation by a mailed link, which proves its address (LOOK-19). */
export interface ProvedInvitation {
  readonly reference: string;
  readonly proof: string;
}

export type SignUpEvent =
  | { readonly type: "addressProved"; readonly email: string; readonly token: string }
  /** The link proves nothing any more, or its address has an account. */
  | { readonly type: "addressNotProved"; readonly notice: SignUpNotice }
  | { readonly type: "keySent"; readonly email: string }
  | { readonly type: "keyConfirmed"; readonly token: string }
  | { readonly type: "accountCreated"; readonly username: string }
  | { readonly type: "confirmationExpired" }
  | { readonly type: "continued" }
  | { readonly type: "startedOver" };

/** The stored part of a sign-up. */
export interface BegunSignUp {
  readonly email: string;
  /** Null until the confirm key was entered. */
  readonly token: string | null;
}

/** Returns the next state; an event that does not fit the state changes nothing. */
export function signUp(now: SignUp, event: SignUpEvent): SignUp {
  if (event.type === "startedOver") return now.step === "done" ? now : atStart(null);
  if (event.type === "confirmationExpired") return now.step === "done" ? now : atStart("expired");
  switch (now.step) {
    case "invited":
      if (event.type === "addressNotProved") return atStart(event.notice);
      return event.type === "addressProved"
        ? { step: "account", email: event.email, token: event.token, isInvited: true }
        : now;
    case "email":
      return event.type === "keySent" ? { step: "key", email: event.email } : now;
    case "in_progress":
      return event.type === "continued" ? resumed(now.begun) : now;
    case "key":
      return event.type === "keyConfirmed"
        ? { step: "account", email: now.email, token: event.token, isInvited: false }
        : now;
    case "account":
      return event.type === "accountCreated" ? { step: "done", username: event.username } : now;
    case "done":
      return now;
  }
}

/** Returns the step at the start of a visit. @param address the invited one, if the visit began with an invitation. */
export function firstStep(begun: BegunSignUp | null, invitation: ProvedInvitation | null = null, address = ""): SignUp {
  if (invitation) return { step: "invited", invitation };
  return begun ? { step: "in_progress", begun } : { step: "email", notice: null, address };
}

const atStart = (notice: SignUpNotice): SignUp => ({ step: "email", notice, address: "" });

/** Returns what to store of a step, so that a reload or another tab can continue; null for nothing. */
export function begunBy(now: SignUp): BegunSignUp | null {
  if (now.step === "in_progress") return now.begun;
  if (now.step === "key") return { email: now.email, token: null };
  return now.step === "account" ? { email: now.email, token: now.token } : null;
}

/**
 * Returns the target of the last Continue: the invitation, if the sign-up began with one; otherwise the page from
 * which the person came.
 *
 * @param isAgreed the account was created to accept it.
 */
export function nextAddress(invitation: string | null, returnLink: string, isAgreed = false): string {
  if (!invitation || !isInvitationReference(invitation)) return returnLink;
  // An account created to accept the invitation is not asked again: the account page accepts it.
  return `${isAgreed ? "/" : "/confirm-invite/"}?ref=${encodeURIComponent(invitation)}`;
}

function resumed({ email, token }: BegunSignUp): SignUp {
  return token === null ? { step: "key", email } : { step: "account", email, token, isInvited: false };
}
