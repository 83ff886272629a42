import { codeOf } from "./failure-code.ts";

const PROOF_REQUIRED = 2002;

/** True when the service wants the password before it goes on. */
export function wantsProof(failure: unknown): boolean {
  return codeOf(failure) === PROOF_REQUIRED;
}
