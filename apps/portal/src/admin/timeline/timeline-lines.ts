import type { TimelineEntry } from "@foyer/contract/staff-wire";
import type { Subscription } from "@foyer/contract/subscription-wire";

/** One line of the timeline: an entry, or several of the same kind in a row. */
export interface TimelineLine {
  readonly key: string;
  /** Time of the newest entry. */
  readonly at: string;
  /** `provider` only for raw events; those with a sentence are payments. */
  readonly kind: TimelineEntry["kind"];
  readonly entries: readonly [TimelineEntry, ...TimelineEntry[]];
  /** Something failed, or staff must act. */
  readonly isAlert: boolean;
  /** Happens daily and changes nothing: signing in and out. */
  readonly isRoutine: boolean;
}

const ROUTINE: ReadonlySet<string> = new Set([
  "session.opened",
  "session.closed",
  // The staff act of the same view shows the reason.
  "account.viewed",
]);

const ALERTS: ReadonlySet<string> = new Set([
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "seats.refused_by_mail",
  "account.not_me",
  "session.token_reused",
  "app.token_reused",
  "synced_data.delete_failed",
  "access_restore.asked",
  "payment_returned",
]);

/** Strangers can cause any number of these. One or two are typing errors. */
const REFUSED: ReadonlySet<string> = new Set([
  "session.refused",
  "password.proof_refused",
  "second_factor.refused",
  "passkey.refused",
]);
const REFUSED_ALERT = 3;

/** Events of the provider that get a sentence. The others repeat these, or events of the services. */
const TOLD: ReadonlySet<string> = new Set([
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "payment_method.attached",
  "payment_method.detached",
]);

/**
 * Returns one line for each entry of a timeline, newest first.
 *
 * @param withProvider adds the provider's raw events.
 */
export function timelineLines(entries: readonly TimelineEntry[], withProvider: boolean): TimelineLine[] {
  const charged = new Set(entries.filter(({ kind }) => kind === "payment").map(({ details }) => details["invoice"]));
  return entries.flatMap((entry) => {
    const isTold = entry.kind !== "provider" || (TOLD.has(entry.title) && !isRepeated(entry, charged));
    return isTold || withProvider ? [lineOf(entry, isTold)] : [];
  });
}

/** Gathers consecutive sign-ins, sign-outs or refusals in one line. */
export function gathered(lines: readonly TimelineLine[]): TimelineLine[] {
  const together: TimelineLine[] = [];
  for (const line of lines) {
    const last = together.at(-1);
    const [{ title }] = line.entries;
    if (last && (ROUTINE.has(title) || REFUSED.has(title)) && last.entries[0].title === title) {
      const entries = [...last.entries, ...line.entries] as const;
      const isAlert = REFUSED.has(title) && entries.length >= REFUSED_ALERT;
      together[together.length - 1] = { ...last, entries, isAlert };
    } else together.push(line);
  }
  return together;
}

/** Returns true for a paid invoice of a change, because the change has its own line. */
function isRepeated({ title, details }: TimelineEntry, charged: ReadonlySet<unknown>): boolean {
  return title === "invoice.paid" && charged.has(details["object"]);
}

function lineOf(entry: TimelineEntry, isTold: boolean): TimelineLine {
  const { state, status } = entry.details;
  const isLost = entry.title === "subscription.changed" && (status === "past_due" || status === "unpaid");
  return {
    key: `${entry.kind} ${entry.id}`,
    at: entry.at,
    kind: entry.kind === "provider" && isTold ? "payment" : entry.kind,
    entries: [entry],
    isAlert: isTold && (ALERTS.has(entry.title) || isLost || (entry.kind === "payment" && state === "failed")),
    isRoutine: ROUTINE.has(entry.title),
  };
}

/** Merges timelines: newest first, each entry once. */
export function mergeTimelines(...timelines: readonly (readonly TimelineEntry[])[]): TimelineEntry[] {
  const entries = new Map(timelines.flat().map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  return [...entries.values()].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

/**
 * Returns a customer's timeline without the entries of her other subscriptions and their licenses.
 *
 * @param own id of the subscription to keep.
 */
export function entriesOfSubscription(
  entries: readonly TimelineEntry[],
  subscriptions: readonly Pick<Subscription, "id" | "registration_id">[],
  own: string | null,
): TimelineEntry[] {
  const others = subscriptions.filter(({ id }) => id !== own);
  const foreign = new Set(
    others.flatMap(({ id, registration_id: license }) => [id, `subscription:${id}`, `license:${license}`]),
  );
  return entries.filter(({ details }) => !Object.values(details).some((value) => foreign.has(String(value))));
}
