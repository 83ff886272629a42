import { plural } from "./plural.ts";
import { number } from "./number.ts";

const people = (count: number) => `${number(count)} ${plural(count, "person", "people")}`;
const seats = (count: number) => `${number(count)} ${plural(count, "seat", "seats")}`;

/** One seat: its columns, its status, and what can be done with it. */
export const words = {
  user: "User",
  email: "Email",
  status: "Status",
  lastUsed: "Last used",
  never: "Never",
  statuses: { active: "Active", expiring: "Expiring", pending: "Invitation pending" },
  own: (name: string) => `${name} (you)`,
  expired: "Invitation expired",
  resend: "Re-send",
  resent: "Re-sent",
  resendFailed: (email: string) => `The invitation to ${email} could not be sent again.`,
  resentTo: (email: string) => `The invitation to ${email} was sent again.`,
  share: "Share Invite URL",
  shareOff: "This invitation has expired. Re-send it to share it again.",
  shareTitle: "Share Invite URL",
  shareText: (email: string) =>
    `Anyone with this link can accept the seat meant for ${email}. Share it only with that person.`,
  shareField: "Invite URL",
  copy: "Copy invite URL",
  copied: "Copied",
  copyFailed: "Select the link and copy it.",
  renewTitle: "Mark as renewing?",
  renewText: (name: string, date: string) => `${name} then keeps the seat when the subscription renews on ${date}.`,
  renew: "Mark as renewing",
  renewed: (name: string) => `${name} keeps the seat.`,
  notEnoughTitle: "Not enough seats",
  notEnough: "There are not enough seats after the next renewal to keep this one. Please contact sales to add seats.",
  contactSales: "Write to",

  keepSeatsText: (count: number) =>
    `The decrease is taken back: the subscription renews with all ${seats(count)}, and nothing is charged before.`,
  keepPeople: (count: number) =>
    plural(
      count,
      "The 1 person who was to lose a seat keeps it",
      `The ${people(count)} who were to lose their seats keep them`,
    ),
  takenBackWith: (count: number) =>
    `The change was undone, and ${people(count)} ${plural(count, "keeps the seat", "keep their seats")}.`,
  give: "Give this seat to…",
  giveTitle: "Give this seat to…",
  giveText: (name: string) => `${name} loses the seat at once, and the address below is invited to it.`,
  giveOwnText: "You lose the seat at once, and the address below is invited to it.",
  giveAddress: "Email address",
  giveSubmit: "Give the seat",
  giveFault: "Enter one email address.",
  giveSame: "This address has the seat already.",
  giveNotSent: (address: string) => `The invitation to ${address} could not be sent.`,
  giveFreed: "The seat is free now. Try again, or enter another address.",
  given: (address: string) => `${address} is invited to the seat.`,
  removeLead: (count: number) => `Remove ${people(count)}`,
  typeCount: (count: number) => `Type ${number(count)} to confirm`,
  typeCountHint: "This many people lose their seats at once.",
};
