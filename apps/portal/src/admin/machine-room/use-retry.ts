import { call } from "@foyer/api-client/client";
import type { ToldAs } from "@foyer/contract/staff-purchase";
import type { MachineTask } from "@foyer/contract/staff-wire";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { words } from "#words/admin-machine-room";
import { api } from "../../shared/requests/api.ts";
import { adminKey } from "../queries.ts";

/** Has background work of a service begun, now; like every act of staff it is recorded. */
export function useRetry(service: "accounts" | "purchase") {
  const client = useQueryClient();
  return async ({ id, title }: Pick<MachineTask, "id" | "title">, reason: string, toldAs?: ToldAs): Promise<void> => {
    const body = { reason, ...(toldAs ? { tell_as: toldAs } : {}) };
    try {
      if (service === "accounts") await call(api, "staffRetryTask", { params: { id }, body: { reason } });
      else await call(api, "staffRetryBillingTask", { params: { id }, body });
    } finally {
      // A refused message has a new number of tries.
      await client.invalidateQueries({ queryKey: adminKey });
    }
    announce(words.retried(title));
  };
}
