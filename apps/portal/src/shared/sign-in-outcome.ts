import type { SignedIn } from "@foyer/contract/sign-in";

const CLOSED = new Set([300, 301]);

/** What an answer to a sign-in means: a closed account gets no session, whatever else the answer holds (SIGNIN-07). */
export function signInOutcome(answer: Partial<SignedIn>): "signed_in" | "closed" | "no_token" {
  if (answer.userinfo && CLOSED.has(answer.userinfo.account_state)) return "closed";
  return answer.token?.access_token && answer.userinfo ? "signed_in" : "no_token";
}
