import type { LicenseEvent } from "@foyer/contract/managers";
import { formatDate } from "@foyer/domain/dates";
import { billingInterval } from "@foyer/domain/product-id";
import { words } from "#words/license-record";

type Details = LicenseEvent["details"];

/** Returns a sentence about the event; an unknown kind is shown as its raw name, not hidden. */
export function eventSentence({ act, details }: Pick<LicenseEvent, "act" | "details">): string {
  const sentence = sentences[act];
  return sentence ? sentence(details) : act.replaceAll(/[._]/g, " ");
}

const sentences: Readonly<Record<string, (details: Details) => string>> = {
  "seats.invited": (details) => withAddresses(words.invited(countIn(details)), details),
  "seats.removed": (details) => withAddresses(words.removed(countIn(details)), details),
  "seats.refused_by_mail": (details) => withAddresses(words.refusedByMail(countIn(details)), details),
  "seats.double_freed": (details) => withAddresses(words.doubleFreed(countIn(details)), details),
  "seats.resent": (details) => words.resent(countIn(details)),
  "seats.accepted": (details) => words.accepted(textIn(details, "invited")),
  "seats.taken": () => words.taken,
  "license.tried": (details) => words.tried(numberIn(details, "total_seats")),
  "license.bought": (details) =>
    billingInterval(textIn(details, "plan")) === null && details["state"] === undefined
      ? withEnded(words.boughtOnce(numberIn(details, "total_seats")), details)
      : subscription(words.bought, details),
  "license.returned": () => words.returned,
  "seats.marked": (details) => words.marked(numberIn(details, "released"), numberIn(details, "renewed")),
  "subscription.renewed": (details) => subscription(words.renewed, details),
  "subscription.changed": (details) => subscription(words.changed, details),
  "managers.added": (details) => words.managerAdded(textIn(details, "account")),
  "managers.removed": (details) => words.managerRemoved(textIn(details, "account")),
  "managers.contact_changed": (details) => words.contactChanged(textIn(details, "account")),
  "managers.contact_restored": (details) => words.contactRestored(textIn(details, "account")),
  "license.made": () => words.madeByStaff,
  "license.mailed": () => words.mailedAgain,
  "license.edited": () => words.editedByStaff,
  "license.transferred": (details) => words.transferred(namesIn(details, "owners")),
  "seats.freed": (details) => withAddresses(words.removed(countIn(details)), details),
  "seats.moved_away": (details) => withAddresses(words.movedAway(countIn(details)), details),
  "seats.moved_here": (details) => withAddresses(words.movedHere(countIn(details)), details),
  "license.registered": () => words.registered,
  "license.opened_by_key": () => words.openedByKey,
  "license_key.replaced": (details) => words.keyReplaced(formatDate(textIn(details, "ends"))),
  "upgrade.given": (details) => words.upgradeGiven(upgradedSeats(details)),
  "upgrade.taken": (details) => words.upgradeTaken(upgradedSeats(details)),
};

/** Returns the new state of the subscription: its seats, those of the next period, and its renewal. */
function subscription(what: string, details: Details): string {
  if (details["state"] === "inactive") return details["statement"] === "withdraw" ? words.withdrawn : words.ended;
  const [total, renewing] = [numberIn(details, "total_seats"), numberIn(details, "renewing_quantity")];
  const interval = billingInterval(textIn(details, "plan"));
  const sentence = [
    what,
    words.seats(total),
    ...(renewing !== total && renewing > 0 ? [words.afterRenewal(renewing)] : []),
    ...(interval ? [interval === "year" ? words.yearly : words.monthly] : []),
    ...(details["cancel_at_period_end"] === true ? [words.setToEnd] : []),
    ...(details["status"] === "past_due" ? [words.pastDue] : []),
  ].join(" ");
  return withEnded(sentence, details);
}

/** Adds the seats that did not fit. Events of earlier versions do not name them. */
function withEnded(sentence: string, details: Details): string {
  const ended = numberIn(details, "seats_ended");
  if (ended === 0) return sentence;
  if (details["addresses"] === undefined) return `${sentence} ${words.seatsEnded(ended)}`;
  return withAddresses(`${sentence} ${words.theseEnded(ended)}`, details, ended);
}

function withAddresses(sentence: string, details: Details, count = countIn(details)): string {
  const addresses = details["addresses"];
  if (!Array.isArray(addresses) || addresses.length === 0) return sentence;
  const more = count - addresses.length;
  return `${sentence} ${addresses.join(", ")}${more > 0 ? ` ${words.andMore(more)}` : ""}`;
}

function countIn(details: Details): number {
  return numberIn(details, "count");
}

function numberIn(details: Details, key: string): number {
  const value = details[key];
  return typeof value === "number" ? value : 0;
}

function textIn(details: Details, key: string): string {
  const value = details[key];
  return typeof value === "string" ? value : "";
}

function upgradedSeats(details: Details): number {
  return numberIn(details, "seats_moved") + numberIn(details, "unassigned");
}

function namesIn(details: Details, key: string): string {
  const value = details[key];
  return Array.isArray(value) ? value.join(", ") : "";
}
