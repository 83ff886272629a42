import { formatDate } from "@foyer/domain/dates";
import { refuse } from "./errors.ts";

const MINUTE_MS = 60_000;
const TWO_HOURS_IN_MINUTES = 120;

/**
 * Refuses one try too many, and says until when (LOOK-21). The message names the time, rounded up to the minute, because it may
 * be read later than it was sent.
 *
 * @param why the sentence before that.
 */
export function refuseTooManyUntil(until: Date, now: Date, why = "Too many tries."): never {
  const waitMs = Math.max(1, until.getTime() - now.getTime());
  refuse("rate.limited", {
    message: `${why} Please try again ${whenText(waitMs, now)}.`,
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
  });
}

function whenText(waitMs: number, now: Date): string {
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  const at = new Date(Math.ceil((now.getTime() + waitMs) / MINUTE_MS) * MINUTE_MS);
  const time = `${at.toISOString().slice(11, 16)} UTC`;
  if (minutes === 1) return `in a minute, at ${time}`;
  if (minutes < TWO_HOURS_IN_MINUTES) return `in ${minutes} minutes, at ${time}`;
  return `on ${formatDate(at)} at ${time}`;
}
