import type { AccountEventKind } from "@foyer/contract/account-events";
import { accountClosedMail, signUpAttemptedMail } from "@foyer/mail/account";
import type { Message } from "@foyer/mail/message";
import {
  appSignedOutMail,
  newSignInMail,
  passkeyChangedMail,
  passwordChangedMail,
  secondFactorChangedMail,
} from "@foyer/mail/sign-in-changes";
import { deviceOf } from "@foyer/domain/device";
import type { AddJob } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { newNotMeLink } from "../stores/not-me-store.ts";
import { type Account, findAccount } from "../stores/account-store.ts";
import { defineMail } from "./define-mail.ts";

const payload = z.object({
  accountId: z.string(),
  about: z.enum([
    "password_changed",
    // Still accepted for jobs that the previous version queued; send-secret sends this notice now.
    "sign_up_attempted",
    "account_closed",
    "turned_on",
    "turned_off",
    "recovery_code_used",
    "passkey_added",
    "passkey_removed",
    "new_sign_in",
    "app_token_reused",
  ]),
  /** When the event happened. */
  at: z.iso.datetime(),
  /** IP address and user agent of a new sign-in. */
  from: z.object({ ip: z.string(), userAgent: z.string() }).optional(),
  /** Name of the app whose token was used twice. */
  app: z.string().optional(),
});
type Payload = z.infer<typeof payload>;

/** Where the account was used, as the mail names it. */
interface Place {
  readonly ip: string;
  readonly userAgent: string;
}

const { queue, job } = defineMail({
  name: "send-account-notice",
  payload,
  write: async (deps, { accountId, about, at, from, app = "" }) => {
    const account = await findAccount(deps.db, accountId);
    return (
      account && { to: account.email, message: await messageAbout(deps, account, about, new Date(at), { from, app }) }
    );
  },
});
export const sendAccountNoticeJob = job;

/** Queues a notice to the account's own address, in the caller's transaction if there is one. */
export async function queueAccountNotice(
  db: Db,
  addJob: AddJob,
  accountId: string,
  about: Payload["about"],
  at: Date,
  from?: Place,
): Promise<void> {
  await queue(db, addJob, { accountId, about, at: at.toISOString(), ...(from && { from }) });
}

/** Queues the notice that an app was signed out, as its token was used twice. */
export async function queueReuseNotice(
  db: Db,
  addJob: AddJob,
  accountId: string,
  app: string,
  at: Date,
): Promise<void> {
  await queue(db, addJob, { accountId, about: "app_token_reused", at: at.toISOString(), app });
}

const factorEvents = {
  turned_on: "second_factor.on",
  turned_off: "second_factor.off",
  recovery_code_used: "second_factor.recovery_used",
} as const;
const passkeyEvents = { passkey_added: "passkey.added", passkey_removed: "passkey.removed" } as const;

async function messageAbout(
  deps: Deps,
  { id, username, email }: Account,
  about: Payload["about"],
  at: Date,
  { from = { ip: "", userAgent: "" }, app }: { readonly from: Place | undefined; readonly app: string },
): Promise<Message> {
  const { brand, config } = deps;
  const notMeLink = (kind: AccountEventKind): Promise<string> =>
    newNotMeLink(deps, { accountId: id, address: email, kind, at });
  switch (about) {
    case "password_changed":
      return passwordChangedMail(brand, { username, at, notMeLink: await notMeLink("password.changed") });
    case "sign_up_attempted":
      return signUpAttemptedMail(brand, {
        username,
        signInLink: `${config.publicOrigin}/`,
        resetLink: `${config.publicOrigin}/password-reset`,
      });
    case "app_token_reused":
      return appSignedOutMail(brand, { username, app, at, notMeLink: await notMeLink("app.token_reused") });
    case "account_closed":
      return accountClosedMail(brand, { username });
    case "passkey_added":
    case "passkey_removed":
      return passkeyChangedMail(brand, {
        username,
        change: about,
        at,
        notMeLink: await notMeLink(passkeyEvents[about]),
      });
    case "new_sign_in":
      return newSignInMail(brand, {
        username,
        at,
        ip: from.ip,
        device: deviceOf(from.userAgent),
        notMeLink: await notMeLink("session.opened"),
      });
    default:
      return secondFactorChangedMail(brand, {
        username,
        change: about,
        at,
        notMeLink: await notMeLink(factorEvents[about]),
      });
  }
}
