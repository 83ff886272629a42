import { refuse } from "./errors.ts";

const SECOND_MS = 1_000;

/** Limits with a sentence of their own. */
type Limited = { readonly reason: "tries" | "changes" | "purchases" } | (Declined & { readonly reason: "declines" });

interface Declined {
  /** Number of declined payments. */
  readonly declined: number;
  /** Address of the support. */
  readonly support: string;
}

/** Refuses one try too many, and says until when (LOOK-21). */
export function refuseTooManyUntil(until: Date, now: Date, limited: Limited = { reason: "tries" }): never {
  const end = new Date(Math.max(until.getTime(), now.getTime() + 1));
  // With fractions of a second, because the sentence rounds up to the minute.
  const wait = { now: now.toISOString(), until: end.toISOString() };
  const retryAfterSeconds = Math.ceil((end.getTime() - now.getTime()) / SECOND_MS);
  if (limited.reason !== "declines") refuse("rate.limited", { reason: limited.reason, facts: wait, retryAfterSeconds });
  const { reason, ...facts } = limited;
  refuse("rate.limited", { reason, facts: { ...facts, ...wait }, retryAfterSeconds });
}
