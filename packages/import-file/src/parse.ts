import { type Bounds, type Excess, excessOf } from "@foyer/domain/json-bounds";
import type { z } from "zod";
import { type Fault, shown } from "./faults.ts";
import { fieldNames, fieldsOfNull, keyFields, type Line, lineSchemas, lineTypes, type LineType } from "./lines.ts";

/** The content of a file, with each line checked by itself. */
export interface ParsedImport {
  readonly lines: readonly Line[];
  /** In line order. */
  readonly faults: readonly Fault[];
  /** Keys of faulty lines. A line that names one of them has no fault because of that. */
  readonly broken: ReadonlySet<string>;
}

/** Joins a type and a key into one text, for sets. */
export function keyOf(type: LineType, key: string): string {
  return `${type} ${key}`;
}

/**
 * Parses an import file: the type and fields of each line, and the rules between its own fields.
 *
 * @param source the lines of the file without line ends; null for a line that is not UTF-8.
 * @param now the time that offsets count from.
 */
export function parseImport(source: readonly (string | null)[], now: Date): ParsedImport {
  const lines: Line[] = [];
  const faults: Fault[] = [];
  const broken = new Set<string>();
  const schemas = lineSchemas(now);
  for (const [index, text] of source.entries()) {
    if (text !== null && (text.trim() === "" || text.startsWith("#"))) continue;
    const read = readLine(text, index + 1, schemas);
    faults.push(...read.faults);
    if (read.line) lines.push(read.line);
    else if (read.key !== null) broken.add(read.key);
  }
  return { lines, faults, broken };
}

/** Splits a file into lines: LF or CRLF, with or without a byte-order mark. */
export function linesOf(file: Uint8Array): (string | null)[] {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const lines: (string | null)[] = [];
  for (let start = 0; start <= file.length;) {
    const found = file.indexOf(10, start);
    const end = found === -1 ? file.length : found;
    lines.push(decoded(decoder, file.subarray(start, file[end - 1] === 13 && end > start ? end - 1 : end)));
    start = end + 1;
  }
  return lines;
}

function decoded(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** Limits of a line, which is one flat object. A much larger one would only produce a fault for each field. */
const LINE_BOUNDS: Bounds = { fields: 200, items: 2_200, itemsInAll: 4_400, depth: 10 };

const excesses: Readonly<Record<Excess, string>> = {
  fields: `has more than ${LINE_BOUNDS.fields} fields`,
  items: `has a list of more than ${LINE_BOUNDS.items} entries`,
  depth: `is nested more than ${LINE_BOUNDS.depth} deep`,
  twice: "names a field twice; leave one of them out",
};

interface ReadLine {
  /** Null for a faulty line. */
  readonly line: Line | null;
  readonly faults: readonly Fault[];
  /** Type and key of a line with another fault. */
  readonly key: string | null;
}

type Given = Readonly<Record<string, unknown>>;

function isGiven(value: unknown): value is Given {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readLine(text: string | null, line: number, schemas: ReturnType<typeof lineSchemas>): ReadLine {
  const failed = (field: string, message: string): ReadLine => ({
    line: null,
    faults: [{ line, field, message }],
    key: null,
  });
  if (text === null) return failed("line", "is not UTF-8; save the file as UTF-8");
  const excess = excessOf(text, LINE_BOUNDS);
  if (excess !== null) return failed("line", excesses[excess]);
  let object: unknown;
  try {
    object = JSON.parse(text);
  } catch {
    return failed("line", `${shown(text)} is not JSON; a line is one JSON object, or blank, or begins with #`);
  }
  if (!isGiven(object)) return failed("line", `${shown(object)} is not a JSON object`);
  const { type: named, ...given } = object;
  const type = lineTypes.find((one) => one === named);
  if (type === undefined) {
    const found = named === undefined ? "is missing; it must be one of" : `${shown(named)} is not one of`;
    return failed("type", `${found} ${lineTypes.join(", ")}`);
  }
  const read = schemas[type].safeParse(withoutNulls(given));
  const key = given[keyFields[type]];
  if (!read.success) {
    const faults = faultsOf(read.error.issues, given, type).map((fault) => ({ line, ...fault }));
    const isRight = typeof key === "string" && !faults.some(({ field }) => field === keyFields[type]);
    return { line: null, faults, key: isRight ? keyOf(type, key) : null };
  }
  // The schema of this type has parsed the fields, and each type has a text as its key.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { line: { type, line, key, fields: read.data } as Line, faults: [], key: null };
}

/** Treats null as absent, except in fields where it has a meaning. */
function withoutNulls(given: Given): Given {
  const nulls = Object.keys(given).filter((name) => given[name] === null && !fieldsOfNull.has(name));
  return nulls.length === 0 ? given : { ...given, ...Object.fromEntries(nulls.map((name) => [name, undefined])) };
}

/** Returns the faults of a line: its unknown fields, then the first fault of each other field. */
function faultsOf(issues: readonly z.core.$ZodIssue[], given: Given, type: LineType): Omit<Fault, "line">[] {
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
  const wrong = new Map<string, string>();
  for (const { code, path, message } of issues) {
    const [field, item] = path;
    if (typeof field !== "string" || wrong.has(field)) continue;
    const isMissing = code !== "custom" && (given[field] ?? null) === null;
    const told = typeof item === "number" ? `item ${item + 1}: ${message}` : message;
    wrong.set(field, isMissing ? `is missing; ${type} needs it` : told);
  }
  const fields = fieldNames(type).join(", ");
  return [
    ...unknown.map((field) => ({ field, message: `is not a field of ${type}; its fields are ${fields}` })),
    ...[...wrong].map(([field, message]) => ({ field, message })),
  ];
}
