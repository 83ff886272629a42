import { cents } from "@foyer/domain/money";
import { describe, expect, test } from "vitest";
import {
  accessRestoreComingMail,
  accessRestoredMail,
  accessRestoreStoppedMail,
  accessRestoreStoppedStaffMail,
  accessRestoreWarningMail,
} from "./access-restore.ts";
import {
  accountClosedMail,
  closedByOwnerMail,
  confirmKeyMail,
  dataReadyMail,
  emailChangeAttemptedMail,
  emailChangeMail,
  emailChangeNoticeMail,
  passwordResetMail,
  signUpAttemptedMail,
} from "./account.ts";
import {
  billingContactMail,
  contactInvoiceMail,
  contactPaymentFailedMail,
  contactRenewalMail,
} from "./billing-contact.ts";
import { statementOrderMail, statementReceiptMail } from "./consumer-desk.ts";
import { invitationMail, licenseBoughtMail, licenseKeysMail, seatRemovedMail, trialEndingMail } from "./licenses.ts";
import { contactTakenOverMail, managerAddedMail, managerRemovedMail, managersChangedMail } from "./managers.ts";
import type { MailBrand, Message } from "./message.ts";
import { notMeFormerAddressMail, notMeReportMail, notMeResetMail } from "./not-me.ts";
import {
  cardExpiringMail,
  papersReadyMail,
  paymentFailedMail,
  paymentReturnedMail,
  purchaseCanceledMail,
  refundMadeMail,
  renewalComingMail,
  subscriptionEndedMail,
} from "./payments.ts";
import {
  addressChangedMail,
  appSignedOutMail,
  newSignInMail,
  passkeyChangedMail,
  passwordChangedMail,
  secondFactorChangedMail,
} from "./sign-in-changes.ts";
import { seen } from "./testing/seen.ts";

const brand: MailBrand = {
  provider: "Fernhill",
  accountsTitle: "Fernhill Accounts",
  company: "Fernhill Software",
  accent: "#2f6f4f",
  contacts: { support: "support@fernhill.example" },
  links: { support: "https://fernhill.example/support" },
  seller: { address: ["1 Fern Road", "Hill Town"] },
};
const link = "https://accounts.example/go?token=abc&x=1";
const second = "https://accounts.example/second?token=def";
const money = { amount: cents(225_000), currency: "usd" };
const ended = { count: 52, addresses: ["hugo@example.com"] };
const bought = { seats: 2_200, ended, paid: money, papers: second, link };
const card = { last4: "4242", expYear: 2027, link };
const at = new Date("2027-03-03T10:00:00Z");

interface Sample {
  readonly title: string;
  /** Builds the message with these words as the names that people choose; it contains each one that it takes. */
  readonly make: (name: string, owner: string) => Message;
  /** `link` alone, unless given. */
  readonly links?: readonly string[];
  /** Facts that text and HTML contain, besides the names. */
  readonly facts: readonly string[];
}

const renewal = { seats: 25, ...money, renewsAt: at, link };

const statement = (name: string, kind: "withdraw" | "cancel") => ({
  statement: {
    id: "0b3d",
    kind,
    at,
    name,
    reference: "F-0001",
    contract: "Outlinear 5",
    receiptTo: "maya@example.com",
    goodCause: null,
  },
  timeZone: "Europe/Berlin",
});

