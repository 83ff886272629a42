import { number } from "./number.ts";
import { plural } from "./plural.ts";
/** Closing the account by its owner, and reopening it. */
export const words = {
  close: "Close my account",
  title: "Close your account?",
  failed: "What closing your account would end cannot be shown right now.",
  blockedTitle: "Something still needs your account",
  blocked: "Settle this first, then you can close it.",
  subscription: (license: string) => `${license} has a subscription that renews. Cancel it, or hand the license over.`,
  onlyManager: (license: string) =>
    `You are the only manager of ${license}, and others hold seats of it. Make somebody else a manager, or remove the seats.`,
  staff: "You are staff. An administrator has to take your rights away first.",
  toTeam: (license: string) => `Manage ${license}`,
  toAdmin: "Open the admin area",

  ends: "What ends at once:",
  endsSessions: (count: number) =>
    plural(
      count,
      "Your session here, and every link that was mailed to you",
      `All your ${number(count)} sessions, and every link that was mailed to you`,
    ),
  endsSeats: (count: number) =>
    `Your access to ${plural(count, "the app of your seat", `the apps of your ${number(count)} seats`)}`,
  endsLicenses: (count: number) =>
    `Your management of ${plural(count, "one license", `${number(count)} licenses`)}, and time that is paid for in them`,
  comeBack: (date: string) => `You can come back until ${date}, by a link that we mail to you.`,
  erased: (date: string) => `Otherwise your data is deleted by ${date}, synced data included.`,
  invoices: "Invoices stay, as the law wants them kept.",
  name: "Account name",
  nameHint: (name: string) => `Type ${name} to confirm.`,
  keep: "Keep my account",
  closed: (date: string) =>
    `Your account is closed. Until ${date} you can come back by the link that we mailed to you.`,

  isClosed: "Your account has been closed. You’ll need to sign up for a new account.",
  tryLater: "We could not sign you in just now. Please try again later.",
  offer: (date: string) => `You closed this account yourself. You can come back until ${date}.`,
  mailLink: "Mail me a link to come back",
  linkMailed: "We mailed you a link. Open it to have your account again.",

  backTitle: "Come Back",
  backHeading: "Open your account again?",
  backHelp: "Everything is as it was. You sign in with your password, and your code where you use one.",
  open: "Open my account again",
  opened: "Your account is open again",
  openedHelp: (name: string) => `Sign in as ${name}. If you did not close it yourself, choose a new password.`,
  signIn: "Sign in",
  deadHelp:
    "It was used already, a newer one was mailed, or its time is over. Sign in to see whether you can come back.",
};
