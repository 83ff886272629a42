import type { StaffCustomerPage, StaffLicense, TimelineEntry } from "@foyer/contract/staff-wire";
import { cents, formatMoney } from "@foyer/domain/money";
import { titles } from "#words/admin-events";
import { words as admin } from "#words/admin";
import { words } from "#words/admin-timeline";
import { formatTime } from "../times.ts";
import { shownName } from "../../shared/settings/shown-name.ts";

type Details = TimelineEntry["details"];

/** Names by id: an invoice is `invoice FH-0002 of $30.00`, a license its description. */
export type Names = ReadonlyMap<unknown, string>;

/** Returns the names of the licenses and invoices on a page. */
export function namesOf(
  licenses: readonly Pick<StaffLicense, "id" | "description" | "product_id">[],
  customers: readonly StaffCustomerPage[],
): Names {
  return new Map([
    ...licenses.map((one) => [one.id, shownName(one.description, one.product_id)] as const),
    ...customers.flatMap(({ invoices, payment_methods: cards }) => [
      ...invoices.map(
        ({ id, number, total, currency }) =>
          [id, words.invoice(number ?? admin.draft, formatMoney(cents(total), currency))] as const,
      ),
      ...cards.map(({ id, card }) => [id, `${card.brand} •••• ${card.last4}`] as const),
    ]),
  ]);
}

/** Returns the title of an event or act; an unknown one is shown as it is. */
export function titleOf(word: string): string {
  return titles[word] ?? word;
}

const countOf = ({ count }: Details): number => (typeof count === "number" ? count : 1);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Sentences with more than the title of the event. */
const sentences: Readonly<Record<string, (details: Details, names: Names) => string>> = {
  "seats.invited": (details) => words.invited(countOf(details)),
  "seats.removed": (details) => words.removed(countOf(details)),
  "seats.resent": (details) => words.resent(countOf(details)),
  "seats.refused_by_mail": (details) => words.unreachable(countOf(details)),
  "seats.marked": ({ released, renewed }) =>
    typeof released === "number" && released > 0
      ? words.released(released)
      : words.kept(typeof renewed === "number" ? renewed : 1),
  "subscription.changed": ({ status }) => {
    if (status === "canceled") return words.subscriptionEnded;
    return status === "past_due" || status === "unpaid" ? words.pastDue : titleOf("subscription.changed");
  },
  "invoice.payment_failed": ({ object }, names) => words.paymentFailed(names.get(object) ?? ""),
  "invoice.payment_action_required": ({ object }, names) => words.bankAsks(names.get(object) ?? ""),
  "invoice.paid": ({ object }, names) => capital(words.paid(names.get(object) ?? "")),
  refund: ({ state }) => words.refund(state === "succeeded" ? "" : String(state)),
  dispute: ({ state, answer_until: until }) =>
    state === "needs_response" && typeof until === "string"
      ? words.disputeOpen(formatTime(until))
      : words.dispute(String(state).replaceAll("_", " ")),
  "invoice.voided": ({ object }, names) => capital(words.voided(names.get(object) ?? "")),
};

/** Returns the sentence of an entry. */
export function sentenceOf({ title, kind, details }: TimelineEntry, names: Names): string {
  const isUnpaid = kind === "payment" && (details["state"] === "failed" || details["state"] === "waiting");
  const unpaid = isUnpaid ? words.unpaid[title] : undefined;
  if (unpaid !== undefined) return unpaid;
  return sentences[title]?.(details, names) ?? titleOf(title);
}
