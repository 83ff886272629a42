import { defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { reconcile } from "./reconcile.ts";

/** A comparison of everything with the provider that staff asked for. */
export const reconcileJob = { name: "reconcile", payload: z.object({}), maxAttempts: 3 };

export function reconcileJobFor(deps: Deps): JobDefinition<Record<string, never>> {
  return defineJob({
    ...reconcileJob,
    run: async () => {
      await reconcile(deps, { dryRun: false, askedBy: "staff" });
    },
  });
}
