import { message, paragraph } from "@foyer/mail/message";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { sendNotice } from "../mail/send-notice.ts";

const name = "send-address-notice";
const payload = z.object({ username: z.string(), to: z.string(), /** The new address. */ email: z.string() });
type Notice = z.infer<typeof payload>;

/** Queues a notice that staff changed an account's address, in the transaction that does. */
export function queueAddressNotice(tx: Transaction<AccountsTables>, addJob: AddJob, notice: Notice): Promise<void> {
  return addJob(tx, { name, payload }, notice);
}

export function sendAddressNoticeJob(deps: Deps): JobDefinition<Notice> {
  const { brand } = deps;
  return defineJob({
    name,
    payload,
    run: ({ username, to, email }, { log }) =>
      sendNotice(
        deps,
        log,
        to,
        message(brand, `The address of your ${brand.provider} account was changed`, [
          paragraph(`Our support team changed the address of the account ${username} to ${email}.`),
          paragraph(`If you did not ask for it, write to ${brand.contacts.support}.`),
        ]),
      ),
  });
}
