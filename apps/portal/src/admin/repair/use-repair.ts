import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import type { Repair } from "@foyer/contract/staff-wire";
import { useQueryClient } from "@tanstack/react-query";
import { useReducer, useRef } from "react";
import { api } from "../../shared/requests/api.ts";
import { adminKey } from "../queries.ts";
import { repairFlow, startOfRepair } from "./repair-flow.ts";

/** Fields of every repair. */
interface RepairInput {
  readonly reason: string;
  readonly preview: boolean;
}

export type RunRepair = (input: RepairInput, idempotencyKey: string | undefined) => Promise<Repair>;

/** Runs a repair from its preview to its end, then refetches all staff queries. */
export function useRepair(run: RunRepair) {
  const client = useQueryClient();
  const [flow, happened] = useReducer(repairFlow, startOfRepair);
  // An attempt without an answer is repeated with the same key, so that it acts once; a refused one gets a new key.
  const key = useRef(crypto.randomUUID());

  async function preview(reason: string) {
    happened({ type: "previewAsked" });
    try {
      happened({ type: "previewed", change: await run({ reason, preview: true }, undefined) });
    } catch (failure) {
      happened({ type: "failed", failure });
    }
  }

  /** @param password null after a proof by passkey. */
  async function apply(reason: string, password: string | null) {
    happened({ type: "agreed" });
    try {
      const asks = flow.step === "review" && flow.needsProof;
      if (asks && password !== null) await call(api, "provePassword", { body: { password } });
      happened({ type: "applied", change: await run({ reason, preview: false }, key.current) });
      await client.invalidateQueries({ queryKey: adminKey });
    } catch (failure) {
      if (failure instanceof ApiError) key.current = crypto.randomUUID();
      happened({ type: "failed", failure });
    }
  }

  return { flow, preview, apply, back: () => happened({ type: "wentBack" }) };
}
