import { refuseAccountName } from "@foyer/domain/account-name";
import { isAddress } from "@foyer/domain/addresses";
import { readPasswordHash } from "@foyer/domain/password-hash";
import { shown } from "./fault.ts";

/** What a field's value was read as, or what is wrong with it. */
type Reading<T> = { readonly value: T } | { readonly wrong: string };

/** Reads one field; `now` is what offsets such as `+20d` count from. */
export type Reader<T> = (value: unknown, now: Date) => Reading<T>;

const CONTROL = /\p{Cc}/u;

function isText(value: unknown, longest: number): value is string {
  if (typeof value !== "string" || value.trim() === "" || CONTROL.test(value) || !value.isWellFormed()) return false;
  return Array.from(value).length <= longest;
}

/** A string of 1 to 255 characters, none a control character, not only white space. */
export const string: Reader<string> = (value) =>
  isText(value, 255)
    ? { value }
    : {
        wrong: `${shown(value)} is not a string of 1 to 255 characters without control characters and not only white space`,
      };

/** A password; what was given is not shown. */
export const password: Reader<string> = (value) =>
  isText(value, 256)
    ? { value }
    : {
        wrong: "is not a string of 1 to 256 characters without control characters and not only white space",
      };

/** A hash as `export` writes it, or another system's; one that would stall a sign-in is refused. */
export const passwordHash: Reader<string> = (value) => {
  if (!isText(value, 255)) return { wrong: "is not a password hash of 1 to 255 characters" };
  const hash = readPasswordHash(value);
  return "wrong" in hash ? hash : { value };
};

/** An account name as it is kept: lower case, without white space and the characters that are not allowed. */
export const username: Reader<string> = (value) =>
  isText(value, 255) && isNormalized(value)
    ? { value }
    : {
        wrong: `${shown(value)} is not a normalized account name: lower case, no white space, none of $ % * \\ : / ~ \``,
      };

function isNormalized(value: string): boolean {
  return value === value.toLowerCase() && !/\s/u.test(value) && refuseAccountName(value) === null;
}

/** The name of an account that stands elsewhere; compared ignoring case. */
export const usernameReference: Reader<string> = (value) =>
  isText(value, 255) ? { value: value.toLowerCase() } : { wrong: `${shown(value)} is not an account name` };

export const address: Reader<string> = (value) =>
  isText(value, 255) && isAddress(value)
    ? { value }
    : { wrong: `${shown(value)} is not an e-mail address such as maria@example.com` };

export const bool: Reader<boolean> = (value) =>
  typeof value === "boolean" ? { value } : { wrong: `${shown(value)} is not true or false` };

/** A JSON number without fraction, both ends included. */
export function int(least: number, most: number): Reader<number> {
  return (value) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
      ? { value }
      : { wrong: `${shown(value)} is not an integer from ${least} to ${most}` };
}

export function number(least: number, most: number): Reader<number> {
  return (value) =>
    typeof value === "number" && value >= least && value <= most
      ? { value }
      : { wrong: `${shown(value)} is not a number from ${least} to ${most}` };
}

export function oneOf<const T extends string | number>(...allowed: readonly T[]): Reader<T> {
  return (value) => {
    const found = allowed.find((one) => one === value);
    return found === undefined
      ? { wrong: `${shown(value)} is not ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}` }
      : { value: found };
  };
}

/** A list whose every item is read by `item`; `least` items or more. */
export function list<T>(item: Reader<T>, least = 0): Reader<readonly T[]> {
  return (value, now) => {
    if (!Array.isArray(value) || value.length < least) {
      return { wrong: `${shown(value)} is not a list${least > 0 ? ` of ${least} or more` : ""}` };
    }
    const values: T[] = [];
    for (const [index, one] of value.entries()) {
      const read = item(one, now);
      if ("wrong" in read) return { wrong: `item ${index + 1}: ${read.wrong}` };
      values.push(read.value);
    }
    return { value: values };
  };
}

/** A list in which nothing stands twice. */
export function distinct(reader: Reader<readonly string[]>): Reader<readonly string[]> {
  return (value, now) => {
    const read = reader(value, now);
    if ("wrong" in read) return read;
    const twice = read.value.find((one, index) => read.value.indexOf(one) !== index);
    return twice === undefined ? read : { wrong: `${shown(twice)} is there twice; name it once` };
  };
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/;
const OFFSET = /^([+-]\d{1,9})([dhms])$/;
const SECONDS = { d: 86_400, h: 3_600, m: 60, s: 1 } as const;

/** ISO 8601 in UTC, or an offset from `now`. */
export const time: Reader<Date> = (value, now) => {
  const at = typeof value === "string" ? (isoTime(value) ?? offsetTime(value, now)) : null;
  // PostgreSQL and ISO 8601 both take years of four digits.
  if (at !== null && at.getTime() >= Date.UTC(1, 0, 1) && at.getTime() < Date.UTC(9999, 11, 31)) return { value: at };
  return {
    wrong: `${shown(value)} is not a time such as 2026-11-20T09:30:00Z, or an offset such as +20d, -3h, +15m, -90s`,
  };
};

function isoTime(text: string): Date | null {
  if (!ISO.test(text)) return null;
  const at = new Date(text);
  // 30 February would otherwise become 2 March.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === text.slice(0, 19) ? at : null;
}

function offsetTime(text: string, now: Date): Date | null {
  const [, count, unit] = OFFSET.exec(text) ?? [];
  if (unit !== "d" && unit !== "h" && unit !== "m" && unit !== "s") return null;
  const at = new Date(now.getTime() + Number(count) * SECONDS[unit] * 1000);
  return Number.isNaN(at.getTime()) ? null : at;
}

const REFERENCE = /^[A-Za-z0-9_-]{11,64}$/;

/** The reference of an invitation. */
export const reference: Reader<string> = (value) =>
  typeof value === "string" && REFERENCE.test(value)
    ? { value }
    : { wrong: `${shown(value)} is not a reference: 11 to 64 of A-Z a-z 0-9 _ -` };

/** Test cards that an import line may name, as the format lists them. */
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

/** Further cards that the sandbox saves at its form: an export writes them, so they come back. */
const savedCards = ["4000056655665556", "4000008260003178", "4000000000003220", "4000008400001629"];

/** A card of the payment sandbox. */
export const card: Reader<string> = (value) =>
  typeof value === "string" && [...listedCards, ...savedCards].includes(value)
    ? { value }
    : { wrong: `${shown(value)} is not a card of the payment sandbox: ${listedCards.join(", ")}` };
