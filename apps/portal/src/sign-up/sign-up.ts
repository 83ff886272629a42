import { isInvitationReference } from "@foyer/domain/invitations";

/** The state of a sign-up. */
export type SignUp =
  | { readonly step: "email"; readonly notice: "expired" | null }
  /** One was started earlier: continue, or start again (REG-09). */
  | { readonly step: "in_progress"; readonly begun: BegunSignUp }
  | { readonly step: "key"; readonly email: string }
  | { readonly step: "account"; readonly email: string; readonly token: string }
  | { readonly step: "done"; readonly username: string };

export type SignUpEvent =
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
  if (event.type === "startedOver") return now.step === "done" ? now : { step: "email", notice: null };
  if (event.type === "confirmationExpired") return now.step === "done" ? now : { step: "email", notice: "expired" };
  switch (now.step) {
    case "email":
      return event.type === "keySent" ? { step: "key", email: event.email } : now;
    case "in_progress":
      return event.type === "continued" ? resumed(now.begun) : now;
    case "key":
      return event.type === "keyConfirmed" ? { step: "account", email: now.email, token: event.token } : now;
    case "account":
      return event.type === "accountCreated" ? { step: "done", username: event.username } : now;
    case "done":
      return now;
  }
}

/** Returns the step at the start of a visit. */
export function firstStep(begun: BegunSignUp | null): SignUp {
  return begun ? { step: "in_progress", begun } : { step: "email", notice: null };
}

/** Returns what to store of a step, so that a reload or another tab can continue; null for nothing. */
export function begunBy(now: SignUp): BegunSignUp | null {
  if (now.step === "in_progress") return now.begun;
  if (now.step === "key") return { email: now.email, token: null };
  return now.step === "account" ? { email: now.email, token: now.token } : null;
}

/**
 * Returns the target of the last Continue: the invitation, if the sign-up began with one; otherwise the page from
 * which the person came.
 */
export function nextAddress(invitation: string | null, returnLink: string): string {
  if (!invitation || !isInvitationReference(invitation)) return returnLink;
  return `/confirm-invite/?ref=${encodeURIComponent(invitation)}`;
}

function resumed({ email, token }: BegunSignUp): SignUp {
  return token === null ? { step: "key", email } : { step: "account", email, token };
}
