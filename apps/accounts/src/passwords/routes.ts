import { routes } from "@foyer/service-kit/routes";
import type { Deps } from "../deps.ts";
import { done } from "../done.ts";
import { lifetimes } from "../lifetimes.ts";
import { requireProof, requireProofFor } from "./prove-password.ts";

/** Endpoints that prove a password, for this service and for the purchase service. */
export function passwordRoutes(deps: Deps) {
  return routes({
    provePassword: async ({ body, caller, ...origin }) => {
      await requireProof(deps, caller, body.password, origin);
      return { ...done, good_for: lifetimes.proof };
    },
    requireProof: async ({ body, requestId }) => {
      await requireProofFor(deps, body, { ip: body.ip, requestId });
      return done;
    },
  });
}
