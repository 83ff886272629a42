import { plural } from "./plural.ts";
import { number } from "./number.ts";

const people = (count: number) => `${number(count)} ${plural(count, "person", "people")}`;
const seats = (count: number) => `${number(count)} ${plural(count, "seat", "seats")}`;

/** The staff's timeline: its switches, and the sentences that need more than an event's name. */
export const words = {
  matters: "What matters",
  everything: "Everything",
  quiet: "Nothing that matters has happened. Everything shows the routine.",
  providerEvents: "Provider’s events",
  seconds: "Seconds and ids",
  zone: "Times are UTC.",
  again: (count: number, since: string) => `${number(count)} times, since ${since}`,
  attention: "Attention",

  invited: (count: number) => `Invited ${people(count)}`,
  removed: (count: number) => `Removed ${seats(count)}`,
  resent: (count: number) => `Sent ${number(count)} ${plural(count, "invitation", "invitations")} again`,
  unreachable: (count: number) => `${people(count)} cannot be reached by email`,
  released: (count: number) => `Marked ${seats(count)} to expire`,
  kept: (count: number) => `Marked ${seats(count)} to renew`,
  subscriptionEnded: "Subscription ended",
  pastDue: "Payment is due",
  setToEnd: "set to end",
  seats,
  afterRenewal: (count: number) => `${seats(count)} after renewal`,
  andMore: (count: number) => `${number(count)} more`,
  by: (who: string) => `by ${who}`,
  from: (where: string) => `from ${where}`,
  to: (where: string) => `to ${where}`,
  device: (browser: string, system: string) => `${browser} on ${system}`,
  notSent: "not sent",
  refusedByServer: "rejected by the mail server",
  queued: "queued",
  used: (time: string) => `used ${time}`,
  failed: "failed",
  waiting: "waits",
  seller: "the payment provider",

  paymentFailed: (invoice: string) => (invoice ? `Payment of ${invoice} failed` : "Payment failed"),
  unpaid: {
    pay: "Tried to pay an open invoice",
    charge: "Tried to pay a change",
    buy: "Tried to buy a subscription",
    start: "Tried to start a subscription",
  } as Readonly<Record<string, string>>,
  paid: (invoice: string) => (invoice ? `${invoice} paid` : "Invoice paid"),
  refund: (state: string) => (state === "" ? "Refund at the provider" : `Refund at the provider: ${state}`),
  dispute: (state: string) => `Dispute of a payment: ${state}`,
  disputeOpen: (until: string) => `Dispute of a payment: answer it until ${until}`,
  voided: (invoice: string) => (invoice ? `${invoice} voided` : "Invoice voided"),
  bankAsks: (invoice: string) =>
    invoice ? `The bank asks for authentication to pay ${invoice}` : "The bank asks for authentication",
  invoice: (name: string, amount: string) => `invoice ${name} of ${amount}`,
} as const;
