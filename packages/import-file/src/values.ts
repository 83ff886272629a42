import { refuseAccountName } from "@foyer/domain/account-name";
import { addressSentence } from "@foyer/contract/typed-sentences";
import { addressFault, isAddress } from "@foyer/domain/addresses";
import { FINGERPRINT } from "@foyer/domain/offline-request";
import { readPasswordHash } from "@foyer/domain/password-hash";
import { z } from "zod";
import { shown } from "./faults.ts";

// Valid values of fields. For each invalid value, one sentence describes the valid ones.

interface Told {
  readonly error: (issue: { readonly input?: unknown }) => string;
  /** Reports only the first fault of a value. */
  readonly abort: true;
}

const told = (sentence: (value: unknown) => string): Told => ({ error: ({ input }) => sentence(input), abort: true });
const isNot = (right: string): Told => told((value) => `${shown(value)} is not ${right}`);

const CONTROL = /\p{Cc}/u;

/** Text with a maximum number of characters that also satisfies `isRight`. */
function text(longest: number, wrong: Told, isRight: (value: string) => boolean = () => true): z.ZodString {
  // A UTF-16 unit is at most one character, so only text with more units must be counted.
  const isShort = (value: string): boolean => value.length <= longest || Array.from(value).length <= longest;
  const isText = (value: string): boolean =>
    isShort(value) && value.trim() !== "" && !CONTROL.test(value) && value.isWellFormed();
  return z.string(wrong).refine((value) => isText(value) && isRight(value), wrong);
}

/** A string of 1 to 255 characters with a visible one, and without control characters. */
export const string = text(
  255,
  isNot("a string of 1 to 255 characters without control characters and not only white space"),
);

/** A password. Faults do not show its value. */
export const password = text(
  256,
  told(() => "is not a string of 1 to 256 characters without control characters and not only white space"),
);

/** A hash from `export` or another system. One that is too slow to check at sign-in is refused. */
export const passwordHash = text(
  255,
  told(() => "is not a password hash of 1 to 255 characters"),
).superRefine((value, context) => {
  const hash = readPasswordHash(value);
  if ("wrong" in hash) context.addIssue({ code: "custom", message: hash.wrong, continue: false });
});

/** An account name in its stored form: lower case, without white space and forbidden characters. */
export const username = text(
  255,
  isNot("a normalized account name: lower case, no white space, none of $ % * \\ : / ~ `"),
  (value) => value === value.toLowerCase() && !/\s/u.test(value) && refuseAccountName(value) === null,
);

/** The name of an account on another line or in the database, compared ignoring case. */
export const usernameReference = text(255, isNot("an account name")).toLowerCase();

export const address = text(
  255,
  told((value) => {
    const sentence = typeof value === "string" && addressFault(value) !== "malformed" ? addressSentence(value) : null;
    return `${shown(value)} is not an e-mail address such as maria@example.com${sentence === null ? "" : `: ${sentence}`}`;
  }),
  isAddress,
);

export const bool = z.boolean(isNot("true or false"));

/** An integer between the two bounds, both included. */
export function int(least: number, most: number): z.ZodInt {
  const wrong = isNot(`an integer from ${least} to ${most}`);
  return z.int(wrong).min(least, wrong).max(most, wrong);
}

export function number(least: number, most: number): z.ZodNumber {
  const wrong = isNot(`a number from ${least} to ${most}`);
  return z.number(wrong).min(least, wrong).max(most, wrong);
}

export function oneOf<const T extends string | number>(...allowed: readonly T[]): z.ZodLiteral<T> {
  return z.literal(allowed, isNot(`${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`));
}

export function list<T extends z.ZodType>(item: T): z.ZodReadonly<z.ZodArray<T>> {
  return z.array(item, isNot("a list")).readonly();
}

const noOwners = isNot("a list of 1 or more");
const repeated = (names: readonly string[]) => names.find((one, index) => names.indexOf(one) !== index);

/** One or more account names, without duplicates. */
export const owners = z
  .array(usernameReference, noOwners)
  .min(1, noOwners)
  .superRefine((names, context) => {
    const twice = repeated(names);
    if (twice === undefined) return;
    context.addIssue({ code: "custom", message: `${shown(twice)} is there twice; name it once`, continue: false });
  })
  .readonly();

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;
const OFFSET = /^([+-]\d{1,9})([dhms])$/;
const SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;

const noTime = isNot("a time such as 2026-11-20T09:30:00Z, or an offset such as +20d, -3h, +15m, -90s");

/** ISO 8601 in UTC, or an offset from `now`. */
export function timeFrom(now: Date) {
  return z.string(noTime).transform((value, context) => {
    const at = isoTime(value) ?? offsetTime(value, now);
    // PostgreSQL and ISO 8601 both accept years of four digits.
    if (at !== null && at.getTime() >= Date.UTC(1, 0, 1) && at.getTime() < Date.UTC(9999, 11, 31)) return at;
    context.addIssue(noTime.error({ input: value }));
    return z.NEVER;
  });
}

function isoTime(value: string): Date | null {
  if (!ISO.test(value)) return null;
  const at = new Date(value);
  // Otherwise 30 February would become 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === value.slice(0, 19) ? at : null;
}

function offsetTime(value: string, now: Date): Date | null {
  const [, count, unit] = OFFSET.exec(value) ?? [];
  if (unit !== "d" && unit !== "h" && unit !== "m" && unit !== "s") return null;
  const at = new Date(now.getTime() + Number(count) * SECONDS[unit] * 1000);
  return Number.isNaN(at.getTime()) ? null : at;
}

const noReference = isNot("a reference: 11 to 64 of A-Z a-z 0-9 _ -");

/** The reference of an invitation. */
export const reference = z.string(noReference).regex(/^[A-Za-z0-9_-]{11,64}$/, noReference);

/** A short text that an app reports about its device. */
export function deviceText(longest: number): z.ZodString {
  return text(
    longest,
    isNot(`a string of 1 to ${longest} characters without control characters and not only white space`),
  );
}

const noFingerprint = isNot("a fingerprint: 16 to 128 of A-Z a-z 0-9 _ -");

/** The fingerprint that an app makes of its device. */
export const fingerprint = z.string(noFingerprint).regex(FINGERPRINT, noFingerprint);

const noHash = isNot("a hash of a fingerprint as export writes it: 43 of A-Z a-z 0-9 _ -");

/** An HMAC-SHA-256 of a fingerprint in base64url. */
export const fingerprintHash = z.string(noHash).regex(/^[\w-]{43}$/, noHash);

const noKey = isNot("a sealed key of fingerprints as export writes it");

/** The key that made a hash, encrypted with `SECRETS_KEY`: `<id>:<sealed key>`. */
export const fingerprintKey = z.string(noKey).regex(/^[\w-]{1,64}:v1:[0-9a-f]{8}:[\w-]{38,150}$/, noKey);

/** Test cards that an import line may use, as the format lists them. */
const listedCards = [
  "4242424242424242",
  "5555555555554444",
  "378282246310005",
  "4000000000000002",
  "4000000000009995",
  "4000000000000341",
  "4000002500003155",
  "4000002760003184",
];

/** More cards that the sandbox's form accepts. An export writes them, so import must accept them. */
const savedCards = ["4000056655665556", "4000008260003178", "4000000000003220", "4000008400001629"];

/** A card of the payment sandbox. */
export const card = z.literal(
  [...listedCards, ...savedCards],
  isNot(`a card of the payment sandbox: ${listedCards.join(", ")}`),
);
