import type { RefusalCode } from "@foyer/contract/refusals";
import { codeOf } from "../failures/failure-code.ts";

const PROOF_REQUIRED: RefusalCode<"permission.proof_required"> = 2002;
const WRONG_PASSWORD: RefusalCode<"password.wrong"> = 3022;

/** Returns true if the service requires the password before it continues. */
export function wantsProof(failure: unknown): boolean {
  return codeOf(failure) === PROOF_REQUIRED;
}

/** Returns true if the given password is wrong. */
export function isWrongPassword(failure: unknown): boolean {
  return codeOf(failure) === WRONG_PASSWORD;
}
