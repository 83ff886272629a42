import { managersChangedMail } from "@foyer/mail/managers-changed";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { notMeLinkAt } from "../stores/not-me-store.ts";
import { sendNotice } from "./send-notice.ts";

const name = "send-managers-changed";
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
type Payload = z.infer<typeof payload>;

/** Queues a notice to each of these managers that the managers have changed, in the caller's transaction. */
export async function queueManagersChanged(
  tx: Transaction<AccountsTables>,
  addJob: AddJob,
  notice: Omit<Payload, "address"> & { readonly addresses: readonly string[] },
): Promise<void> {
  const { addresses, ...common } = notice;
  for (const address of addresses) await addJob(tx, { name, payload }, { ...common, address });
}

export function sendManagersChangedJob(deps: Deps): JobDefinition<Payload> {
  const link = `${deps.config.publicOrigin}/?section=team`;
  return defineJob({
    name,
    payload,
    run: async ({ address, byEmail, at, ...data }, { log }) => {
      const kind = data.change === "removed" ? "manager.took" : "manager.gave";
      const notMeLink = address === byEmail ? await notMeLinkAt(deps, address, kind, at) : null;
      await sendNotice(deps, log, address, managersChangedMail(deps.brand, { ...data, link, notMeLink }));
    },
  });
}
