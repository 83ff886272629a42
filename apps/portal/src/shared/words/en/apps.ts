import type { Scope } from "@foyer/contract/scopes";
import { number } from "./number.ts";
import { plural } from "./plural.ts";

/** What an app may do, in words: each line ends the sentence "<App> will be able to". `openid` is what signing in is. */
export const scopeWords: Readonly<Record<Scope, string>> = {
  openid: "know that it is you",
  profile: "see your account name",
  email: "see your email address",
  offline_access: "stay signed in until you end it here",
  licenses: "see your licenses, your seats and the license keys of your purchases, and use them on this device",
  "account.read": "read your account: your data, seats and purchases",
  portal: "open this portal, signed in as you for an hour",
};

/** Signing in to the vendor's apps, and what they may do. */
export const words = {
  pageTitle: "Sign In to an App",
  loading: "Looking at what the app asks for…",
  heading: (app: string) => `Sign in to ${app}`,
  toContinue: (app: string) => `Sign in to go on to ${app}.`,
  goingOn: (app: string) => `Going back to ${app}…`,
  backTo: (app: string) => `Go back to ${app}`,
  asks: (app: string) => `${app} asks to use your account.`,
  willBeAble: (app: string) => `${app} will be able to:`,
  never: "It never sees your password, your cards or your payments.",
  signedInAs: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
  otherAccount: "Use another account",
  signInAnew: (app: string) => `${app} asks you to sign in again, with your password and your code.`,
  signInAgain: "Sign in again",
  allow: "Allow",
  deny: "Deny",
  cancel: "Cancel",
  proofHelp: (app: string) => `${app} wants to be sure that it is you. Enter your password again.`,
  confirm: "Confirm",

  deadTitle: "This request has ended",
  dead: "Go back to the app and try again.",
  refusedTitle: "This link does not work",
  refused: "Go back to the app and try again. Nothing was allowed.",

  deviceTitle: "Connect a Device",
  toConnect: "Sign in to connect a device.",
  deviceHelp: "Enter the code that the device shows.",
  code: "Code",
  codeHint: "Eight letters, such as BCDF-GHJK",
  next: "Continue",
  deviceHeading: (app: string) => `Connect a device with ${app}?`,
  warning: "Only go on if you started this yourself, on a device in front of you.",
  app: "App",
  device: "Device",
  noName: "The device gave no name",
  askedAt: "Asked",
  at: (date: string, time: string) => `${date}, ${time} UTC`,
  from: "From",
  ownNetwork: (ip: string) => `${ip}, the same network as this browser`,
  otherNetwork: (ip: string) => `${ip}, not the network of this browser`,
  compare: "Compare this code with the one on the device:",
  allowed: "The device is connected",
  allowedHelp: "You can go back to it now. To end this, see Connected apps and devices in your account.",
  denied: "The device was refused",
  deniedHelp: "The device did not get access.",
  another: "Enter another code",

  signOutTitle: "Sign Out",
  signOutHeading: (app: string | null, provider: string) =>
    app === null ? `Sign out of ${provider}?` : `${app} signed you out. Sign out of ${provider} too?`,
  signOutHelp: "This ends your session in this browser.",
  signOut: "Sign out",
  stay: "Stay signed in",
  signedOut: "You are signed out",
  signedOutHelp: "No one is signed in to this browser now.",

  fromAppTitle: "Opened from an App",
  opening: "Opening your account…",
  otherTitle: (app: string) => `${app} opens another account`,
  other: (mine: string, theirs: string) => `You are signed in as ${mine}. The app opens the account ${theirs}.`,
  openTheirs: (name: string) => `Go on as ${name}`,
  keepMine: (name: string) => `Stay ${name}`,
  linkDead: "This link has been used or has expired. Please sign in.",

  connected: "Connected apps and devices",
  connectedFailed: "Your connected apps cannot be shown right now.",
  count: (count: number) =>
    count === 0 ? "No app is signed in." : `${number(count)} ${plural(count, "app is", "apps are")} signed in.`,
  since: (date: string) => `Since ${date}`,
  lastUsed: (date: string) => `Last used ${date}`,
  may: (what: readonly string[]) => `It may ${what.join(" · ")}`,
  end: "End",
  endOf: (app: string, device: string | null) => `End ${app}${device === null ? "" : ` on ${device}`}`,
  ended: "The app was signed out.",
  openedFrom: (app: string) => `Opened from ${app}`,
} as const;
