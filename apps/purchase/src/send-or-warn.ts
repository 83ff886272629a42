import { MailRefused, type MailMessage } from "@foyer/service-kit/mailer";
import type { Deps } from "./deps.ts";

/** Sends a mail. Logs one that the mail server rejects permanently; any other failure is thrown, for another try. */
export async function sendOrWarn(
  { mailer, log }: Pick<Deps, "mailer" | "log">,
  customerId: string,
  mail: MailMessage,
): Promise<void> {
  try {
    await mailer.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    log.warn({ err: error, customer: customerId }, "the mail server rejected a notice permanently");
  }
}
