import { formatDate } from "@foyer/domain/dates";
import { type Cents, formatMoney } from "@foyer/domain/money";
import { action, code, facts, type Mail, message, paragraph } from "./message.ts";

const seatCount = (count: number): string => (count === 1 ? "1 seat" : `${count.toLocaleString("en-US")} seats`);

/** Invites an address to a seat of a license (INV-05). */
export const invitationMail: Mail<{
  managerEmail: string;
  /** The displayed name of the license. */
  description: string;
  link: string;
  expiresAt: Date;
}> = (brand, { managerEmail, description, link, expiresAt }) =>
  message(brand, `${managerEmail} invites you to ${description}`, [
    paragraph(`${managerEmail} has a seat of ${description} for you.`),
    action("Accept the invitation", link),
    facts(["License", description], ["Team Manager", managerEmail], ["Valid until", formatDate(expiresAt)]),
    paragraph(`You need a ${brand.provider} account to use it. The link helps you create one.`),
    paragraph("If you do not know the sender, you can ignore this email."),
  ]);

/** Tells a person that their seat was removed. */
export const seatRemovedMail: Mail<{
  description: string;
  managerEmail: string;
  cause: "removed" | "renewed_with_fewer";
}> = (brand, { description, managerEmail, cause }) =>
  message(brand, `You no longer have a seat of ${description}`, [
    paragraph(
      cause === "removed"
        ? `The Team Manager removed your seat of ${description}.`
        : `${description} renewed with fewer seats, and yours is not one of them.`,
    ),
    paragraph(`Your account and your data stay as they are. Questions about the team go to ${managerEmail}.`),
  ]);

/** Tells a manager that the key of a license was replaced. */
export const keyReplacedMail: Mail<{
  description: string;
  by: string;
  /** Null if the old key ended at once. */
  endsAt: Date | null;
  /** True if apps that were activated with the old key stay activated. */
  keeps: boolean;
  link: string;
}> = (brand, { description, by, endsAt, keeps, link }) =>
  message(brand, `The license key of ${description} was replaced`, [
    paragraph(`${by} replaced the license key of ${description}. The new key is in your account.`),
    facts(
      ["Old key", endsAt === null ? "has ended" : `works until ${formatDate(endsAt)}`],
      ["Apps activated with it", keeps ? "stay activated" : "must be activated again with the new key"],
    ),
    action("Open your account", link),
    paragraph(`If nobody of your team wanted this, write to ${brand.contacts.support}.`),
  ]);

/** Tells a buyer that the license is ready, or active again. */
export const licenseBoughtMail: Mail<{
  description: string;
  seats: number;
  /** True if an ended license is active again. */
  isReturn: boolean;
  /** Null for a license without a key. */
  key: string | null;
  /** Seats that did not fit, with some of their addresses; null if all fit. */
  ended: { readonly count: number; readonly addresses: string[] } | null;
  /** Paid amount; null if it is not known. */
  paid: { readonly amount: Cents; readonly currency: string } | null;
  /** Page with the receipt. */
  papers: string;
  link: string;
}> = (brand, { description, isReturn, key, ended, link, paid, papers, ...data }) => {
  const seats = seatCount(data.seats);
  return message(brand, isReturn ? `${description} is active again` : `Your license of ${description}`, [
    paragraph(
      isReturn
        ? `Your license of ${description} has a subscription again, for ${seats}. The seats that fit are back.`
        : `Thank you for buying ${description}. Your license has ${seats}, and you manage it.`,
    ),
    paragraph(isReturn ? "You can see who has a seat." : "Take a seat yourself, or invite the people who will use it."),
    ...(ended === null ? [] : [paragraph(endedSentence(ended))]),
    ...(key === null ? [] : [paragraph("This is your license key. Your account page shows it too:"), code(key)]),
    action("Open the license", link),
    ...(paid === null
      ? []
      : [
          paragraph(
            `You paid ${formatMoney(paid.amount, paid.currency)}. Your invoices page has the invoice and the receipt.`,
          ),
          action("Open the receipt", papers),
        ]),
  ]);
};

function endedSentence({ count, addresses }: { readonly count: number; readonly addresses: string[] }): string {
  const more = count - addresses.length;
  const others = more === 0 ? "" : ` and ${more.toLocaleString("en-US")} more`;
  return `${seatCount(count)} did not fit and ended: ${addresses.join(", ")}${others}.`;
}

const places = {
  account: "",
  unregistered: ", not registered yet",
  elsewhere: ", registered in the account of another address",
} as const;

/** Answers a request for the license keys of an address. Keys are masked, because other people may read the mail. */
export const licenseKeysMail: Mail<{
  /** Null if the address has no account. */
  username: string | null;
  /** Licenses of the account, and keys of that address that are not registered or `elsewhere`, in the account of another address. */
  licenses: readonly {
    readonly description: string;
    /** The end of its key; null without a key. */
    readonly keyEnd: string | null;
    readonly place: keyof typeof places;
  }[];
  portalLink: string;
}> = (brand, { username, licenses, portalLink }) => {
  const subject = `Your ${brand.provider} licenses`;
  if (licenses.length === 0) {
    return message(brand, subject, [
      paragraph(`Somebody, perhaps you, asked which ${brand.provider} licenses belong to this address. We found none.`),
      paragraph("You may have bought with another address. Ask with that one, or write to our support."),
      action(`Open ${brand.accountsTitle}`, portalLink),
    ]);
  }
  const lines = licenses.map(({ description, keyEnd, place }): [string, string] => [
    description,
    keyEnd === null ? "no key; sign in to use it" : `key ending in ${keyEnd}${places[place]}`,
  ]);
  const isAnyUnregistered = licenses.some(({ place }) => place === "unregistered");
  return message(brand, subject, [
    paragraph("Somebody, perhaps you, asked which licenses belong to this address. These do:"),
    facts(...lines),
    paragraph(howToSee(username, isAnyUnregistered)),
    action(`Open ${brand.accountsTitle}`, portalLink),
    paragraph("If it was not you, you do not need to do anything."),
  ]);
};

function howToSee(username: string | null, isAnyUnregistered: boolean): string {
  if (username !== null) return `Sign in to see the complete keys of the account ${username}.`;
  return isAnyUnregistered
    ? "Sign up with this address to see the complete keys and to add them to your account."
    : "Sign in with your other address to see the complete keys.";
}

/** Tells the contact of a trial when it ends, or that it has ended. */
export const trialEndingMail: Mail<{
  description: string;
  isOver: boolean;
  endsAt: Date;
  /** When it is deleted unless it is bought. */
  deletedAt: Date;
  /** The page to buy, filled in. */
  link: string;
}> = (brand, { description, isOver, endsAt, deletedAt, link }) => {
  const [ends, deleted] = [formatDate(endsAt), formatDate(deletedAt)];
  const kept = `Nothing is deleted until ${deleted}. If you buy ${description} before then, the same license continues with its seats.`;
  const subject = isOver ? `Your trial of ${description} has ended` : `Your trial of ${description} ends on ${ends}`;
  return message(brand, subject, [
    paragraph(
      isOver
        ? `Your trial of ${description} ended on ${ends}. Its seats no longer give access.`
        : `Your trial of ${description} ends on ${ends}. You do not need to do anything. There is no card, and nothing is charged.`,
    ),
    paragraph(kept),
    action("Buy now", link),
  ]);
};