const samples: readonly Sample[] = [
  {
    title: "DESK-03 the receipt of a statement",
    make: (name) => statementReceiptMail(brand, statement(name, "cancel")),
    links: [],
    facts: ["2027-03-03 10:00:00 UTC", "2027-03-03 11:00:00 (Europe/Berlin)", "F-0001", "It does not say whether"],
  },
  {
    title: "DESK-04 the question to the owner of an order",
    make: (name, product) =>
      statementOrderMail(brand, { ...statement(name, "withdraw"), contract: [["Product", product]], link }),
    links: [`${link}&act=carry_out`, `${link}&act=not_me`],
    facts: ["Carry it out now", "This was not me", "2027-03-03 10:00:00 UTC"],
  },
  {
    title: "ACC-08 the confirm key",
    make: (name) => confirmKeyMail(brand, { key: name, minutes: 60 }),
    links: [],
    facts: ["60 minutes"],
  },
  {
    title: "R-31 a sign-up with a known address",
    make: (username) => signUpAttemptedMail(brand, { username, signInLink: link, resetLink: second }),
    links: [link, second],
    facts: ["Nothing was changed"],
  },
  {
    title: "KEY-11 a restore of access, to an address that is known",
    make: (username, newEmail) =>
      accessRestoreWarningMail(brand, { kind: "restore", username, newEmail, restores: at, stopLink: link }),
    facts: ["Mar 03, 2027 at 10:00 UTC", "Signing in to the account also stops it"],
  },
  {
    title: "KEY-11 a restore of access, to the new address",
    make: (username) => accessRestoreComingMail(brand, { kind: "restore", username, restores: at, stopLink: link }),
    facts: ["Mar 03, 2027 at 10:00 UTC", "sets a new password"],
  },
  {
    title: "KEY-11 a restore that a sign-in stopped",
    make: (username) =>
      accessRestoreStoppedMail(brand, { kind: "restore", username, by: "sign_in", at, resetLink: link }),
    facts: ["Mar 03, 2027 at 10:00 UTC", "signed in"],
  },
  {
    title: "KEY-11 a restore that a recipient stopped",
    make: (username) =>
      accessRestoreStoppedMail(brand, { kind: "restore", username, by: "person", at, resetLink: link }),
    links: [],
    facts: ["Mar 03, 2027 at 10:00 UTC", "support@fernhill.example"],
  },
  {
    title: "KEY-11 access that was restored",
    make: (username, newEmail) => accessRestoredMail(brand, { username, newEmail, at }),
    links: [],
    facts: ["Mar 03, 2027 at 10:00 UTC", "at once"],
  },
  {
    title: "KEY-11 a stopped restore, to staff",
    make: (username) =>
      accessRestoreStoppedStaffMail(brand, { kind: "restore", username, how: "by a mailed link", at, link }),
    facts: ["by a mailed link"],
  },
  {
    title: "R-31 a change to a known address",
    make: (username) => emailChangeAttemptedMail(brand, { username, signInLink: link }),
    facts: ["Nothing was changed"],
  },
  {
    title: "PWRESET-04 the reset link",
    make: (username) => passwordResetMail(brand, { username, link, minutes: 60 }),
    facts: ["60 minutes", "once"],
  },
  {
    title: "R-10 R-28 KEY-09 the changed password",
    make: (username) => passwordChangedMail(brand, { username, at, notMeLink: link }),
    facts: ["Mar 03, 2027", "This was not me", "7 days"],
  },
  {
    title: "KEY-09 a sign-in from a new browser and place",
    make: (username, ip) =>
      newSignInMail(brand, { username, at, ip, device: { browser: "Firefox", system: "Linux" }, notMeLink: link }),
    facts: ["Firefox on Linux", "Mar 03, 2027, 10:00 UTC", "This was not me"],
  },
  {
    title: "OIDC-09 an app whose token was used twice",
    make: (username) => appSignedOutMail(brand, { username, app: "Notes", at, notMeLink: link }),
    facts: ["Notes", "Mar 03, 2027", "This was not me"],
  },
  {
    title: "EMAIL-03 the new address",
    make: (username, newEmail) => emailChangeMail(brand, { username, newEmail, link, hours: 24 }),
    facts: ["24 hours"],
  },
  {
    title: "EMAIL-03 R-33 KEY-09 the old address",
    make: (username, newEmail) =>
      emailChangeNoticeMail(brand, { username, newEmail, undoLink: link, hours: 72, notMeLink: second }),
    links: [link, second],
    facts: ["72 hours", "This was not me"],
  },
  {
    title: "INV-05 an invitation",
    make: (description, managerEmail) => invitationMail(brand, { description, managerEmail, link, expiresAt: at }),
    facts: ["Mar 03, 2027"],
  },
  {
    title: "WAL-18 the licenses of an address",
    make: (username, description) =>
      licenseKeysMail(brand, {
        username,
        licenses: [{ description, keyEnd: "0-E000", place: "account" }],
        portalLink: link,
      }),
    facts: ["key ending in 0-E000", "Sign in to see the complete keys"],
  },
  {
    title: "WAL-18 an address without licenses",
    make: () => licenseKeysMail(brand, { username: null, licenses: [], portalLink: link }),
    facts: ["We found none"],
  },
  {
    title: "SEATS-07 a seat removed",
    make: (description, managerEmail) => seatRemovedMail(brand, { description, managerEmail, cause: "removed" }),
    links: [],
    facts: ["removed"],
  },
  {
    title: "QTY-09 a seat that ended at the renewal",
    make: (description, managerEmail) =>
      seatRemovedMail(brand, { description, managerEmail, cause: "renewed_with_fewer" }),
    links: [],
    facts: ["renewed with fewer seats"],
  },
  ...(["turned_on", "turned_off", "recovery_code_used", "recovery_codes_renewed"] as const).map((change) => ({
    title: `R-12 KEY-09 the second factor: ${change}`,
    make: (username: string) => secondFactorChangedMail(brand, { username, change, at, notMeLink: link }),
    facts: ["Mar 03, 2027", "code", "This was not me"],
  })),
  ...(["passkey_added", "passkey_removed"] as const).map((change) => ({
    title: `KEY-01 KEY-09 a way in changed: ${change}`,
    make: (username: string) => passkeyChangedMail(brand, { username, change, at, notMeLink: link }),
    facts: ["Mar 03, 2027", "passkey was", "This was not me"],
  })),
  {
    title: "an account closed",
    make: (username) => accountClosedMail(brand, { username }),
    links: [],
    facts: ["60 days", "We keep invoices"],
  },
  {
    title: "ERASE-05 the own data",
    make: (username) => dataReadyMail(brand, { username, link, days: 7 }),
    facts: ["7 days", "signed in"],
  },
  {
    title: "ERASE-02 an account that its owner closed",
    make: (username) => closedByOwnerMail(brand, { username, link, until: at, erasedBy: new Date("2027-04-02") }),
    facts: ["Mar 03, 2027", "Apr 02, 2027", "We keep invoices"],
  },
  {
    title: "a payment that failed",
    make: (description) => paymentFailedMail(brand, { description, ...money, retryAt: at, link }),
    facts: ["$2,250.00", "Mar 03, 2027"],
  },
  {
    title: "a payment that failed for the last time",
    make: (description) => paymentFailedMail(brand, { description, ...money, retryAt: null, link }),
    facts: ["$2,250.00", "not try again"],
  },
  {
    title: "a card about to expire, with a charge to come",
    make: (cardBrand) =>
      cardExpiringMail(brand, { ...card, cardBrand, expMonth: 4, days: 7, nextCharge: { ...money, at } }),
    facts: ["4242", "04/2027", "7 days", "$2,250.00", "Mar 03, 2027"],
  },
  {
    title: "a card about to expire, with nothing to charge",
    make: (cardBrand) => cardExpiringMail(brand, { ...card, cardBrand, expMonth: 12, days: 30, nextCharge: null }),
    facts: ["4242", "12/2027", "30 days"],
  },
  ...(
    [
      ["QTY-11 a payment that comes back, and the credit with it", paymentReturnedMail, "The change was not made"],
      ["BUY-18 a purchase that is canceled and given back", purchaseCanceledMail, "have ended"],
    ] as const
  ).map(([title, mail, fact]) => ({
    title,
    make: (description: string) => mail(brand, { description, ...money, credit: cents(500), link }),
    facts: ["$2,250.00", "$5.00", fact],
  })),
  ...(["card", "balance"] as const).map((to) => ({
    title: `ROLE-04 a refund to the ${to} (FAULT-53)`,
    make: (invoice: string) => refundMadeMail(brand, { invoice, ...money, to, link }),
    facts: ["$2,250.00", to === "card" ? "the card that paid it" : "as credit"],
  })),
  {
    title: "a yearly renewal to come",
    make: (description) => renewalComingMail(brand, { ...renewal, description, interval: "year", unusedSeats: null }),
    facts: ["25 seats", "$2,250.00", "Mar 03, 2027"],
  },
  ...(["year", "month"] as const).map((interval, index) => ({
    title: `WAL-24 a renewal for another ${interval} with unused seats`,
    make: (description: string) =>
      renewalComingMail(brand, { ...renewal, description, interval, unusedSeats: 3 - 2 * index }),
    facts: [`another ${interval}`, ["3 of its seats have not been", "1 of its seats has not been"][index] ?? ""],
  })),
  ...(
    [
      ["cancelled", ["Mar 03, 2027", "canceled"]],
      ["unpaid", ["could not be paid"]],
    ] as const
  ).map(([cause, facts]) => ({
    title: `RENEW-01 a subscription that ended, ${cause}`,
    make: (description: string) => subscriptionEndedMail(brand, { description, endedAt: at, cause, link }),
    facts: [...facts],
  })),
  ...[null, "OAK-AAAA-BBBB"].map((key) => ({
    title: `BUY-06 BUY-07 a license ${key === null ? "that is active again" : "bought, with its key"} (FAULT-53)`,
    make: (description: string) => licenseBoughtMail(brand, { ...bought, description, isReturn: key === null, key }),
    links: [link, second],
    facts: ["2,200 seats", "52 seats did not fit", "You paid $2,250.00", key ?? "The seats that fit are back"],
  })),
  ...[false, true].map((isOver) => ({
    title: `BUY-12 a trial that ${isOver ? "has ended" : "ends"}`,
    make: (description: string) => trialEndingMail(brand, { description, isOver, endsAt: at, deletedAt: at, link }),
    facts: ["Mar 03, 2027", "Nothing is deleted until", "Buy now"],
  })),
  {
    title: "KEY-09 a manager added",
    make: (description, byEmail) => managerAddedMail(brand, { description, byEmail, link, notMeLink: second }),
    links: [link, second],
    facts: ["Team Manager", "This was not me"],
  },
  {
    title: "a manager removed",
    make: (description, byEmail) => managerRemovedMail(brand, { description, byEmail }),
    links: [],
    facts: ["Team Manager"],
  },
  ...(["added", "removed", "contact_changed", "contact_restored"] as const).map((change) => ({
    title: `R-43 the managers have changed: ${change}`,
    make: (description: string, account: string) =>
      managersChangedMail(brand, { description, change, by: "maria", account, link, notMeLink: null }),
    facts: ["maria", change.startsWith("contact") ? "the contact" : "Team Manager"],
  })),
  {
    title: "KEY-09 the managers have changed, to the person who changed them",
    make: (description, account) =>
      managersChangedMail(brand, { description, change: "added", by: "maria", account, link, notMeLink: second }),
    links: [link, second],
    facts: ["maria", "This was not me"],
  },
  {
    title: "KEY-09 the address changed by staff",
    make: (username, email) => addressChangedMail(brand, { username, email, notMeLink: link }),
    facts: ["support team", "This was not me"],
  },
  {
    title: "KEY-08 the new password after “This was not me”",
    make: (username) => notMeResetMail(brand, { username, link, minutes: 60 }),
    facts: ["60 minutes", "once", "no longer works"],
  },
  {
    title: "KEY-08 the former address, which takes the account's address back",
    make: (username, mailedTo) => notMeFormerAddressMail(brand, { username, mailedTo, notMeLink: link }),
    facts: ["Until recently", "This was not me"],
  },
  {
    title: "KEY-08 the former address, when it is too late",
    make: (username, mailedTo) => notMeFormerAddressMail(brand, { username, mailedTo, notMeLink: null }),
    links: [],
    facts: ["is not your address"],
  },
  {
    title: "KEY-08 the report to the staff",
    make: (username) =>
      notMeReportMail(brand, { username, event: "email.changed", eventAt: at, at, byLink: true, link }),
    facts: ["email.changed", "Mar 03, 2027, 10:00 UTC", "a link in an email", "machine room"],
  },
  {
    title: "DOC-05 a billing contact to confirm",
    make: (buyer) => billingContactMail(brand, { buyer, link }),
    links: [link, `${link}&stop=1`],
    facts: ["nothing until you confirm"],
  },
  {
    title: "DOC-05 an invoice, to a billing contact",
    make: (buyer) => contactInvoiceMail(brand, { ...money, buyer, link, number: "ABCD-0001" }),
    links: [link, `${link}&stop=1`],
    facts: ["ABCD-0001", "$2,250.00", "30 days"],
  },
  {
    title: "DOC-05 a failed payment, to a billing contact",
    make: (description, buyer) => contactPaymentFailedMail(brand, { ...money, buyer, link, description, retryAt: at }),
    links: [link, `${link}&stop=1`],
    facts: ["$2,250.00", "Mar 03, 2027"],
  },
  {
    title: "DOC-05 a renewal, to a billing contact",
    make: (description, buyer) =>
      contactRenewalMail(brand, { ...money, buyer, link, description, seats: 25, renewsAt: at }),
    links: [link, `${link}&stop=1`],
    facts: ["$2,250.00", "Mar 03, 2027", "25 seats"],
  },
  {
    title: "DOC-07 a year's papers",
    make: () => papersReadyMail(brand, { year: 2027, link, days: 7 }),
    facts: ["2027", "7 days"],
  },
  {
    title: "R-43 the contact taken over",
    make: (description, contact) => contactTakenOverMail(brand, { description, contact, undoLink: link, hours: 72 }),
    facts: ["72 hours"],
  },
];

