import type { SignedIn } from "@foyer/contract/sign-in";

const CLOSED = new Set([300, 301]);

/**
 * Returns the meaning of a sign-in's answer: a closed account gets no session, even if the answer contains a token
 * (SIGNIN-07).
 */
export function signInOutcome(answer: Partial<SignedIn>): "signed_in" | "closed" | "no_token" {
  if (answer.userinfo && CLOSED.has(answer.userinfo.account_state)) return "closed";
  return answer.token?.access_token && answer.userinfo ? "signed_in" : "no_token";
}
