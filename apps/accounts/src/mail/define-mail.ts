import type { Message } from "@foyer/mail/message";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { sendCounted, sendNotice } from "./send-notice.ts";

interface Letter {
  readonly to: string;
  readonly message: Message;
}

interface MailDefinition<Data> {
  /** Name of its jobs, which instances of the previous version queue and run too. */
  readonly name: string;
  /** Schema of the data that its job stores. */
  readonly payload: JobDefinition<Data>["payload"];
  /** Counts the mail, and returns false if it must not be sent. Without it, the mail is sent regardless of limits. */
  readonly limit?: (deps: Deps, data: Data) => Promise<boolean>;
  /** True if `limit` counts in the ledger of the address. */
  readonly isCounted?: boolean;
  /** Returns the mail in the state when it is sent, or null if it is no longer needed. */
  readonly write: (deps: Deps, data: Data, attempt: number) => Letter | null | Promise<Letter | null>;
}

/** Defines a mail: the call that queues it, and the job that sends it. */
export function defineMail<Data>({ name, payload, limit, isCounted = false, write }: MailDefinition<Data>): {
  /** Queues the mail, in the caller's transaction if there is one. */
  readonly queue: (db: Db, addJob: AddJob, data: Data) => Promise<void>;
  readonly job: (deps: Deps) => JobDefinition<Data>;
} {
  const send = isCounted ? sendCounted : sendNotice;
  return {
    queue: (db, addJob, data) => addJob(db, { name, payload }, data),
    job: (deps) =>
      defineJob({
        name,
        payload,
        run: async (data, { log, attempt }) => {
          // A retry sends the mail that the first attempt counted.
          if (limit && attempt === 1 && !(await limit(deps, data))) return;
          const letter = await write(deps, data, attempt);
          if (letter) await send(deps, log, letter.to, letter.message);
        },
      }),
  };
}
