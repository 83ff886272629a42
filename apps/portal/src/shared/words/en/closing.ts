import { number } from "./number.ts";
import { plural } from "./plural.ts";
/** Closing the account by its owner, and reopening it. */
export const words = {
  close: "Close my account",
  title: "Close your account?",
  failed: "The effects of closing your account cannot be shown right now.",
  blockedTitle: "Something still needs your account",
  blocked: "Resolve this first. Then you can close it.",
  subscription: (license: string) => `${license} has a subscription that renews. Cancel it, or hand the license over.`,
  onlyManager: (license: string) =>
    `You are the only manager of ${license}, and others hold seats of it. Make somebody else a manager, or remove the seats.`,
  staff: "You are a staff member. An administrator has to remove your rights first.",
  toTeam: (license: string) => `Manage ${license}`,
  toAdmin: "Open the admin area",

  ends: "These end at once:",
  endsSessions: (count: number) =>
    plural(
      count,
      "Your session here, and every link that we emailed to you",
      `All your ${number(count)} sessions, and every link that we emailed to you`,
    ),
  endsSeats: (count: number) =>
    `Your access to ${plural(count, "the app of your seat", `the apps of your ${number(count)} seats`)}`,
  endsLicenses: (count: number) =>
    `Your management of ${plural(count, "one license", `${number(count)} licenses`)}, and the time that is paid for in them`,
  comeBack: (date: string) => `You can reopen the account until ${date}, with a link that we email to you.`,
  erased: (date: string) => `Otherwise your data is deleted by ${date}, synced data included.`,
  invoices: "We keep invoices, as the law requires.",
  name: "Account name",
  nameHint: (name: string) => `Type ${name} to confirm.`,
  keep: "Keep my account",
  closed: (date: string) =>
    `Your account is closed. You can reopen it until ${date} with the link that we emailed to you.`,

  isClosed: "Your account has been closed. You’ll need to sign up for a new account.",
  tryLater: "We could not sign you in just now. Please try again later.",
  offer: (date: string) => `You closed this account. You can reopen it until ${date}.`,
  mailLink: "Email me a link to reopen it",
  linkMailed: "We emailed you a link. Open it to reopen your account.",

  backTitle: "Come Back",
  backHeading: "Reopen your account?",
  backHelp: "Everything is as you left it. You sign in with your password, and your code if you use two-step sign-in.",
  open: "Reopen my account",
  opened: "Your account is open again",
  openedHelp: (name: string) => `Sign in as ${name}. If you did not close it yourself, choose a new password.`,
  signIn: "Sign in",
  deadHelp:
    "It was used, it has expired, or we emailed a newer one. Sign in to see whether you can reopen your account.",
};
