import { codeOf } from "./failure-code.ts";

const PROOF_REQUIRED = 2002;
const WRONG_PASSWORD = 3022;

/** True when the service wants the password before it goes on. */
export function wantsProof(failure: unknown): boolean {
  return codeOf(failure) === PROOF_REQUIRED;
}

/** True when the password that was given is not the account's. */
export function isWrongPassword(failure: unknown): boolean {
  return codeOf(failure) === WRONG_PASSWORD;
}
