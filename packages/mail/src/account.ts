import { formatDate } from "@foyer/domain/dates";
import { action, code, type Mail, message, paragraph } from "./message.ts";
import { notMe } from "./not-me.ts";

/**
 * Sends the key that confirms an address at sign-up. The key is alone on a line of the text (contract,
 * `verify_email/`).
 */
export const confirmKeyMail: Mail<{ key: string; minutes: number }> = (brand, { key, minutes }) =>
  message(brand, `Your ${brand.provider} confirm key`, [
    paragraph(`Enter this key to go on with your ${brand.provider} account:`),
    code(key),
    paragraph(`The key works for ${minutes} minutes and once. A newer one takes its place.`),
    paragraph("If you did not ask for an account, you can ignore this message."),
  ]);

/** Tells the owner of an address that a person tried to sign up with it. */
export const signUpAttemptedMail: Mail<{ username: string; signInLink: string; resetLink: string }> = (brand, data) =>
  message(brand, `You already have a ${brand.provider} account`, [
    paragraph(`Somebody, perhaps you, tried to make a ${brand.provider} account with this address.`),
    paragraph(`There is one already. Its account name is ${data.username}. Nothing was changed.`),
    action("Sign in", data.signInLink),
    action("If you forgot the password, reset it", data.resetLink),
    paragraph("If it was not you, you need not do anything."),
  ]);

/** Sends the account name, and the link to set a new password. */
export const passwordResetMail: Mail<{ username: string; link: string; minutes: number }> = (brand, data) =>
  message(brand, `Reset your ${brand.provider} password`, [
    paragraph(`We received a request for help with signing in to your ${brand.provider} account.`),
    paragraph(`Your account name is ${data.username}.`),
    action("Set a new password", data.link),
    paragraph(`The link works once, for ${data.minutes} minutes. A newer link replaces it.`),
    paragraph("If you did not request this, ignore this email. Your password stays as it is."),
  ]);

/** To the new address: the link that confirms it. The account keeps the old address until then (EMAIL-03). */
export const emailChangeMail: Mail<{ username: string; newEmail: string; link: string; hours: number }> = (
  brand,
  { username, newEmail, link, hours },
) =>
  message(brand, `Confirm your new address for ${brand.provider}`, [
    paragraph(`${newEmail} shall become the address of the ${brand.provider} account ${username}.`),
    action("Confirm this address", link),
    paragraph(`The link works for ${hours} hours and once. Until then the old address stays in force.`),
    paragraph("If you did not ask for it, you can ignore this message."),
  ]);

/** Tells the owner of an address that a person requested it for another account. */
export const emailChangeAttemptedMail: Mail<{ username: string; signInLink: string }> = (brand, data) =>
  message(brand, `Your address already has a ${brand.provider} account`, [
    paragraph(`Somebody, perhaps you, asked to use this address for another ${brand.provider} account.`),
    paragraph(`It has an account already. Its account name is ${data.username}. Nothing was changed.`),
    action("Sign in", data.signInLink),
    paragraph("If it was not you, you need not do anything."),
  ]);

/** To the old address: a change was requested. Contains the link that undoes it (EMAIL-03, R-33, KEY-09). */
export const emailChangeNoticeMail: Mail<{
  username: string;
  newEmail: string;
  undoLink: string;
  hours: number;
  notMeLink: string;
}> = (brand, { username, newEmail, undoLink, hours, notMeLink }) =>
  message(brand, `The address of your ${brand.provider} account is about to change`, [
    paragraph(`Somebody signed in as ${username} asked to change the account's address to ${newEmail}.`),
    paragraph("It changes once the new address is confirmed. If it was you, all is well."),
    action("Keep this address", undoLink),
    paragraph(`That link works for ${hours} hours, also after the change.`),
    ...notMe(notMeLink),
  ]);

/** Reports that staff closed an account. */
export const accountClosedMail: Mail<{ username: string }> = (brand, { username }) =>
  message(brand, `Your ${brand.provider} account was closed`, [
    paragraph(`The account ${username} was closed. Nobody can sign in to it any more.`),
    paragraph("Its data is deleted within 60 days. Invoices stay, as the law wants them kept."),
    paragraph(`If you did not expect this, write to ${brand.contacts.support}.`),
  ]);

/** To an owner who closed the account: how to reopen it, and what happens otherwise (ERASE-02). */
export const closedByOwnerMail: Mail<{ username: string; link: string; until: Date; erasedBy: Date }> = (
  brand,
  { username, link, until, erasedBy },
) =>
  message(brand, `You closed your ${brand.provider} account`, [
    paragraph(`The account ${username} was closed with its password. Nobody can sign in to it any more.`),
    paragraph(`You can come back until ${formatDate(until)}: then everything is as it was.`),
    action("Open my account again", link),
    paragraph(
      `Otherwise its data is deleted by ${formatDate(erasedBy)}. Invoices stay, as the law wants them kept, and what a court or the law has us keep for longer.`,
    ),
    paragraph("If it was not you, open the account again and choose a new password."),
  ]);

/** Reports that the requested personal data is ready (ERASE-05). The link requires a session. */
export const dataReadyMail: Mail<{ username: string; link: string; days: number }> = (brand, data) =>
  message(brand, `Your ${brand.provider} data is ready`, [
    paragraph(`You asked for everything that is kept about the ${brand.provider} account ${data.username}.`),
    action("Download my data", data.link),
    paragraph(`The link works for ${data.days} days, and only when you are signed in.`),
    paragraph("If you did not ask for it, somebody else is signed in to your account: choose a new password."),
  ]);
