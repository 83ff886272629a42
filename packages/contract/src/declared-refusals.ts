import { type Access, type Endpoint, needsProvedSession } from "./endpoint.ts";
import type { RefusalName } from "./refusals.ts";

const signedIn = ["session.required", "permission.scope_missing"] as const;
const found = [...signedIn, "object.not_found"] as const;

/** Refusals that the access of a call implies. */
const ofAccess: Readonly<Record<Access, readonly RefusalName[]>> = {
  open: [],
  signup: signedIn,
  person: signedIn,
  activation: found,
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

/** Refusals of calls that require a recent proof and accept the password as one. */
const ofProof: readonly RefusalName[] = ["permission.proof_required", "password.wrong", "rate.limited"];

/** Returns all refusals of a call: its own, those implied by its access or proof, and those of every call. */
export function refusalsOf(endpoint: Endpoint): ReadonlySet<RefusalName> {
  const { access, refusals } = endpoint;
  const ofSession = needsProvedSession(endpoint) ? (["permission.proof_required"] as const) : [];
  const proof = refusals.includes("permission.proof_required") ? ofProof : ofSession;
  return new Set([...ofAccess[access], ...refusals, ...proof, ...ofAll]);
}
