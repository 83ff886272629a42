import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { reconcile } from "./reconcile.ts";

/** A full comparison with the provider that staff requested. */
export const reconcileJob = { name: "reconcile", payload: z.object({}), maxAttempts: 3 };

export function reconcileJobFor(deps: Deps): JobDefinition<Record<string, never>> {
  return defineJob({
    ...reconcileJob,
    run: async () => {
      await reconcile(deps, { dryRun: false, askedBy: "staff" });
    },
  });
}
