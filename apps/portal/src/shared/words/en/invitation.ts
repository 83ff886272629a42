import { plural } from "./plural.ts";
export const words = {
  pageTitle: "Invitation",
  heading: (description: string) => `You are invited to ${description}`,
  license: "License",
  invitedBy: "Team Manager",
  invitedAddress: "Sent to",
  until: "Valid until",
  loading: "Checking your invitation",
  failed: "Your invitation cannot be shown right now.",

  limitedTitle: "Please wait a little",
  limited: (minutes: number) =>
    `Too many invalid invitation links were opened from your network. Your invitation is not affected. Try again in ${plural(minutes, "a minute", `${minutes} minutes`)}.`,

  accept: "Accept Invitation",
  acceptHelp: (description: string, name: string) => `${name} gets a seat of ${description}.`,
  notNow: "Not now",
  otherTitle: "This invitation was sent to another address",
  other: (invited: string, name: string, own: string) =>
    `It was sent to ${invited}, and you are signed in as ${name} (${own}). To accept with another account, sign in with that one. The invitation stays valid.`,
  otherAccount: "Use another account",
  acceptAs: (name: string) => `Accept as ${name}`,

  acceptedTitle: "You have a seat",
  accepted: (description: string) => `${description} is in your App Access now.`,
  toAccess: "Show App Access",

  expiredTitle: "This invitation has expired",
  expired: (date: string, manager: string) => `It was valid until ${date}. ${manager} can send you a new one.`,
  used: "The original seat invitation has been used. Ask your team manager for a new invitation.",
  usedTitle: "This invitation no longer works",
  usedHelp:
    "If you accepted it yourself, its product is in your App Access already. An invitation is valid for 30 days. Your team manager can send this one again.",
  usedSignIn:
    "An invitation is valid for 30 days. Your team manager can send this one again. You can still sign in to see what your account has.",
  heldTitle: "You already have a seat",
  held: (description: string) =>
    `You already hold a seat of ${description}. The invitation was not used, so somebody else can still accept it.`,
  endedTitle: "This license has ended",
  ended: (description: string) => `The subscription of ${description} has ended, so nobody can take a seat of it.`,
  askManager: (address: string) => `Write to ${address}`,

  createToAccept: "Create account to accept",
  orSignIn: "If you have an account, sign in below to accept.",
  signInToAccept: "This address has an account. Sign in to accept.",
};
