import { managersChangedMail } from "@foyer/mail/managers";
import type { AddJob } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Tx } from "../db/schema.ts";
import { notMeLinkAt } from "../stores/not-me-store.ts";
import { defineMail } from "./define-mail.ts";

const payload = z.object({
  address: z.string(),
  description: z.string(),
  change: z.enum(["added", "removed", "contact_changed", "contact_restored"]),
  /** Account names of the person who made the change and of the changed manager. */
  by: z.string(),
  account: z.string(),
  /** Address of the person who made the change, and when; absent in jobs of the previous version. */
  byEmail: z.string().optional(),
  at: z.iso.datetime().optional(),
});

const { queue, job } = defineMail({
  name: "send-managers-changed",
  payload,
  write: async (deps, { address: to, byEmail, at, ...data }) => {
    const kind = data.change === "removed" ? "manager.took" : "manager.gave";
    const notMeLink = to === byEmail ? await notMeLinkAt(deps, to, kind, at) : null;
    const link = `${deps.config.publicOrigin}/?section=team`;
    return { to, message: managersChangedMail(deps.brand, { ...data, link, notMeLink }) };
  },
});
export const sendManagersChangedJob = job;

/** Queues a notice to each of these managers that the managers have changed, in the caller's transaction. */
export async function queueManagersChanged(
  tx: Tx,
  addJob: AddJob,
  { addresses, ...common }: Omit<z.infer<typeof payload>, "address"> & { readonly addresses: readonly string[] },
): Promise<void> {
  for (const address of addresses) await queue(tx, addJob, { ...common, address });
}
