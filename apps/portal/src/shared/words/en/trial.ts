import { number } from "./number.ts";
import { plural } from "./plural.ts";

const seats = (count: number) => `${number(count)} ${plural(count, "seat", "seats")}`;

/** Trials without a card. */
export const words = {
  offer: (days: number) => `Try it for ${number(days)} ${plural(days, "day", "days")}, no card`,
  chosen: (days: number) => `Free for ${number(days)} ${plural(days, "day", "days")}, no card`,
  heading: (product: string) => `Try ${product}`,
  text: (days: number) =>
    `The trial is free for ${number(days)} ${plural(days, "day", "days")} and ends automatically. It needs no card, and nothing is charged.`,
  seats: "Seats",
  seatsHint: "One for each person, up to 5.",
  seatCount: seats,
  start: "Start the trial",
  buyInstead: "Buy it instead",
  gone: "This product has no trial",
  goneText: "You can buy it:",
  startedHeading: (product: string) => `Your trial of ${product} has started`,
  startedText: (count: number, date: string) =>
    `It has ${seats(count)} and ends on ${date}. We email you before it ends. If you buy it, everything stays as it is.`,
  toAccount: "To your account",

  tag: "Trial",
  endsOn: (date: string) => `Trial, ends on ${date}`,
  endedOn: (date: string) => `Trial ended on ${date}.`,
  keptUntil: (date: string) => `Nothing is deleted until ${date}.`,
  used: (used: number, total: number) => `${number(used)} of ${seats(total)} used`,
  buy: "Buy",
  buyOf: (product: string) => `Buy ${product}`,
  takeSeat: "Take a seat",
  takeSeatOf: (product: string) => `Take a seat of ${product}`,
  seatTaken: "You have a seat.",
  invite: "Invite",
  inviteOf: (product: string) => `Invite people to ${product}`,
  inviteTitle: (product: string) => `Invite people to the trial of ${product}`,
  inviteField: "Email addresses",
  inviteHint: (free: number) => `Separated by commas. ${seats(free)} free.`,
  inviteFault: "Enter the addresses of the people.",
  inviteTooMany: (free: number) => `There ${plural(free, "is", "are")} ${seats(free)} free.`,
  inviteNot: (list: string) => `Not invited: ${list}. Check the addresses and try again.`,
  invited: (count: number) => `${number(count)} ${plural(count, "person", "people")} invited.`,

  bought: "Your trial becomes the paid license. Its people keep their seats.",
};
