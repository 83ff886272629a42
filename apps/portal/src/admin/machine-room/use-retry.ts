import { call } from "@foyer/api-client/client";
import type { MachineTask } from "@foyer/contract/staff-wire";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { words } from "#words/admin-machine-room";
import { api } from "../api.ts";
import { adminKey } from "../queries.ts";

/** Has background work of a service begun, now; like every act of staff it is recorded. */
export function useRetry(service: "accounts" | "purchase") {
  const client = useQueryClient();
  return async ({ id, title }: Pick<MachineTask, "id" | "title">, reason: string): Promise<void> => {
    const name = service === "accounts" ? "staffRetryTask" : "staffRetryBillingTask";
    await call(api, name, { params: { id }, body: { reason } });
    await client.invalidateQueries({ queryKey: adminKey });
    announce(words.retried(title));
  };
}
