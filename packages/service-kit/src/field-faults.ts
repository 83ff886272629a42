import type { z } from "zod";

const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Readonly<Record<string, string>> = {
  email: "an e-mail address",
  url: "a web address",
  datetime: "a time such as 2026-11-20T09:30:00Z",
  date: "a date such as 2026-11-20",
};

const units: Readonly<Record<string, [one: string, more: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return String(value);
  return kinds[typeof value] ?? typeof value;
}

const named = (expected: string): string => kinds[expected] ?? expected;

function sized(bound: string, size: number | bigint, origin: string): string {
  const unit = units[origin];
  return unit ? `have ${bound} ${size} ${unit[Number(size) === 1 ? 0 : 1]}` : `be ${bound} ${size}`;
}

function wanted(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${named(issue.expected)}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "must not be empty";
      return `must ${sized("at least", issue.minimum, issue.origin)}`;
    case "too_big":
      return `must ${sized("at most", issue.maximum, issue.origin)}`;
    case "invalid_format":
      return `must be ${formats[issue.format] ?? "of the documented form"}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "must be of one of the documented forms";
    default:
      return undefined;
  }
}

/**
 * What is wrong with a field and what would be right, in words for a person: "must be text, not a number". Undefined when the
 * rule has its own message, or only the parser's message fits.
 */
export function fieldFault(issue: z.core.$ZodRawIssue): string | undefined {
  const right = wanted(issue);
  if (right === undefined) return undefined;
  if (issue.input === undefined) return `is missing; it ${right}`;
  return issue.code === "invalid_type" ? `${right}, not ${kindOf(issue.input)}` : right;
}
