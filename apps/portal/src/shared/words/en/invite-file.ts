import { number } from "./number.ts";

/** Lists of people to invite: what is wrong with an address, and which column of a table is read. */
export const words = {
  addressFaults: {
    malformed: "Not an address",
    invisible: "Has an invisible character",
    undecodable: "Has an unreadable letter",
    not_ascii: "Has a special letter before the @",
  },
  columnQuestion: "Which column has the addresses of the people to invite?",
  columnQuestionText: "The other columns are not read. These are the first rows:",
  columnNumber: (position: number) => `Column ${number(position)}`,
  useColumn: "Use this column",
  useColumnOf: (heading: string) => `Use this column: ${heading}`,
};
