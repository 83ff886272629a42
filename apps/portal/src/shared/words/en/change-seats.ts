import { number } from "./number.ts";
import { plural } from "./plural.ts";

const people = (count: number) => `${number(count)} ${plural(count, "person", "people")}`;
const seats = (count: number) => `${number(count)} ${plural(count, "seat", "seats")}`;

/** The steps of Change Seats. */
export const words = {
  quantity: "Quantity",
  quantityHint: (current: number, held: number) =>
    `You have ${seats(current)}, ${number(held)} in use. From 1 to 2,200.`,
  quantityWarning: "Double-check that the new quantity makes sense!",
  overtaken: "The number of seats has changed, and nothing was charged. Please check it again.",
  confirmQuantity: "Confirm Quantity",
  disabledTitle: "Seat Quantity Changes Disabled",
  disabledText: (date: string, count: number) =>
    `A decrease to ${seats(count)} is recorded already. The number of seats can be changed again after the next renewal on ${date}.`,
  chooseTitle: "Choose who loses a seat",
  unconfirmed: {
    not_a_number: () => "Enter a number.",
    below_minimum: () => "At least 1.",
    above_maximum: () => "At most 2,200.",
    unchanged: (current: number) => `You have ${seats(current)} now.`,
  },
  tooManySeats: (count: number) =>
    `${seats(count)} too many: in the next step, you choose ${people(count)} to give ${plural(count, "it", "them")} up.`,
  chooseText: (product: string, count: number, date: string) =>
    `${product}: ${seats(count)} too many. Choose ${people(count)}. Everybody keeps the seat until ${date}, when the subscription renews.`,
  chooseMore: (count: number) => `Choose ${people(count)} more.`,
  tooManyChosen: (count: number) => `${people(count)} too many.`,
  remaining: (count: number) => (count === 0 ? "All chosen" : `${seats(count)} still to choose`),
  tooMany: "You don't need to select this many seats!",
  findSeat: "Find by email",
  remindTitle: "Seats that expire",
  remindText: (count: number, date: string) =>
    `${seats(count)} ${plural(count, "is", "are")} set to expire on ${date} already. This change does not affect that. To keep ${plural(count, "it", "one")}, click Expiring in the list.`,
  fromTo: (from: number, to: number) => `${number(from)} → ${seats(to)}`,
  increaseText: "The new seats are yours as soon as the payment goes through.",
  decreaseText: (date: string, count: number) =>
    `All ${seats(count)} stay until ${date}. From then on fewer are billed; nothing is refunded.`,
  expireText: (count: number) => `${seats(count)} will be marked Expiring.`,
  lapseText: (count: number) =>
    `Up to ${number(count)} pending ${plural(count, "invitation", "invitations")} may lapse then, the newest first.`,
  changedTitle: "Seats changed",
  plannedTitle: "Decrease planned",
  increased: (count: number) => `You now have ${seats(count)}.`,
  decreased: (before: number, date: string, count: number) =>
    `You keep ${seats(before)} until ${date}. From then on you have ${seats(count)}.`,
};
