import type { RefusalCode } from "@foyer/contract/refusals";
import { codeOf } from "./failure-code.ts";

const PROOF_REQUIRED: RefusalCode<"permission.proof_required"> = 2002;
const WRONG_PASSWORD: RefusalCode<"password.wrong"> = 3022;

/** True when the service wants the password before it goes on. */
export function wantsProof(failure: unknown): boolean {
  return codeOf(failure) === PROOF_REQUIRED;
}

/** True when the password that was given is not the account's. */
export function isWrongPassword(failure: unknown): boolean {
  return codeOf(failure) === WRONG_PASSWORD;
}
