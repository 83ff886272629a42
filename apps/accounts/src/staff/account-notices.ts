import { accountClosedMail } from "@foyer/mail/account-closed";
import { message, paragraph, type Message } from "@foyer/mail/message";
import { secondFactorChangedMail } from "@foyer/mail/second-factor-changed";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { sendNotice } from "../mail/send-notice.ts";

const name = "send-staff-notice";
const payload = z.object({
  kind: z.enum(["closed", "address", "second_factor"]),
  username: z.string(),
  to: z.string(),
  /** The new address, for `address`. */
  email: z.string().optional(),
});
type Notice = z.infer<typeof payload>;

/** Queues what an account's owner is told of a staff member's repair, in the transaction of the repair. */
export function queueAccountNotice(tx: Transaction<AccountsTables>, addJob: AddJob, notice: Notice): Promise<void> {
  return addJob(tx, { name, payload }, notice);
}

function noticeOf({ brand, config, clock }: Deps, { kind, username, email = "" }: Notice): Message {
  switch (kind) {
    case "closed":
      return accountClosedMail(brand, { username });
    case "second_factor":
      return secondFactorChangedMail(brand, {
        username,
        change: "turned_off",
        at: clock.now(),
        resetLink: `${config.publicOrigin}/password-reset`,
      });
    case "address":
      return message(brand, `The address of your ${brand.provider} account was changed`, [
        paragraph(`Our support team changed the address of the account ${username} to ${email}.`),
        paragraph(`If you did not ask for it, write to ${brand.contacts.support}.`),
      ]);
  }
}

export function staffNoticeJob(deps: Deps): JobDefinition<Notice> {
  return defineJob({
    name,
    payload,
    run: (notice, { log }) => sendNotice(deps, log, notice.to, noticeOf(deps, notice)),
  });
}
