import type { Access, Endpoint } from "./endpoint.ts";
import type { RefusalName } from "./refusals.ts";

const signedIn = ["session.required", "permission.scope_missing"] as const;
const found = [...signedIn, "object.not_found"] as const;

/** Refusals that the access of a call brings with it. */
const ofAccess: Readonly<Record<Access, readonly RefusalName[]>> = {
  open: [],
  signup: signedIn,
  person: signedIn,
  manager: found,
  customer: found,
  "staff:read": found,
  "staff:support": found,
  "staff:billing": found,
  "staff:admin": found,
  service: ["object.not_found"],
  provider: [],
};

/** Refusals of every call. */
const ofAll: readonly RefusalName[] = ["input.invalid", "service.unavailable"];

/** Refusals of a call that asks for a recent proof, and takes the password for one. */
const ofProof: readonly RefusalName[] = ["permission.proof_required", "password.wrong", "rate.limited"];

/** What a call may refuse: its own refusals, those that its access or its proof brings with it, and those of every call. */
export function refusalsOf({ access, refusals }: Endpoint): ReadonlySet<RefusalName> {
  const proof = refusals.includes("permission.proof_required") ? ofProof : [];
  return new Set([...ofAccess[access], ...refusals, ...proof, ...ofAll]);
}
