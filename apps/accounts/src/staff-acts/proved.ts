import type { Person } from "@foyer/service-kit/call";
import type { Deps } from "../deps.ts";
import { requireProof } from "../passwords/prove-password.ts";
import type { Origin } from "../security-events/security-events.ts";
import type { Staff } from "./lock-for-staff.ts";

/** Requires a password proof of the last five minutes for the most sensitive repairs, except for their previews. */
export async function proved(
  deps: Deps,
  call: { caller: Person; body: { password?: string | undefined; preview?: boolean | undefined } } & Origin,
): Promise<Staff> {
  if (call.body.preview === true) return call.caller;
  return { ...call.caller, proof: await requireProof(deps, call.caller, call.body.password, call) };
}
