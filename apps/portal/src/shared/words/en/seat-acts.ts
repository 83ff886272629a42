import { plural } from "./plural.ts";
import { number } from "./number.ts";

const people = (count: number) => `${number(count)} ${plural(count, "person", "people")}`;
const seats = (count: number) => `${number(count)} ${plural(count, "seat", "seats")}`;

/** Keeping, giving away and removing seats. */
export const words = {
  keepSeatsText: (count: number) =>
    `The decrease is taken back: the subscription renews with all ${seats(count)}, and nothing is charged before.`,
  keepPeople: (count: number) =>
    plural(
      count,
      "The 1 person who was to lose a seat keeps it",
      `The ${people(count)} who were to lose their seats keep them`,
    ),
  takenBackWith: (count: number) =>
    `The change was taken back, and ${people(count)} ${plural(count, "keeps the seat", "keep their seats")}.`,
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
  typeCountHint: "So many people lose their seats at once.",
};
