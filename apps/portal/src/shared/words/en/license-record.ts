import { plural } from "./plural.ts";
import { number } from "./number.ts";

const people = (count: number) => `${number(count)} ${plural(count, "person", "people")}`;
const seats = (count: number) => `${number(count)} ${plural(count, "seat", "seats")}`;

/** Sentences for the record of a license. */
export const words = {
  invited: (count: number) => `Invited ${people(count)}:`,
  removed: (count: number) => `Removed ${seats(count)}:`,
  doubleFreed: (count: number) => `${people(count)} had a second seat here, which is free now:`,
  refusedByMail: (count: number) => `${people(count)} could not be reached by email and hold no seat:`,
  resent: (count: number) => `Sent ${number(count)} ${plural(count, "invitation", "invitations")} again.`,
  accepted: (address: string) => `Accepted the invitation${address ? ` sent to ${address}` : ""}.`,
  taken: "Took a seat.",
  bought: "Bought the subscription.",
  boughtOnce: (count: number) => `Bought the license with ${seats(count)}.`,
  returned: "The purchase was canceled and its payment refunded.",
  tried: (count: number) => `Started the trial with ${seats(count)}.`,
  marked: (released: number, renewed: number) =>
    [
      ...(released > 0 ? [`Marked ${seats(released)} to expire.`] : []),
      ...(renewed > 0 ? [`Marked ${seats(renewed)} as renewing.`] : []),
    ].join(" "),
  madeByStaff: "Made the license.",
  mailedAgain: "Emailed the license to its contact again.",
  editedByStaff: "Changed what the license holds.",
  transferred: (names: string) => `Handed the license to ${names}.`,
  movedAway: (count: number) => `Moved ${seats(count)} to another license:`,
  movedHere: (count: number) => `Moved ${seats(count)} here from another license:`,
  andMore: (count: number) => `and ${number(count)} more`,
  renewed: "The subscription renewed.",
  changed: "The subscription changed.",
  ended: "The subscription ended.",
  withdrawn: "The subscription ended by a withdrawal.",
  seats: (count: number) => `${seats(count)}.`,
  afterRenewal: (count: number) => `${seats(count)} after the next renewal.`,
  yearly: "Billed yearly.",
  monthly: "Billed monthly.",
  setToEnd: "Set to end.",
  pastDue: "The payment is due.",
  seatsEnded: (count: number) => `${seats(count)} ended.`,
  theseEnded: (count: number) => `${seats(count)} ended:`,
  managerAdded: (name: string) => `Made ${name} a manager.`,
  managerRemoved: (name: string) => `Removed ${name} as a manager.`,
  contactChanged: (name: string) => `Made ${name} the contact.`,
  contactRestored: (name: string) => `Made ${name} the contact again, and restored the earlier managers.`,
  registered: "Registered the license key.",
  openedByKey: "An app was activated with the license key, before anybody registered it.",
  keyReplaced: (day: string) => `Replaced the license key. The old key ends on ${day}.`,
  upgradeGiven: (count: number) => `Upgraded ${seats(count)}, which left this license.`,
  upgradeTaken: (count: number) => `Created with ${seats(count)} from an upgrade.`,
};
