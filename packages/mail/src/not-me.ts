import { formatDate } from "@foyer/domain/dates";
import { action, type Block, facts, type Mail, message, paragraph } from "./message.ts";

/** Part of mails about changes to sign-in: the link to report that it was another person. */
export function notMe(link: string): readonly Block[] {
  return [
    paragraph(
      "If it was not you, use the link below. It ends all sessions of your account and its password, emails you a link to set a new one, and notifies our support team.",
    ),
    action("This was not me", link),
    paragraph("The link works for 7 days. Its page asks you before anything changes."),
  ];
}

/** `Mar 03, 2027, 10:00 UTC` */
export const timeOf = (at: Date): string => `${formatDate(at)}, ${at.toISOString().slice(11, 16)} UTC`;

/** Sent after "This was not me": what was done, and the owner's link to set a new password. */
export const notMeResetMail: Mail<{ username: string; link: string; minutes: number }> = (brand, data) =>
  message(brand, `Set a new password for your ${brand.provider} account`, [
    paragraph(
      `You told us that something on the account ${data.username} was not you. All its sessions have ended, and the old password no longer works.`,
    ),
    action("Set a new password", data.link),
    paragraph(`The link works once, for ${data.minutes} minutes. After that, request a new one on the sign-in page.`),
    paragraph(
      `If signing in then asks for a code that you do not have, or the account has an address that is not yours, write to ${brand.contacts.support}. Our support team has been notified.`,
    ),
  ]);

/** To a recent former address of an account: a person reported "This was not me" for the account. */
export const notMeFormerAddressMail: Mail<{
  username: string;
  /** The account's address, masked. */
  mailedTo: string;
  /** Restores this address for the account, or null if that is no longer possible. */
  notMeLink: string | null;
}> = (brand, { username, mailedTo, notMeLink }) =>
  message(brand, `Your ${brand.provider} account was secured`, [
    paragraph(`Somebody told us that something on the account ${username} was not its owner.`),
    paragraph(
      `All its sessions have ended, its password no longer works, and we emailed a link to set a new one to ${mailedTo}.`,
    ),
    ...(notMeLink === null
      ? [paragraph(`If ${mailedTo} is not your address, write to ${brand.contacts.support}.`)]
      : [
          paragraph(
            "Until recently, this was the account's address. The link below also gives the account this address again.",
          ),
          ...notMe(notMeLink),
        ]),
  ]);

/** To the vendor's support: an owner reported "This was not me" about an event. */
export const notMeReportMail: Mail<{
  username: string;
  /** The event's kind in the record. */
  event: string;
  eventAt: Date;
  at: Date;
  /** True if reported by a mailed link, false if by a signed-in person. */
  byLink: boolean;
  link: string;
}> = (brand, { username, event, eventAt, at, byLink, link }) =>
  message(brand, `“This was not me”: ${username}`, [
    paragraph(
      "The owner of an account reports that something on it was not done by the owner. Its sessions and its password have ended.",
    ),
    facts(
      ["Account", username],
      ["About", `${event}, ${timeOf(eventAt)}`],
      ["Reported", timeOf(at)],
      ["By", byLink ? "a link in an email" : "a signed-in person"],
    ),
    action("Open the account", link),
    paragraph("Close the report in the machine room when you have checked the account."),
  ]);
