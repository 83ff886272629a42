import { number } from "./number.ts";
import { plural } from "./plural.ts";

/** Passkeys: on the account page, and wherever the portal asks for the password again. */
export const words = {
  title: "Passkeys",
  failed: "Your passkeys cannot be shown right now.",
  count: (count: number) => `${number(count)} ${plural(count, "passkey", "passkeys")}`,
  none: "You have no passkey.",
  add: "Add a passkey",
  addTitle: "Add a passkey",
  addHelp:
    "A passkey signs you in without password and code. Your device asks for your fingerprint, face or screen lock.",
  name: "Name",
  nameHint: "To tell it from others.",
  create: "Continue",
  added: (name: string) => `The passkey ${name} was added. We have emailed you about it.`,
  full: (limit: number) => `You have ${limit} passkeys, as many as an account can have. Remove one to add another.`,
  since: (date: string) => `Added on ${date}`,
  lastUsed: (date: string) => `Last used on ${date}`,
  neverUsed: "Never used",
  backedUp: "Shared with your other devices",
  rename: "Rename",
  renameOf: (name: string) => `Rename: ${name}`,
  renameTitle: "Rename the passkey",
  save: "Save",
  renamed: (name: string) => `The passkey is called ${name} now.`,
  remove: "Remove",
  removeOf: (name: string) => `Remove: ${name}`,
  removeTitle: (name: string) => `Remove the passkey ${name}?`,
  removeHelp:
    "It no longer signs you in, and the sessions that it opened end. Your device may still show it until you delete it there.",
  keep: "Keep it",
  removed: "The passkey was removed. We have emailed you about it.",
  nowhere: "Passkeys do not work at the address of this portal.",
  elsewhere: "Passkeys do not work at this address. They work at",
  unsupported: "This browser cannot use passkeys.",

  orPasskey: "Use a passkey",
  proved: "Your passkey was accepted.",

  canceled: "No passkey was used. Try again, or go on without one.",
  alreadyHere: "This device has a passkey of this account already.",
  notHere: "Passkeys do not work at this address.",
  closedComeBack: "Your account is closed. Sign in with your account name and password to come back.",
};
