import { plural } from "./plural.ts";
import { number } from "./number.ts";

const lines = (count: number) => `${number(count)} ${plural(count, "line", "lines")}`;

/** Loading a file of accounts, licenses and what belongs to them. */
export const words = {
  number,
  nav: "Import",
  title: "Import",
  choose: "Load a file",
  chooseText:
    "Accounts, licenses, seats, keys, upgrades, subscriptions and devices, one JSON object a line. All of it is loaded or nothing. What is there already stays as it is.",
  file: "File",
  fileHint: "At most 1 MB. A larger file is loaded by command line: npm run foyer -- import FILE.",
  missing: "Choose a file.",
  unreadable: {
    tooLarge: "The file is larger than 1 MB. Divide it, or load it by command line: npm run foyer -- import FILE.",
    notText: "The file is not UTF-8. Save it as UTF-8.",
  },
  preview: "Preview",

  faultsTitle: (count: number, file: string) =>
    plural(
      count,
      `One line of ${file} is wrong. Nothing can be loaded.`,
      `${file} has ${number(count)} faults. Nothing can be loaded.`,
    ),
  faultsHelp: "Mend the file and choose it again.",
  firstFaults: (count: number) => `The first ${number(count)} are shown.`,
  faults: "Faults",
  line: "Line",
  field: "Field",
  wrong: "What is wrong",

  reviewTitle: (file: string) => `What ${file} would do`,
  what: "What",
  made: "Would be made",
  there: "There already",
  types: {
    account: "Accounts",
    license: "Licenses",
    seat: "Seats",
    license_key: "License keys",
    upgrade: "Upgrades",
    subscription: "Subscriptions",
    activation: "Devices",
  },
  cards: "Cards",
  nothingNew: "Everything in this file is there already. Loading it would change nothing.",
  noMail: "Nobody gets an email, and no card is charged.",
  load: (count: number) => `Load ${lines(count)}`,
  other: "Choose another file",

  starting: (file: string) => `Loading ${file}`,
  hashing: (done: number, all: number) => `Hashing passwords: ${number(done)} of ${number(all)}`,
  writing: "Writing",
  done: (file: string) => `${file} is loaded.`,
  failed: (file: string) => `${file} was not loaded.`,
  interrupted: "The server ended before it was through. Nothing was loaded; load the file again.",
  another: "Load another file",

  listTitle: "Loaded files",
  listFailed: "The loaded files cannot be shown right now.",
  listEmpty: "Nobody has loaded a file here yet.",
  when: "When",
  who: "Who",
  state: "State",
  result: "Result",
  states: { running: "Loading", done: "Loaded", failed: "Failed", interrupted: "Interrupted" },
  resultLine: (made: number, there: number) => `${lines(made)} made, ${number(there)} there already`,
};
