import type { TimelineEntry } from "@foyer/contract/staff-wire";

/** One line of the timeline: an entry, or several of the same kind in a row. */
export interface TimelineLine {
  readonly key: string;
  /** Of its newest entry. */
  readonly at: string;
  /** `provider` only for raw events; those that are told in words are payments. */
  readonly kind: TimelineEntry["kind"];
  readonly entries: readonly [TimelineEntry, ...TimelineEntry[]];
  /** Something failed, or somebody has to look after it. */
  readonly isAlert: boolean;
  /** Happens daily and changes nothing: signing in and out. */
  readonly isRoutine: boolean;
}

const ROUTINE: ReadonlySet<string> = new Set([
  "session.opened",
  "session.closed",
  // The staff act beside it has the reason.
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

/** Strangers can cause any number of these. One or two are a typing error. */
const REFUSED: ReadonlySet<string> = new Set([
  "session.refused",
  "password.proof_refused",
  "second_factor.refused",
  "passkey.refused",
]);
const REFUSED_ALERT = 3;

/** Events of the provider that people are told in words. The others repeat them, or what the services say by themselves. */
const TOLD: ReadonlySet<string> = new Set([
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.voided",
  "payment_method.attached",
  "payment_method.detached",
]);

/**
 * The lines of a timeline, newest first, an entry each.
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

/** Makes one line of frequent events that follow each other: sign-ins, sign-outs, refusals. */
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

/** An invoice that a change charged: the change says that it was paid. */
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
