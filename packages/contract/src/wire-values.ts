import { toUnixSeconds } from "@foyer/domain/dates";
import { isBlank } from "@foyer/domain/invisible";
import { z } from "zod";

/** An opaque id. Clients only compare it. */
export const id = z.string();

/** Text with a visible character, without surrounding white space. */
export const visibleText = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => !isBlank(text), "must not be empty");

/** A time of the accounts service: ISO 8601, UTC, `2026-11-20T09:30:00Z`. */
export const instant = z.iso.datetime();

/** A time of the purchase service: whole seconds since 1970, up to the end of the year 9999. */
export const unixSeconds = z.int().min(0).max(253_402_300_799);

/** Money in the currency's smallest unit; negative is a credit. */
export const cents = z.int();

/** Three lower-case letters, ISO 4217: `usd`. */
export const currency = z.string();

/** No parameters, query or body. Anything sent is ignored. */
export const nothing = z.object({});

/** Answer of calls without other data. */
export const success = z.object({ status: z.literal("success") });

/** Writes a time as the accounts service does: UTC, whole seconds, `2026-11-20T09:30:00Z`. */
export function instantOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}

/** Writes a time as the purchase service does: whole seconds since 1970, rounded down. */
export function unixSecondsOf(time: Date): number {
  return toUnixSeconds(time);
}
