import { seatRemovedMail } from "@foyer/mail/seat-removed";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { takeMailsByOthers } from "./mail-limits.ts";
import { sendCounted } from "./send-notice.ts";

const name = "send-seat-removed";
const payload = z.object({
  description: z.string(),
  managerEmail: z.string(),
  cause: z.enum(["removed", "renewed_with_fewer"]),
  address: z.string(),
});
type Payload = z.infer<typeof payload>;

/** Queues a notice to each address with a removed seat, in the caller's transaction. */
export async function queueSeatRemoved(
  tx: Transaction<AccountsTables>,
  addJob: AddJob,
  notice: Omit<Payload, "address"> & { readonly addresses: readonly string[] },
): Promise<void> {
  const { addresses, ...common } = notice;
  for (const address of addresses) await addJob(tx, { name, payload }, { ...common, address });
}

/** Sends the notice, or drops it when its address has reached the hourly limit of mails caused by others. */
export function sendSeatRemovedJob(deps: Deps): JobDefinition<Payload> {
  return defineJob({
    name,
    payload,
    run: async ({ address, ...data }, { log, attempt }) => {
      // A retry sends the mail that the first attempt counted.
      const [hasRoom] = attempt > 1 ? [true] : await takeMailsByOthers(deps, deps.db, [address]);
      if (hasRoom) await sendCounted(deps, log, address, seatRemovedMail(deps.brand, data));
    },
  });
}
