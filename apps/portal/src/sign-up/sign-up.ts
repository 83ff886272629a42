import { isInvitationReference } from "@foyer/domain/invitations";

/** Where a sign-up stands. */
export type SignUp =
  | { readonly step: "email"; readonly notice: "expired" | null }
  /** One was begun earlier: go on, or begin anew (REG-09). */
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

/** What is kept of a sign-up between visits. */
export interface BegunSignUp {
  readonly email: string;
  /** Null until the confirm key was entered. */
  readonly token: string | null;
}

/** Moves the sign-up on; an event that does not fit the step changes nothing. */
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

/** The step that a visit begins with. */
export function firstStep(begun: BegunSignUp | null): SignUp {
  return begun ? { step: "in_progress", begun } : { step: "email", notice: null };
}

/** What has to be kept of a step, so that a reload or another tab can go on; null for nothing. */
export function begunBy(now: SignUp): BegunSignUp | null {
  if (now.step === "in_progress") return now.begun;
  if (now.step === "key") return { email: now.email, token: null };
  return now.step === "account" ? { email: now.email, token: now.token } : null;
}

/** Where the last Continue leads: to the invitation that began it all, otherwise back to where somebody came from. */
export function nextAddress(invitation: string | null, returnLink: string): string {
  if (!invitation || !isInvitationReference(invitation)) return returnLink;
  return `/confirm-invite/?ref=${encodeURIComponent(invitation)}`;
}

function resumed({ email, token }: BegunSignUp): SignUp {
  return token === null ? { step: "key", email } : { step: "account", email, token };
}
