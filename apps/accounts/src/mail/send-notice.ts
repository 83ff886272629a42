import { deletedAccount } from "@foyer/domain/closed-account";
import type { Message } from "@foyer/mail/message";
import type { Logger } from "@foyer/service-kit/log";
import { MailRefused } from "@foyer/service-kit/mailer";
import type { Deps } from "../deps.ts";
import { countMail } from "./mail-limits.ts";

/** Sends a message and counts it in the ledger of its address. */
export async function sendNotice(
  deps: Pick<Deps, "mailer" | "limiter">,
  log: Logger,
  to: string,
  message: Message,
): Promise<void> {
  await sendCounted(deps, log, to, message);
  await countMail(deps, to);
}

/** Sends a message that was counted before. Logs a permanent rejection of the address and does not retry it. */
export async function sendCounted(
  { mailer }: Pick<Deps, "mailer">,
  log: Logger,
  to: string,
  message: Message,
): Promise<void> {
  // The account was erased after the message was queued.
  if (to === deletedAccount) return;
  try {
    await mailer.send({ to, ...message });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ err: error }, "the mail server rejected a message permanently");
  }
}
