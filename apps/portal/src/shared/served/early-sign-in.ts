import type { SignedIn, UserInfo } from "@foyer/contract/sign-in";
import type { Failure } from "@foyer/api-client/errors";

/** The result of a sign-in that was sent before the application had loaded. */
export type EarlyAnswer =
  /** The session is stored, and the account page's frame is shown. */
  | { readonly kind: "signed_in"; readonly userinfo: UserInfo }
  /** The form shows the reason, and can be sent again. */
  | { readonly kind: "refused" }
  /** The application continues: a second factor, or a closed account. */
  | { readonly kind: "refused_further"; readonly failure: Failure; readonly typed: Typed }
  | { readonly kind: "no_session"; readonly answer: Partial<SignedIn>; readonly typed: Typed };

interface Typed {
  readonly username: string;
  readonly password: string;
}

/** The state that the served form hands over to the application. */
export interface LeftForm {
  /** The answer from which the application continues; null for none. */
  readonly answer: EarlyAnswer | null;
  /** True if there was any input. */
  readonly isSomebodyHere: boolean;
  /** Presses the buttons again that could not act. */
  readonly pressAgain: () => void;
}

/** The served sign-in form, which works before the application has loaded. */
export interface EarlySignIn {
  /** Resolves once no request of the form is running. */
  settled(): Promise<EarlyAnswer | null>;
  /** Stops the form from acting: pressed buttons wait for `leave`. Removes the busy look, which the served form does not have. */
  hold(): void;
  /** Hands the form over; called once. */
  leave(): LeftForm;
}

declare global {
  interface Window {
    /** Present until the application has taken the served form over. */
    foyerSignIn?: EarlySignIn;
  }
}

/** Attribute of the element with the served form's message, which the application leaves unchanged. */
export const messageSlot = "data-early-message";

/** Takes the served form over and ends its listeners; null if the application has rendered the form itself. */
export function takeServedForm(): LeftForm | null {
  const left = window.foyerSignIn?.leave() ?? null;
  delete window.foyerSignIn;
  return left;
}

/** Returns true while the form on the page is the served one. */
export function isServedForm(): boolean {
  return typeof window !== "undefined" && window.foyerSignIn !== undefined;
}
