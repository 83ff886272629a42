import type { Repair } from "@foyer/contract/staff-wire";
import { wantsProof } from "../../shared/failures/refusal-of.ts";

/** The state of a repair: form, preview, done. A repair is never done without a preview. */
export type RepairFlow =
  | { readonly step: "fill"; readonly busy: boolean; readonly failure: unknown }
  | {
      readonly step: "review";
      readonly change: Repair;
      readonly busy: boolean;
      /** The service requires the password first. */
      readonly needsProof: boolean;
      readonly failure: unknown;
    }
  | { readonly step: "done"; readonly change: Repair };

export type RepairEvent =
  | { readonly type: "previewAsked" }
  | { readonly type: "previewed"; readonly change: Repair }
  | { readonly type: "agreed" }
  | { readonly type: "applied"; readonly change: Repair }
  | { readonly type: "failed"; readonly failure: unknown }
  | { readonly type: "wentBack" };

export const startOfRepair: RepairFlow = { step: "fill", busy: false, failure: null };

/** Returns the next state; an event that does not fit the state changes nothing. */
export function repairFlow(now: RepairFlow, event: RepairEvent): RepairFlow {
  switch (now.step) {
    case "fill":
      if (event.type === "previewAsked" && !now.busy) return { step: "fill", busy: true, failure: null };
      if (!now.busy) return now;
      if (event.type === "failed") return { step: "fill", busy: false, failure: event.failure };
      if (event.type !== "previewed") return now;
      return { step: "review", change: event.change, busy: false, needsProof: false, failure: null };
    case "review":
      if (event.type === "agreed" && !now.busy) return { ...now, busy: true, failure: null };
      if (event.type === "wentBack" && !now.busy) return startOfRepair;
      if (!now.busy) return now;
      if (event.type === "applied") return { step: "done", change: event.change };
      return event.type === "failed" ? failed(now, event.failure) : now;
    case "done":
      return now;
  }
}

function failed(now: Extract<RepairFlow, { step: "review" }>, failure: unknown): RepairFlow {
  const isAsked = wantsProof(failure);
  return { ...now, busy: false, needsProof: now.needsProof || isAsked, failure: isAsked ? null : failure };
}
