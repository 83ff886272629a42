import type { SignedIn, UserInfo } from "@foyer/contract/sign-in";
import type { Failure } from "@foyer/api-client/errors";

/** What came of a sign-in that was sent before the application was there. */
export type EarlyAnswer =
  /** The session is stored, and the page has moved on. */
  | { readonly kind: "signed_in"; readonly userinfo: UserInfo }
  /** The form says why, and can be sent again. */
  | { readonly kind: "refused" }
  /** What comes now is the application's: a second factor, or an account that is closed. */
  | { readonly kind: "refused_further"; readonly failure: Failure; readonly typed: Typed }
  | { readonly kind: "no_session"; readonly answer: Partial<SignedIn>; readonly typed: Typed };

interface Typed {
  readonly username: string;
  readonly password: string;
}

/** What the form leaves to the application, which draws it from then on. */
export interface LeftForm {
  /** Of what was sent, where it is the application's to go on. */
  readonly answer: EarlyAnswer | null;
  /** Whether somebody has moved or pressed something already. */
  readonly isSomebodyHere: boolean;
  /** Does again what was pressed in between and could not act. */
  readonly pressAgain: () => void;
}

/** The sign-in form as it is served, and acts before the application is there. */
export interface EarlySignIn {
  /** Resolves once nothing is under way that was sent from here. */
  settled(): Promise<EarlyAnswer | null>;
  /** From now on nothing acts: what is pressed waits for `leave`. What does not belong to the served form goes. */
  hold(): void;
  /** Called once, by who draws the form from now on. */
  leave(): LeftForm;
}

declare global {
  interface Window {
    /** There as long as the served form is, and the application has not taken it over. */
    foyerSignIn?: EarlySignIn;
  }
}

/** Where the served form says what came of it; the application keeps it as it is. */
export const messageSlot = "data-early-message";

/** Takes the form over, and ends what listened for it; null where the application has drawn it itself. */
export function takeServedForm(): LeftForm | null {
  const left = window.foyerSignIn?.leave() ?? null;
  delete window.foyerSignIn;
  return left;
}

/** Whether the form that is drawn now is the served one. */
export function isServedForm(): boolean {
  return typeof window !== "undefined" && window.foyerSignIn !== undefined;
}
