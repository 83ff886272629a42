import type { RestoreStop } from "@foyer/contract/access-restore-wire";

const ends: Readonly<Partial<Record<RestoreStop, string>>> = {
  sign_in: "You signed in, so the restore was stopped.",
  owner: "You stopped it while you were signed in.",
  link: "It was stopped by an emailed link.",
  staff: "Our support stopped it.",
};

/** Stopping a restore of access by the account's owner, by a mailed link or in a session. */
export const words = {
  title: "A New Address",
  heading: "Stop the new address?",
  help: "Our support is about to give your account a new address. If you did not ask for that, stop it now: your account stays as it is.",
  stop: "Stop it",
  stopped: "It was stopped",
  stoppedHelp: (name: string) =>
    `The account ${name} stays as it was, and our support has been told. If you cannot sign in to it, write to them.`,
  deadHelp: "It was used, it has expired, or the change was already stopped.",
  late: "It is too late to stop this",
  lateHelp: "Your account has the new address already. If that was not you, write to our support at once:",

  asked: "Somebody asked our support to give access to your account to a new address",
  askedHelp: (address: string) =>
    `They said that they lost the password, two-step sign-in and the address, and named ${address}. Our staff have not agreed yet. If it was not you, stop it.`,
  waiting: "Access to your account is about to be given to a new address",
  waitingHelp: (address: string, at: string) =>
    `On ${at} at the earliest, ${address} becomes the address of your account. Its current password and two-step sign-in then end. If you did not ask for it, stop it.`,
  address: "The address of your account is about to change",
  addressHelp: (address: string, at: string) =>
    `Our support was asked to change it to ${address}. That happens on ${at}, or earlier if a second member of our staff has checked it. If you did not ask for it, stop it.`,
  wasStopped: "Somebody asked our support to give access to your account to a new address",
  wasStoppedHelp: (address: string, by: RestoreStop | null) =>
    `They named ${address}. ${(by === null ? null : ends[by]) ?? "It was not carried out."} If it was not you, write to our support.`,
};
