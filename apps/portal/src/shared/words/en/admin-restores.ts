import { number } from "./number.ts";
import type { RestoreStop } from "@foyer/contract/access-restore-wire";

const stoppedBy: Readonly<Record<RestoreStop, string>> = {
  link: "Stopped by an emailed link",
  owner: "Stopped by its owner, in a session",
  sign_in: "Stopped, as somebody signed in to the account",
  staff: "Stopped by staff",
  closed: "Stopped, as the account was closed",
  held: "Stopped, as the account is on legal hold",
  lapsed: "Stopped, as nobody agreed within 7 days",
  address_taken: "Stopped, as the new address has another account by now",
  staff_changed: "Stopped, because one of its staff members no longer has the right",
  mail_failed: "Stopped, because some of its emails could not be sent",
  backup: "Stopped, as the database was restored from a backup",
};

/** Restoring access for an owner who lost password, second factor and address. */
export const words = {
  title: "Restore of access",
  addressTitle: "Change of the address",
  list: "Restores of access",
  listText:
    "Restores, and changes of an address. Each is carried out after 24 hours unless somebody stops it; a restore needs a second staff member before. Also those that ended within 30 days.",
  listFailed: "The restores of access cannot be shown right now.",
  noRestores: "Nobody has asked for one lately.",
  waitsForSecond: (count: number) => `${number(count)} for a second person`,

  ask: "Restore access",
  askTitle: (name: string) => `Restore access to ${name}`,
  askText:
    "For a person who lost password, two-step sign-in and address. First check who asks, as the staff guide says. Nothing happens until a colleague agrees. Then we email every known address, and 24 hours later the new address gets a link that sets a password.",
  newAddress: "New address",

  agree: "Agree",
  agreeTitle: (name: string) => `Agree to restore access to ${name}`,
  agreeText: (address: string, who: string) =>
    `${who} asks to give access to ${address}. Check it yourself, because you are equally responsible. We now email every known address and the new one a link that stops it.`,
  agreeAddressTitle: (name: string) => `Agree to the new address of ${name}`,
  agreeAddressText: (address: string, who: string) =>
    `${who} asks to change the address to ${address}. Check it yourself: you answer for it as much. It takes effect now, and all sessions end.`,
  stop: "Stop it",
  stopTitle: (name: string) => `Stop the new address of ${name}`,
  stopText: "It cannot be taken up again. Everybody who was told of it is told that it was stopped.",

  states: { asked: "Waits for a second person", waiting: "Waits 24 hours", done: "Carried out", stopped: "Stopped" },
  state: "State",
  account: "Account",
  address: "New address",
  reason: "Reason",
  askedBy: "Asked for",
  agreedBy: "Agreed",
  next: "What comes next",
  by: (who: string, at: string) => `${who}, ${at}`,
  notBefore: (at: string) => `It is carried out on ${at} at the earliest`,
  notBeforeIn: (at: string, left: string) => `It is carried out on ${at} at the earliest, ${left}`,
  left: (hours: number, minutes: number) =>
    hours > 0 ? `in ${hours} h ${minutes} min` : minutes > 0 ? `in ${minutes} min` : "within minutes",
  needsSecond: "A colleague with the right to restore access agrees, or it lapses after 7 days.",
  ownAsk: "You asked for it, so somebody else has to agree.",
  orAgreed: "A colleague can agree; then it takes effect at once.",
  addressDoneAt: (at: string) => `Carried out on ${at}. Both addresses were told.`,
  doneAt: (at: string) => `Carried out on ${at}: the new address was emailed a link that sets a password.`,
  stopped: (by: RestoreStop | null, staff: string | null, at: string) => {
    const how = by === null ? "Stopped" : stoppedBy[by];
    return staff === null ? `${how}, ${at}` : `${how}, ${staff}, ${at}`;
  },
};
