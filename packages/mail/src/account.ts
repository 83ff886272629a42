import { formatDate } from "@foyer/domain/dates";
import { action, code, type Mail, message, paragraph } from "./message.ts";
import { notMe } from "./not-me.ts";

/**
 * Sends the key that confirms an address at sign-up. The key is alone on a line of the text (contract,
 * `verify_email/`).
 */
export const confirmKeyMail: Mail<{ key: string; minutes: number }> = (brand, { key, minutes }) =>
  message(brand, `Your ${brand.provider} confirm key`, [
    paragraph(`Enter this key to create your ${brand.provider} account:`),
    code(key),
    paragraph(`The key works once, for ${minutes} minutes. A newer key replaces it.`),
    paragraph("If you did not request an account, you can ignore this email."),
  ]);

/** Tells the owner of an address that a person tried to sign up with it. */
export const signUpAttemptedMail: Mail<{ username: string; signInLink: string; resetLink: string }> = (brand, data) =>
  message(brand, `You already have a ${brand.provider} account`, [
    paragraph(`Somebody, perhaps you, tried to create a ${brand.provider} account with this address.`),
    paragraph(`You already have one. Its account name is ${data.username}. Nothing was changed.`),
    action("Sign in", data.signInLink),
    action("If you forgot the password, reset it", data.resetLink),
    paragraph("If it was not you, you do not need to do anything."),
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

/** To a person who was imported: her account name, and the link to set her first password (MOVE-06). */
export const welcomeMail: Mail<{ username: string; link: string; days: number; newLink: string }> = (brand, data) =>
  message(brand, `Your ${brand.provider} account is ready`, [
    paragraph(
      `${brand.company} has moved its customers to a new portal, ${brand.accountsTitle}. Your licenses, keys and devices are there.`,
    ),
    paragraph(`Your account name is ${data.username}. Choose a password to sign in:`),
    action("Set a password", data.link),
    paragraph(`The link works for ${data.days} days and once. After that, ask for a new one here:`),
    action("Ask for a new link", data.newLink),
    paragraph("Your apps go on working. If you want no account, you can ignore this message."),
  ]);

/** To the new address: the link that confirms it. The account keeps the old address until then (EMAIL-03). */
export const emailChangeMail: Mail<{ username: string; newEmail: string; link: string; hours: number }> = (
  brand,
  { username, newEmail, link, hours },
) =>
  message(brand, `Confirm your new address for ${brand.provider}`, [
    paragraph(`${newEmail} will become the address of the ${brand.provider} account ${username}.`),
    action("Confirm this address", link),
    paragraph(`The link works once, for ${hours} hours. Until then, the account keeps its old address.`),
    paragraph("If you did not request this, you can ignore this email."),
  ]);

/** Tells the owner of an address that a person requested it for another account. */
export const emailChangeAttemptedMail: Mail<{ username: string; signInLink: string }> = (brand, data) =>
  message(brand, `Your address already has a ${brand.provider} account`, [
    paragraph(`Somebody, perhaps you, wanted to use this address for another ${brand.provider} account.`),
    paragraph(`It already has an account. Its account name is ${data.username}. Nothing was changed.`),
    action("Sign in", data.signInLink),
    paragraph("If it was not you, you do not need to do anything."),
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
    paragraph("It changes once the new address is confirmed. If it was you, no action is needed."),
    action("Keep this address", undoLink),
    paragraph(`The link works for ${hours} hours, even after the change.`),
    ...notMe(notMeLink),
  ]);

/** Reports that staff closed an account. */
export const accountClosedMail: Mail<{ username: string }> = (brand, { username }) =>
  message(brand, `Your ${brand.provider} account was closed`, [
    paragraph(`The account ${username} was closed. Nobody can sign in to it.`),
    paragraph("Its data is deleted within 60 days. We keep invoices, as the law requires."),
    paragraph(`If you did not expect this, write to ${brand.contacts.support}.`),
  ]);

/** To an owner who closed the account: how to reopen it, and what happens otherwise (ERASE-02). */
export const closedByOwnerMail: Mail<{ username: string; link: string; until: Date; erasedBy: Date }> = (
  brand,
  { username, link, until, erasedBy },
) =>
  message(brand, `You closed your ${brand.provider} account`, [
    paragraph(`The account ${username} was closed with its password. Nobody can sign in to it.`),
    paragraph(`You can reopen it until ${formatDate(until)}. Everything is then as you left it.`),
    action("Reopen my account", link),
    paragraph(
      `Otherwise its data is deleted by ${formatDate(erasedBy)}. We keep invoices and whatever else the law requires.`,
    ),
    paragraph("If it was not you, reopen the account and choose a new password."),
  ]);

/** Reports that the requested personal data is ready (ERASE-05). The link requires a session. */
export const dataReadyMail: Mail<{ username: string; link: string; days: number }> = (brand, data) =>
  message(brand, `Your ${brand.provider} data is ready`, [
    paragraph(`You asked for all data stored about the ${brand.provider} account ${data.username}.`),
    action("Download my data", data.link),
    paragraph(`The link works for ${data.days} days, and only when you are signed in.`),
    paragraph("If you did not ask for it, somebody else is signed in to your account. Choose a new password."),
  ]);
