import type { SignedIn } from "@foyer/contract/sign-in";
import { expect, test } from "vitest";
import { signInOutcome } from "./sign-in-outcome.ts";

function answer(state: number, accessToken = "a"): SignedIn {
  return { token: { access_token: accessToken }, userinfo: { account_state: state } } as SignedIn;
}

test("SIGNIN-07 account states 300 and 301 are closed, even with a token in the answer", () => {
  expect(signInOutcome(answer(300))).toBe("closed");
  expect(signInOutcome(answer(301))).toBe("closed");
  expect(signInOutcome(answer(100))).toBe("signed_in");
});

test("SIGNIN-06 an answer without a token opens no session", () => {
  expect(signInOutcome({})).toBe("no_token");
  expect(signInOutcome(answer(100, ""))).toBe("no_token");
});
