import type { TimelineEntry } from "@foyer/contract/staff-wire";
import { deviceOf } from "@foyer/domain/device";
import { words } from "#words/admin-timeline";
import { fieldName, valueText } from "../repair/change-rows.ts";
import type { Names } from "./entry-sentence.ts";
import { planName } from "../plan-name.ts";

type Details = TimelineEntry["details"];

/** Number of addresses in one line; the others are counted. */
const ADDRESSES = 3;

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const named = (value: unknown, names: Names): string => (typeof value === "string" ? (names.get(value) ?? "") : "");

function addressesOf({ addresses, count }: Details): string {
  if (!Array.isArray(addresses)) return "";
  const shown = addresses.slice(0, ADDRESSES).map(String);
  const more = (typeof count === "number" ? count : addresses.length) - shown.length;
  return [...shown, ...(more > 0 ? [words.andMore(more)] : [])].join(", ");
}

function deviceText(userAgent: unknown): string {
  const { browser, system } = deviceOf(text(userAgent));
  return browser && system ? words.device(browser, system) : (browser ?? system ?? "");
}

function seatsOf({ quantity, total_seats: total, renewing_quantity: renewing }: Details): string[] {
  const seats = typeof quantity === "number" ? quantity : total;
  return [
    typeof seats === "number" ? words.seats(seats) : "",
    typeof renewing === "number" && renewing !== seats ? words.afterRenewal(renewing) : "",
  ];
}

function stateOf({ state, sent, cancel_at_period_end: ends }: Details, kind: TimelineEntry["kind"]): string[] {
  return [
    kind === "payment" && state === "failed" ? words.failed : "",
    kind === "payment" && (state === "pending" || state === "unknown" || state === "waiting") ? words.waiting : "",
    kind === "mail" && sent === false ? words.notSent : "",
    kind === "mail" && state === "refused" ? words.refusedByServer : "",
    kind === "mail" && (state === "queued" || state === "held") ? words.queued : "",
    ends === true ? words.setToEnd : "",
  ];
}

const byWhom = (by: unknown): string => {
  if (typeof by !== "string" || by === "") return "";
  return words.by(by === "provider" ? words.seller : by);
};

/** Returns the facts that follow the sentence of an entry; ids without a name are left out. */
export function factsOf({ kind, details }: TimelineEntry, names: Names): string[] {
  return [
    named(details["license"], names) || (kind === "security" ? text(details["license"]) : ""),
    addressesOf(details),
    text(details["invited"]),
    text(details["account"]),
    text(details["app"]),
    ...seatsOf(details),
    planName(text(details["plan"])),
    typeof details["total"] === "number" ? valueText("total", details["total"], details["currency"]) : "",
    kind === "payment" ? named(details["invoice"], names) : "",
    ...stateOf(details, kind),
    text(details["refusal"]),
    details["from"] ? words.from(text(details["from"])) : "",
    details["to"] ? words.to(text(details["to"])) : "",
    details["used_at"] ? words.used(valueText("used_at", details["used_at"])) : "",
    deviceText(details["user_agent"]),
    details["ip"] ? words.from(text(details["ip"])) : "",
    byWhom(details["by"]),
  ].filter((fact) => fact !== "");
}

/** Returns all fields of an entry with their names. */
export function rawFactsOf({ title, details }: TimelineEntry): string[] {
  const facts = Object.entries(details).filter(([, value]) => value !== null && value !== "");
  return [title, ...facts.map(([key, value]) => `${fieldName(key)}: ${valueText(key, value, details["currency"])}`)];
}
