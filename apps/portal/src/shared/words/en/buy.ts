import { number } from "./number.ts";
import { plural } from "./plural.ts";

const seats = (count: number) => `${number(count)} ${plural(count, "seat", "seats")}`;

const people = (count: number) => `${number(count)} ${plural(count, "person", "people")}`;

type Interval = "month" | "year" | null;

/** Buying a subscription, or a license that is paid once. */
export const words = {
  pageTitle: "Buy",
  chooseHeading: "Choose your plan",
  returnHeading: (product: string) => `Subscribe again: ${product}`,
  returnText: "Your license keeps its people. If you buy fewer seats, you choose who loses one.",
  failed: "What is on sale cannot be shown right now.",
  nothing: "Nothing is on sale",
  nothingText: "Write to us, and we find what you need:",
  notOnSale: (plan: string) => `${plan} is not on sale`,
  notOnSaleText: "These plans are:",
  noLicense: "This license cannot be subscribed to again",
  noLicenseText: "Only a license that you manage, whose subscription has ended, can get a new one.",
  product: "Product",
  from: (amount: string) => `from ${amount} per seat per month`,
  billing: "Billing",
  yearly: "Yearly",
  monthly: "Monthly",
  once: "Pay once",
  onceNote: "No renewal: this version is yours.",
  fromOnce: (amount: string) => `${amount} per seat, once`,
  each: (amount: string, interval: Interval) => {
    if (interval === null) return `${amount} per seat, once`;
    return interval === "year" ? `${amount} per seat per year` : `${amount} per seat per month`;
  },
  saves: (amount: string) => `Saves ${amount} per seat per year`,
  seatsLabel: "Seats",
  seatsHint: "One for each person, from 1 to 2,200. You can add more at any time.",
  seatsOnceHint: "One for each person, from 1 to 2,200.",
  seatsFault: "Enter a number from 1 to 2,200.",
  summary: "Summary",
  sum: (count: number, each: string) => `${number(count)} × ${each}`,
  total: (amount: string, interval: Interval) => {
    if (interval === null) return `${amount} once`;
    return interval === "year" ? `${amount} per year` : `${amount} per month`;
  },
  plusTax: "plus tax",
  includingTax: (tax: string) => `including ${tax} tax`,
  yearSaves: (amount: string) => `You save ${amount} per year compared with monthly billing.`,
  continue: "Continue",
  alreadyTitle: (product: string, count: number) => `You already have ${product} with ${seats(count)}`,
  licensesFailed: "Whether you already have this product cannot be shown right now.",
  alreadyText: "For more people, add seats there. Go on here if you want a second license.",
  addSeats: "Add seats there",

  accountHeading: "Your account",
  accountText: "The license belongs to an account. Your choice is kept.",
  create: "Create an account",
  haveAccount: "I have an account",
  change: "Change",

  reviewHeading: "Review and pay",
  quoting: "Working out the amount",
  quoteFailed: "The amount cannot be worked out right now.",
  invoiceToYou: "The invoice names your email address.",
  invoiceTo: (buyer: string) => `Invoice to: ${buyer}`,
  changeBuyer: "Change who buys",
  whoBuys: "Who buys?",
  buysPrivately: "A private person",
  buysForFirm: "A company or organization",
  firmName: "Name of the company",
  firmLines: {
    line1: "Street and number",
    postal_code: "Postal code",
    city: "City",
    state: "State or region (optional)",
  },
  firmTaxId: "Tax ID (optional)",
  firmTaxIdHint: "With a valid VAT number of another EU country, no tax may be charged.",
  country: "Country",
  countryHint: "The tax depends on it.",
  chooseCountry: "Choose a country",
  countryMissing: "Choose the country.",
  fieldMissing: "The invoice needs this.",
  tax: (name: string, percentage: number) => `${name} ${percentage}%`,
  taxAlone: "Tax",
  taxIncluded: (name: string) => `${name}, included in the price`,
  reverseCharge: "No tax is charged: you account for it (reverse charge).",
  dueToday: "Due today",
  renews: (amount: string, date: string) =>
    `Renews on ${date} for ${amount}, until you choose Cancel Subscription under Modify on your account page.`,
  paidOnce: "One payment. Nothing renews.",
  onPaper: (day: string) => `This is a quote. Its amounts are valid until ${day}.`,
  credit: "Your credit",
  owedBefore: "Carried over from earlier invoices",
  fewerTitle: (used: number, bought: number) =>
    `${seats(used)} ${plural(used, "is", "are")} used, and you buy ${number(bought)}`,
  invitationsEnd: (count: number) =>
    `${number(count)} ${plural(count, "invitation ends", "invitations end")} when you pay, the newest first. Go back to buy more seats.`,
  allInvitationsEnd: "All open invitations end when you pay.",
  whoLeaves: (count: number) =>
    `${people(count)} ${plural(count, "loses", "lose")} access when you pay. Choose who, or go back to buy more seats.`,
  leaving: (count: number, addresses: string, more: number) =>
    `${people(count)} ${plural(count, "loses", "lose")} access when you pay: ${addresses}${more > 0 ? ` and ${number(more)} more` : ""}.`,
  leavingText: (count: number) =>
    `${seats(count)} must end when you pay, because you buy fewer seats than people have.`,
  chooseLeaving: "Choose who loses a seat",
  changeLeaving: "Change who loses a seat",
  payWith: "Pay with",
  expired: (month: string) => `${month}, expired`,
  newCard: "Another card",
  readIt: "Read it",
  tickIt: "Tick this to buy.",
  pay: (amount: string) => `Pay ${amount}`,
  payUnknown: "Pay",
  payNothing: "Confirm: nothing to pay now",
  notPaid: "Nothing was bought",
  renewed: "The amount has changed, and nothing was charged. This is the amount now.",
  working: "Your payment is being processed. You can leave this page: we write to you when the license is there.",
  waitingTitle: "Your bank wants you to confirm the payment",
  waitingText: (amount: string, product: string) => `${amount} for ${product}. Nothing is bought until then.`,
  confirm: "Continue at the bank",
  giveUp: "Give up",

  boughtHeading: (product: string) => `${product} is yours`,
  returnedHeading: (product: string) => `${product} is active again`,
  onItsWay: "Your license is on its way. This takes a few seconds. You can leave this page: we write to you as well.",
  boughtText: (count: number) => `Thank you. Your license has ${seats(count)}.`,
  key: "Your license key",
  keyText: "We have emailed it to you, and your account page shows it.",
  copy: "Copy",
  copyKey: "Copy the license key",
  keyCopied: "The license key was copied.",
  keyNotCopied: "The license key could not be copied. Select it and copy it.",
  seatQuestion: "Do you want a seat yourself?",
  takeSeat: "Yes, take a seat",
  noSeat: "No",
  seatTaken: "You have a seat.",
  invite: "Invite people",
  openLicense: "Open the license",
  receipt: "Receipt",
  download: (product: string) => `Download ${product}`,
  backTo: (host: string) => `Back to ${host}`,
  toAccount: "To your account",
};