describe.each(samples)("$title", ({ make, links = [link], facts }) => {
  const made = make("Outlinear-5-x", "maria@team.example");

  test("R-26 both forms contain every fact and every link, as given", () => {
    const chosen = ["Outlinear-5-x", "maria@team.example"].slice(0, make.length);
    for (const fact of [...chosen, ...facts, ...links, brand.company, brand.contacts.support, "1 Fern Road"]) {
      expect(made.text).toContain(fact);
      expect(seen(made.html)).toContain(fact);
    }
  });

  test("R-26 it contains no other links", () => {
    const targets = [...made.html.matchAll(/href="([^"]*)"/g)].map((found) => found[1]?.replaceAll("&amp;", "&"));
    expect(targets).toEqual([...links, `mailto:${brand.contacts.support}`, brand.links.support]);
    const written = [...made.text.matchAll(/https?:\/\/\S+/g)].map((found) => found[0]);
    expect(written).toEqual([...links, brand.links.support]);
  });

  test("R-47 hostile names stay text, and split neither subject nor text", () => {
    const hostile = `<img src=x onerror="alert(1)">\r\nBcc: all@x.example\r\n\r\n'&`;
    const { subject, text, html } = make(hostile, hostile);
    expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(html).not.toContain("<img");
    expect(html).not.toContain('onerror="');
    expect(text).not.toMatch(/^Bcc:/m);
  });
});

test.each(["Fernhill Software", "Fernhillsoftware"])(
  "ACC-08 the confirm key's mail contains the key alone on a line, and no other word alone: %s",
  (company) => {
    const named = { ...brand, provider: company, accountsTitle: `${company} Accounts`, company };
    const { text } = confirmKeyMail(named, { key: "K7QM-92XD", minutes: 60 });
    expect(text.split("\n").filter((line) => /^\S{3,}$/.test(line))).toEqual(["K7QM-92XD"]);
  },
);
