import type { Message } from "@foyer/mail/message";
import type { Logger } from "@foyer/service-kit/log";
import { MailRefused } from "@foyer/service-kit/mailer";
import type { Deps } from "../deps.ts";

/** Sends a message that nobody waits for: an address that refuses it for good is noted and left alone. */
export async function sendNotice(
  { mailer }: Pick<Deps, "mailer">,
  log: Logger,
  to: string,
  message: Message,
): Promise<void> {
  try {
    await mailer.send({ to, ...message });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ err: error }, "the mail server refused a message for good");
  }
}
