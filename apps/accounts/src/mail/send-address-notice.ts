import { addressChangedMail } from "@foyer/mail/address-changed";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { sendNotice } from "./send-notice.ts";
import { newNotMeLink } from "../stores/not-me-store.ts";
import { findAccountNamed } from "../stores/account-store.ts";

const name = "send-address-notice";
const payload = z.object({
  username: z.string(),
  to: z.string(),
  /** The new address. */
  email: z.string(),
  /** When it was changed; absent in jobs of the previous version. */
  at: z.iso.datetime().optional(),
});
type Notice = z.infer<typeof payload>;

/** Queues a notice that staff changed an account's address, in the transaction of the change. */
export function queueAddressNotice(tx: Transaction<AccountsTables>, addJob: AddJob, notice: Notice): Promise<void> {
  return addJob(tx, { name, payload }, notice);
}

export function sendAddressNoticeJob(deps: Deps): JobDefinition<Notice> {
  const { brand, clock, db } = deps;
  return defineJob({
    name,
    payload,
    run: async ({ username, to, email, at }, { log }) => {
      const account = await findAccountNamed(db, username);
      if (!account) return;
      const time = at === undefined ? clock.now() : new Date(at);
      const told = { accountId: account.id, address: to, kind: "email.changed", at: time } as const;
      const notMeLink = await newNotMeLink(deps, told);
      await sendNotice(deps, log, to, addressChangedMail(brand, { username, email, notMeLink }));
    },
  });
}
