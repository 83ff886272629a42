import { addressKey } from "@foyer/domain/addresses";
import { comeBackUntil, erasedBy } from "@foyer/domain/closed-account";
import { accessRestoreComingMail, accessRestoreWarningMail } from "@foyer/mail/access-restore";
import {
  closedByOwnerMail,
  confirmKeyMail,
  dataReadyMail,
  emailChangeAttemptedMail,
  emailChangeMail,
  emailChangeNoticeMail,
  passwordResetMail,
  signUpAttemptedMail,
  welcomeMail,
} from "@foyer/mail/account";
import { contactTakenOverMail } from "@foyer/mail/managers";
import type { Message } from "@foyer/mail/message";
import { notMeResetMail } from "@foyer/mail/not-me";
import { inTransaction } from "@foyer/service-kit/db";
import { type AddJob, defineJob, type JobDefinition } from "@foyer/service-kit/jobs";
import { z } from "zod";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findLicense, ownersOf } from "../stores/license-store.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { findRequest, type MailedSecret, mintSecret, purposeOf } from "../stores/mailed-secret-store.ts";
import { newNotMeLink } from "../stores/not-me-store.ts";
import { type Account, findAccount, findOpenAccountAt, OPEN } from "../stores/account-store.ts";
import { findRestore, noteMailed } from "../stores/restore-store.ts";
import { noteWelcomed } from "../stores/welcome-mail-store.ts";
import { newConfirmKey, newMailedToken } from "../secrets/secret-values.ts";
import { sendNotice } from "./send-notice.ts";

const name = "send-secret";
const payload = z.object({
  id: z.string(),
  /** Why the link to set a new password is sent without a request. */
  because: z.enum(["not_me", "moved_in"]).optional(),
});
type Payload = z.infer<typeof payload>;
const AFTER_OTHERS = 10;
const RETRIED_MS = 24 * 3_600 * 1_000;

const minutes = (seconds: number): number => seconds / 60;
const days = (seconds: number): number => seconds / 86_400;
const hours = (seconds: number): number => seconds / 3_600;

/** Queues the mail of a requested secret, in the caller's transaction. The job contains only its id. */
export async function queueSecret(tx: Tx, addJob: AddJob, id: string, because?: Payload["because"]): Promise<void> {
  // A person waits for each other mail.
  const priority = because === "moved_in" ? AFTER_OTHERS : 0;
  await addJob(tx, { name, payload }, { id, ...(because ? { because } : {}) }, { priority });
}

/** Creates a secret and mails it. If the mail server fails, retries for a day with a new secret each time. */
export function sendSecretJob(deps: Deps): JobDefinition<Payload> {
  return defineJob({
    name,
    payload,
    run: async ({ id, because }, { log }) => {
      const now = deps.clock.now();
      const request = await findRequest(deps.db, id);
      if (!request || now.getTime() - request.requested_at.getTime() > RETRIED_MS) return;
      const secret = request.purpose === "sign_up" ? newConfirmKey() : newMailedToken();
      const message = await messageFor(deps, request, secret, because);
      const lifetime = because === "moved_in" ? lifetimes.welcome : null;
      if (!message || !(await mintSecret(deps.db, now, request, secret, lifetime))) return;
      // No one receives the secret in this case. It is created anyway, so that wrong guesses at it do not reveal whether the
      // address has an account.
      const owner = await otherOwnerOf(deps, request);
      if (owner) await sendNotice(deps, log, owner.email, messageToOwner(deps, request.purpose, owner));
      else await sendNotice(deps, log, request.address, message);
      await noteRestoreMail(deps, request);
      if (because === "moved_in") await noteWelcomed(deps.db, request.account_id ?? "", now);
    },
  });
}

/** The existing account at the address of a sign-up or of an address change. */
async function otherOwnerOf({ db }: Deps, request: MailedSecret): Promise<Account | null> {
  if (request.purpose !== "sign_up" && request.purpose !== "email_change") return null;
  const owner = await findOpenAccountAt(db, addressKey(request.address));
  return owner?.id === request.account_id ? null : owner;
}

function messageToOwner({ brand, config }: Deps, purpose: MailedSecret["purpose"], { username }: Account): Message {
  const signInLink = `${config.publicOrigin}/`;
  return purpose === "sign_up"
    ? signUpAttemptedMail(brand, { username, signInLink, resetLink: `${config.publicOrigin}/password-reset` })
    : emailChangeAttemptedMail(brand, { username, signInLink });
}

