import { refusalOf } from "../failures/refusal-of.ts";
/** Returns true if the service requires the password before it continues. */
export function wantsProof(failure: unknown): boolean {
  return refusalOf(failure) === "permission.proof_required";
}

/** Returns true if the given password is wrong. */
export function isWrongPassword(failure: unknown): boolean {
  return refusalOf(failure) === "password.wrong";
}
