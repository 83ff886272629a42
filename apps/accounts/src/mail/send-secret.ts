import { confirmKeyMail } from "@foyer/mail/confirm-key";
import { emailChangeMail } from "@foyer/mail/email-change";
import { emailChangeNoticeMail } from "@foyer/mail/email-change-notice";
import type { Message } from "@foyer/mail/message";
import { passwordResetMail } from "@foyer/mail/password-reset";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import type { Transaction } from "kysely";
import { z } from "zod";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { lifetimes } from "../lifetimes.ts";
import { findRequest, type MailedSecret, mintSecret } from "../mailed-secrets/mailed-secret-store.ts";
import { findAccount } from "../people/account-store.ts";
import { newConfirmKey, newToken } from "../secrets/secret-values.ts";
import { sendNotice } from "./send-notice.ts";

const name = "send-secret";
const payload = z.object({ id: z.string() });
const RETRIED_MS = 24 * 3_600 * 1_000;

const minutes = (seconds: number): number => seconds / 60;
const hours = (seconds: number): number => seconds / 3_600;

/** Queues the mail of a requested secret, in the caller's transaction. The queue holds its id alone. */
export async function queueSecret(tx: Transaction<AccountsTables>, addJob: AddJob, id: string): Promise<void> {
  await addJob(tx, { name, payload }, { id });
}

/** Makes a secret and mails it. Where the mail server is away it is tried again for a day, with a new secret each time. */
export function sendSecretJob(deps: Deps): JobDefinition<z.infer<typeof payload>> {
  return defineJob({
    name,
    payload,
    run: async ({ id }, { log }) => {
      const now = deps.clock.now();
      const request = await findRequest(deps.db, id);
      if (!request || now.getTime() - request.requested_at.getTime() > RETRIED_MS) return;
      const secret = request.purpose === "sign_up" ? newConfirmKey() : newToken("ml");
      const message = await messageFor(deps, request, secret);
      if (!message || !(await mintSecret(deps.db, now, request, secret))) return;
      await sendNotice(deps, log, request.address, message);
    },
  });
}

async function messageFor(deps: Deps, request: MailedSecret, secret: string): Promise<Message | null> {
  const { brand, db, config } = deps;
  if (request.purpose === "sign_up") {
    return confirmKeyMail(brand, { key: secret, minutes: minutes(lifetimes.confirmKey) });
  }
  const account = request.account_id === null ? null : await findAccount(db, request.account_id);
  if (!account) return null;
  const { username } = account;
  const link = (page: string): string => `${config.publicOrigin}/${page}?token=${secret}`;
  switch (request.purpose) {
    case "password_reset":
      return passwordResetMail(brand, {
        username,
        link: link("password-reset"),
        minutes: minutes(lifetimes.passwordReset),
      });
    case "email_change":
      return emailChangeMail(brand, {
        username,
        newEmail: request.address,
        link: link("confirm-email"),
        hours: hours(lifetimes.emailChange),
      });
    case "email_undo":
      return emailChangeNoticeMail(brand, {
        username,
        newEmail: request.former_address ?? "",
        undoLink: link("undo-email"),
        hours: hours(lifetimes.emailUndo),
      });
  }
}
