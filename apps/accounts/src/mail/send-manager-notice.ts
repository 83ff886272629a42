import { managerAddedMail } from "@foyer/mail/manager-added";
import { managerRemovedMail } from "@foyer/mail/manager-removed";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { notMeLinkAt } from "../stores/not-me-store.ts";
import { takeManagerNotice } from "./mail-limits.ts";
import { sendNotice } from "./send-notice.ts";

const name = "send-manager-notice";
const payload = z.object({
  address: z.string(),
  description: z.string(),
  byEmail: z.string(),
  isAdded: z.boolean(),
  /** When it happened; absent in jobs of the previous version. */
  at: z.iso.datetime().optional(),
});
type Payload = z.infer<typeof payload>;

/** Queues a notice to a person who became a manager or stopped being one, in the caller's transaction. */
export async function queueManagerNotice(
  tx: Transaction<AccountsTables>,
  addJob: AddJob,
  notice: Payload,
): Promise<void> {
  await addJob(tx, { name, payload }, notice);
}

export function sendManagerNoticeJob(deps: Deps): JobDefinition<Payload> {
  const { brand, config } = deps;
  return defineJob({
    name,
    payload,
    run: async ({ address, isAdded, at, ...data }, { log, attempt }) => {
      // Limits the mails of a caller who adds and removes a manager repeatedly.
      if (attempt === 1 && !(await takeManagerNotice(deps, data.byEmail, address))) return;
      const link = `${config.publicOrigin}/?section=team`;
      const message = isAdded
        ? managerAddedMail(brand, { ...data, link, notMeLink: await notMeLinkAt(deps, address, "manager.added", at) })
        : managerRemovedMail(brand, data);
      await sendNotice(deps, log, address, message);
    },
  });
}
