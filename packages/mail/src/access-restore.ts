import { formatDate } from "@foyer/domain/dates";
import { action, type Mail, message, paragraph } from "./message.ts";

/** `Mar 03, 2027 at 09:30 UTC` */
const timeOf = (at: Date): string => `${formatDate(at)} at ${at.toISOString().slice(11, 16)} UTC`;

/** A restore of access, or a change of the address alone. */
interface Subject {
  kind: "restore" | "address";
  username: string;
}

/**
 * To every address that an account has or had: it will get another address, and a restore also ends the ways to sign in. Contains
 * the link that stops it (KEY-11).
 */
export const accessRestoreWarningMail: Mail<Subject & { newEmail: string; restores: Date; stopLink: string }> = (
  brand,
  { kind, username, newEmail, restores, stopLink },
) => {
  if (kind === "address") {
    return message(brand, `The address of your ${brand.provider} account is about to change`, [
      paragraph(`Our support was asked to change the email address of the account ${username} to ${newEmail}.`),
      paragraph(
        `That happens on ${timeOf(restores)}, or earlier if a second member of our staff has checked it. All sessions end then.`,
      ),
      paragraph("If you asked for it, you do not need to do anything."),
      action("If you did not, stop it", stopLink),
    ]);
  }
  return message(brand, `Access to your ${brand.provider} account is about to be given to a new address`, [
    paragraph(
      `Somebody told our support that the password, two-step sign-in and email address of the account ${username} are lost. Two of our staff have agreed to give access to ${newEmail}.`,
    ),
    paragraph(
      `That happens on ${timeOf(restores)} at the earliest. The current password, two-step sign-in and all sessions end then.`,
    ),
    paragraph("If you asked for it, you do not need to do anything."),
    action("If you did not, stop it", stopLink),
    paragraph("Signing in to the account also stops it."),
  ]);
};

/** To the new address: the coming steps, and the link that stops them. */
export const accessRestoreComingMail: Mail<Subject & { restores: Date; stopLink: string }> = (
  brand,
  { kind, username, restores, stopLink },
) => {
  if (kind === "address") {
    return message(brand, `This address will belong to a ${brand.provider} account`, [
      paragraph(
        `Our support was asked to make this the address of the account ${username}. That happens on ${timeOf(restores)}, or earlier if a second member of our staff has checked it.`,
      ),
      paragraph(
        "Until then there is nothing to do. We notify every address that we know of the account. Each of them can stop it.",
      ),
      action("If you know nothing of this, stop it", stopLink),
    ]);
  }
  return message(brand, `Access to a ${brand.provider} account will be given to this address`, [
    paragraph(
      `Our support is about to restore access to the account ${username}. On ${timeOf(restores)} at the earliest this address becomes the account's own, and you get a link that sets a new password.`,
    ),
    paragraph(
      "Until then there is nothing to do. We notify every address that we know of the account. Each of them can stop it. Signing in to the account also stops it.",
    ),
    action("If you know nothing of this, stop it", stopLink),
  ]);
};

/** The cause that stopped a restore, in the detail that its recipients need. */
export type RestoreStopped = "sign_in" | "person" | "staff" | "other";

const sentences: Readonly<Record<RestoreStopped, string>> = {
  sign_in: "Somebody signed in to the account with everything that it asks for, so it was stopped.",
  person: "It was stopped by somebody whom we notified.",
  staff: "Our support stopped it.",
  other: "It could not be carried out.",
};

const nameOf = (kind: Subject["kind"]): string =>
  kind === "address" ? "The change of the address of" : "The restore of access to";

/** To all who were notified of a restore: it was stopped. */
export const accessRestoreStoppedMail: Mail<Subject & { by: RestoreStopped; at: Date; resetLink: string }> = (
  brand,
  { kind, username, by, at, resetLink },
) => {
  const keep =
    by === "sign_in"
      ? [paragraph("If it was not you who signed in, reset the password now."), action("Reset the password", resetLink)]
      : [];
  const what = kind === "address" ? "The address of" : "Access to";
  return message(brand, `${what} the ${brand.provider} account ${username} stays as it was`, [
    paragraph(`${nameOf(kind)} the account ${username} was stopped on ${timeOf(at)}. ${sentences[by]}`),
    ...keep,
    paragraph(`If you still have no access, write to ${brand.contacts.support}.`),
  ]);
};

/** To the addresses that an account had: access was restored. */
export const accessRestoredMail: Mail<{ username: string; newEmail: string; at: Date }> = (
  brand,
  { username, newEmail, at },
) =>
  message(brand, `Access to your ${brand.provider} account was given to a new address`, [
    paragraph(`Since ${timeOf(at)}, the address of the account ${username} is ${newEmail}. Nobody stopped it in time.`),
    paragraph(`If it is your account and you did not ask for this, write to ${brand.contacts.support} at once.`),
  ]);

/** To the two staff members of a restore: it was stopped, and how. */
export const accessRestoreStoppedStaffMail: Mail<Subject & { how: string; at: Date; link: string }> = (
  brand,
  { kind, username, how, at, link },
) =>
  message(brand, `${nameOf(kind)} ${username} was stopped`, [
    paragraph(`${nameOf(kind)} the account ${username} was stopped on ${timeOf(at)}: ${how}.`),
    action("See the account", link),
  ]);
