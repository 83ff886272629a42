import { plural } from "./plural.ts";
import type { AccountEvent, AccountEventKind } from "@foyer/contract/account-events";
import { number } from "./number.ts";

/** The parts of a sentence; `device` in words, empty if unknown. */
type Told = Pick<AccountEvent, "by" | "count" | "address" | "license" | "account" | "name"> & {
  readonly device: string;
};

const support = "Our support team";
const times = (count: number | null) => plural(count ?? 1, "once", `${number(count ?? 1)} times`);
const ofLicense = ({ license }: Told) => license ?? "a license";
const passkey = ({ name }: Told) => (name ? `The passkey “${name}”` : "A passkey");

/** One sentence for each kind of event. */
export const sentences: Readonly<Record<AccountEventKind, (event: Told) => string>> = {
  "session.opened": ({ device }) => (device ? `Signed in with ${device}.` : "Signed in."),
  "session.refused": ({ count }) => `A wrong password was entered ${times(count)}.`,
  "session.closed": () => "Signed out.",
  "session.ended": () => "One session was ended.",
  "session.others_ended": ({ count }) =>
    count === null || count > 1
      ? `All ${count === null ? "" : `${number(count)} `}other sessions were ended.`
      : "All other sessions were ended.",
  "session.token_reused": () => "A session was used from two places at once, and was ended.",
  "sessions.ended": () => `${support} ended all sessions.`,
  "password.changed": () => "The password was changed.",
  "password.reset_asked": ({ by }) =>
    by === "other" ? `${support} emailed a link to set a new password.` : "A link to set a new password was requested.",
  "password.reset": () => "A new password was set with an emailed link.",
  "email.change_asked": ({ address }) => `A change of the address${address ? ` to ${address}` : ""} was requested.`,
  "email.changed": ({ by, address }) =>
    by === "other" ? `${support} changed the address.` : `The address was changed${address ? ` to ${address}` : ""}.`,
  "email.change_undone": ({ address }) =>
    `The change of the address was undone${address ? `: it is ${address} again` : ""}.`,
  "second_factor.on": () => "Two-step sign-in was turned on.",
  "second_factor.off": () => "Two-step sign-in was turned off.",
  "second_factor.refused": ({ count }) => `The password was right, but a wrong code was entered ${times(count)}.`,
  "second_factor.recovery_used": () => "A recovery code was used.",
  "second_factor.removed": () => `${support} turned off two-step sign-in.`,
  "passkey.added": (event) => `${passkey(event)} was added.`,
  "passkey.removed": (event) => `${passkey(event)} was removed.`,
  "passkey.refused": (event) => `${passkey(event)} was refused at sign-in.`,
  "browser.trusted": ({ device }) => `${device || "A browser"} was trusted to sign in without a code.`,
  "browser.trust_ended": ({ device }) => `${device || "A browser"} is no longer trusted to sign in without a code.`,
  "seat.accepted": (event) => `A seat of ${ofLicense(event)} was accepted.`,
  "seat.removed": (event) =>
    event.by === "unknown"
      ? `Your seat of ${ofLicense(event)} ended at its renewal.`
      : `Your seat of ${ofLicense(event)} was removed.`,
  "manager.added": (event) => `You became a Team Manager of ${ofLicense(event)}.`,
  "manager.removed": (event) =>
    event.by === "self"
      ? `You left ${ofLicense(event)} as a Team Manager.`
      : `You are no longer a Team Manager of ${ofLicense(event)}.`,
  "manager.contact": (event) => `You became the contact of ${ofLicense(event)}.`,
  "manager.contact_lost": (event) => `You are no longer the contact of ${ofLicense(event)}.`,
  "manager.gave": (event) => `${event.account ?? "Somebody"} was made a Team Manager of ${ofLicense(event)}.`,
  "manager.took": (event) => `${event.account ?? "Somebody"} was removed as a Team Manager of ${ofLicense(event)}.`,
  "staff.rights_changed": () => "The staff rights of this account were changed.",
  "data.asked_for": () => "A copy of your data was requested.",
  "data.downloaded": () => "A copy of your data was downloaded.",
  "synced_data.deleted": () => "The synced data was deleted.",
  "synced_data.delete_failed": () => "The synced data could not be deleted.",
  "account.created": () => "The account was created.",
  "account.viewed": () => `${support} looked at the account as you see it.`,
  "account.closed": ({ by }) => (by === "other" ? `${support} closed the account.` : "The account was closed."),
  "account.come_back_asked": () => "A link to reopen the account was requested.",
  "account.reopened": ({ by }) =>
    by === "other" ? `${support} opened the account again.` : "The account was opened again.",
  "account.not_me": () => "“This was not me” was reported: all sessions ended, and the password stopped working.",
  "device.activated": ({ name }) => `${name ?? "A device"} was activated.`,
  "device.freed": ({ by, name }) =>
    by === "other"
      ? `${name ?? "A device"} was freed by a Team Manager or by support.`
      : `${name ?? "A device"} was freed.`,
  "app.allowed": ({ name }) => `${name ?? "An app"} was allowed to sign in.`,
  "app.ended": ({ by, name }) =>
    by === "other" ? `${support} signed ${name ?? "an app"} out.` : `${name ?? "An app"} was signed out.`,
  "app.opened_portal": ({ name }) => `${name ?? "An app"} opened your account here.`,
  "app.token_reused": ({ name }) => `${name ?? "An app"} was used from two places at once, and was signed out.`,
  "access_restore.waiting": () => `${support} began to give the account a new address, and emailed how to stop it.`,
  "access_restore.stopped": () => "A new address that support was about to set was stopped.",
  "access_restore.done": () => `${support} gave the account a new address.`,
};

/** The account's events, and reporting one. */
export const words = {
  title: "Recent activity",
  failed: "What happened to your account cannot be shown right now.",
  none: "Nothing has happened in the last 90 days.",
  showAll: "Show all",
  showAllEvents: "Show all activity",
  showMoreEvents: "Show more activity",
  showMore: "Show more",
  allShown: "These are the last 90 days.",
  notMe: "This was not me",
  notMeOf: (sentence: string, at: string) => `This was not me: ${sentence} ${at}`,

  confirmTitle: "Was this somebody else?",
  ends: [
    "All sessions end, this one included.",
    "The password stops working. We email you a link to set a new one.",
    "Links in earlier emails stop working, except links that undo a change.",
    "Our support team is notified.",
  ],
  keep: "It was me",
  confirm: "Secure my account",
  done: (address: string) =>
    `Your account is secured. We emailed a link to set a new password to ${address}. Nobody can sign in until you use it.`,

  pageTitle: "This Was Not Me",
  looking: "Checking the link",
  about: (name: string) => `This is about the account ${name}:`,
  pageConfirm: "Secure my account",
  pageHeading: "Was this somebody else?",
  pageKeep: "If it was you, close this page. Nothing has changed.",
  doneHeading: "Your account is secured",
  alreadyHeading: "This was done already",
  already: (address: string) =>
    `The account was secured before. A link to set a new password went to ${address}. If it has expired, request another one.`,
  alreadyShort: "The account was secured before, by this link or another one.",
  codeHelp: (support: string) =>
    `If signing in asks for a code that you do not have, or that address is not yours, write to ${support}.`,
  resetPassword: "Reset Password",
  dead: "This link no longer works",
  deadHelp:
    "It has expired. If somebody else may be using your account, reset the password. That also ends all sessions.",
  incomplete: "This link is incomplete",
  incompleteHelp: "Open it from the email again, or copy all of it.",
  lookFailed: "We could not check this link",
};
