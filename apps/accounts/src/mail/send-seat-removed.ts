import { seatRemovedMail } from "@foyer/mail/licenses";
import type { AddJob } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Tx } from "../db/schema.ts";
import { defineMail } from "./define-mail.ts";
import { takeMailsByOthers } from "./mail-limits.ts";

const payload = z.object({
  description: z.string(),
  managerEmail: z.string(),
  cause: z.enum(["removed", "renewed_with_fewer"]),
  address: z.string(),
});

/** The notice is dropped when its address has reached the hourly limit of mails caused by others. */
const { queue, job } = defineMail({
  name: "send-seat-removed",
  payload,
  limit: async (deps, { address }) => (await takeMailsByOthers(deps, deps.db, [address]))[0] ?? false,
  isCounted: true,
  write: ({ brand }, { address: to, ...data }) => ({ to, message: seatRemovedMail(brand, data) }),
});
export const sendSeatRemovedJob = job;

/** Queues a notice to each address with a removed seat, in the caller's transaction. */
export async function queueSeatRemoved(
  tx: Tx,
  addJob: AddJob,
  { addresses, ...common }: Omit<z.infer<typeof payload>, "address"> & { readonly addresses: readonly string[] },
): Promise<void> {
  for (const address of addresses) await queue(tx, addJob, { ...common, address });
}