async function messageFor(
  deps: Deps,
  request: MailedSecret,
  secret: string,
  because: Payload["because"],
): Promise<Message | null> {
  const { brand, db, config } = deps;
  const purpose = purposeOf(request);
  if (purpose === "sign_up") {
    return confirmKeyMail(brand, { key: secret, minutes: minutes(lifetimes.confirmKey) });
  }
  const account = request.account_id === null ? null : await findAccount(db, request.account_id);
  if (!account) return null;
  const { username } = account;
  const link = (page: string): string => `${config.publicOrigin}/${page}?token=${secret}`;
  switch (purpose) {
    case "password_reset":
      return passwordMessage(deps, username, link("password-reset"), because);
    case "email_change":
      return emailChangeMail(brand, {
        username,
        newEmail: request.address,
        link: link("confirm-email"),
        hours: hours(lifetimes.emailChange),
      });
    case "come_back":
      return account.closed_at === null
        ? null
        : closedByOwnerMail(brand, {
            username,
            link: link("come-back"),
            until: comeBackUntil(account.closed_at),
            erasedBy: erasedBy(account.closed_at),
          });
    case "data_export":
      return dataReadyMail(brand, { username, link: link("my-data"), days: days(lifetimes.dataExport) });
    case "email_undo":
      return emailChangeNotice(deps, request, account, link("undo-email"));
    case "restore_stop":
      return restoreMessage(deps, request, username, link("stop-restore"));
    case "contact_undo":
      return account.state === OPEN ? contactTakenOver(deps, request, link("undo-contact")) : null;
    case "not_me":
      // This secret is created together with its mail and never queued.
      return null;
  }
}

function passwordMessage(
  { brand, config }: Deps,
  username: string,
  resetLink: string,
  because: Payload["because"],
): Message {
  if (because === "moved_in") {
    const newLink = `${config.publicOrigin}/password-reset`;
    return welcomeMail(brand, { username, link: resetLink, days: days(lifetimes.welcome), newLink });
  }
  const mail = because === "not_me" ? notMeResetMail : passwordResetMail;
  return mail(brand, { username, link: resetLink, minutes: minutes(lifetimes.passwordReset) });
}

async function emailChangeNotice(
  deps: Deps,
  { address, former_address: newEmail, requested_at: at }: MailedSecret,
  { id: accountId, username }: Account,
  undoLink: string,
): Promise<Message> {
  return emailChangeNoticeMail(deps.brand, {
    username,
    newEmail: newEmail ?? "",
    undoLink,
    hours: hours(lifetimes.emailUndo),
    notMeLink: await newNotMeLink(deps, { accountId, address, kind: "email.change_asked", at }),
  });
}

async function contactTakenOver({ brand, db }: Deps, request: MailedSecret, undoLink: string): Promise<Message | null> {
  const license = request.license_id === null ? null : await findLicense(db, request.license_id);
  const [contact] = license ? await ownersOf(db, license.id) : [];
  if (!license || !contact) return null;
  const { description } = license;
  return contactTakenOverMail(brand, {
    description,
    contact: contact.username,
    undoLink,
    hours: hours(lifetimes.contactUndo),
  });
}

/** The mail about a restore for a known address or for the new one; null when the restore no longer waits. */
async function restoreMessage(
  { brand, clock, db }: Deps,
  request: MailedSecret,
  username: string,
  stopLink: string,
): Promise<Message | null> {
  const restore = request.restore_id === null ? null : await findRestore(db, request.restore_id);
  if (restore?.state !== "waiting" || restore.due_at === null) return null;
  const wait = after(clock.now(), lifetimes.restoreWait);
  const restores = restore.due_at < wait ? wait : restore.due_at;
  const { kind } = restore;
  // The mail to the new address must not reveal any other address.
  return request.former_address === null
    ? accessRestoreComingMail(brand, { kind, username, restores, stopLink })
    : accessRestoreWarningMail(brand, { kind, username, newEmail: restore.address, restores, stopLink });
}

/** Records that a mail of a restore was sent or permanently rejected. Does nothing for other mails. */
async function noteRestoreMail({ db, clock }: Deps, { id, restore_id: restoreId }: MailedSecret): Promise<void> {
  if (restoreId !== null) await inTransaction(db, (tx) => noteMailed(tx, id, restoreId, clock.now()));
}
