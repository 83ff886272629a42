import { type Bounds, type Excess, excessOf } from "@foyer/domain/json-bounds";
import { type Fault, shown } from "./fault.ts";
import { keyFields, lineFields, lineTypes, type Field, type Line, type LineOf, type LineType } from "./line-fields.ts";

/** What a file says, as far as each line can be judged by itself. */
export interface ParsedImport {
  readonly lines: readonly Line[];
  /** In the order of the lines. */
  readonly faults: readonly Fault[];
  /** Keys of lines that are at fault: whoever names one of them is not at fault too. */
  readonly broken: ReadonlySet<string>;
}

/** A type and a key as one text, for sets. */
export function keyOf(type: LineType, key: string): string {
  return `${type} ${key}`;
}

/**
 * Reads an import file: each line's type, fields and the rules among its own fields.
 *
 * @param source the lines of the file without their ends; null for one that is not UTF-8.
 * @param now what offsets count from.
 */
export function parseImport(source: readonly (string | null)[], now: Date): ParsedImport {
  const lines: Line[] = [];
  const faults: Fault[] = [];
  const broken = new Set<string>();
  for (const [index, text] of source.entries()) {
    if (text !== null && (text.trim() === "" || text.startsWith("#"))) continue;
    const read = readLine(text, index + 1, now);
    faults.push(...read.faults);
    if (read.line && read.faults.length === 0) lines.push(read.line);
    else if (read.key !== null) broken.add(read.key);
  }
  return { lines, faults, broken };
}

/** The lines of a file: LF or CRLF, with or without a byte-order mark. */
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

/** A line is one flat object; what is much larger is none of ours, and would only be told field by field. */
const LINE_BOUNDS: Bounds = { fields: 200, items: 2_200, itemsInAll: 4_400, depth: 10 };

const excesses: Readonly<Record<Excess, string>> = {
  fields: `has more than ${LINE_BOUNDS.fields} fields`,
  items: `has a list of more than ${LINE_BOUNDS.items} entries`,
  depth: `is nested more than ${LINE_BOUNDS.depth} deep`,
  twice: "names a field twice; leave one of them out",
};

interface ReadLine {
  readonly line: Line | null;
  readonly faults: readonly Fault[];
  readonly key: string | null;
}

function readLine(text: string | null, line: number, now: Date): ReadLine {
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
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    return failed("line", `${shown(object)} is not a JSON object`);
  }
  const given = new Map<string, unknown>(Object.entries(object));
  const type = lineTypes.find((one) => one === given.get("type"));
  if (type === undefined) {
    const found = given.has("type") ? `${shown(given.get("type"))} is not one of` : "is missing; it must be one of";
    return failed("type", `${found} ${lineTypes.join(", ")}`);
  }
  given.delete("type");
  return readFields(type, given, line, now);
}

function readFields(type: LineType, given: ReadonlyMap<string, unknown>, line: number, now: Date): ReadLine {
  const faults: Fault[] = [];
  const fields: Record<string, unknown> = {};
  const known = new Map<string, Field<unknown>>(Object.entries(lineFields[type]));
  for (const name of given.keys()) {
    if (known.has(name)) continue;
    faults.push({
      line,
      field: name,
      message: `is not a field of ${type}; its fields are ${[...known.keys()].join(", ")}`,
    });
  }
  for (const [name, field] of known) {
    const value = given.get(name);
    if (value === undefined || (value === null && !field.keepsNull)) {
      if (field.required) faults.push({ line, field: name, message: `is missing; ${type} needs it` });
    } else if (value === null) {
      fields[name] = null;
    } else {
      const read = field.read(value, now);
      if ("wrong" in read) faults.push({ line, field: name, message: read.wrong });
      else fields[name] = read.value;
    }
  }
  const key = fields[keyFields[type]];
  if (typeof key !== "string") return { line: null, faults, key: null };
  // Every field was read by the reader that its type is made from.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const whole = { type, line, key, fields } as unknown as Line;
  if (faults.length === 0) faults.push(...ownRules(whole));
  return { line: whole, faults, key: keyOf(type, key) };
}

/** Rules among the fields of one line. */
function ownRules(line: Line): Fault[] {
  if (line.type === "seat") return seatRules(line);
  if (line.type === "account" && line.fields.password !== undefined && line.fields.password_hash !== undefined) {
    const message = "cannot stand beside password; leave one of them out";
    return [{ line: line.line, field: "password_hash", message }];
  }
  return [];
}

function seatRules({ line, fields }: LineOf<"seat">): Fault[] {
  const fault = (field: string, message: string): Fault[] => [{ line, field, message }];
  if (fields.username === undefined && fields.email === undefined) {
    return fault("line", "names neither username nor email; a seat has exactly one of them");
  }
  if (fields.username !== undefined && fields.email !== undefined) {
    return fault("email", "cannot stand beside username; a seat has exactly one of them");
  }
  const isInvitation = fields.email !== undefined;
  if (isInvitation && fields.status !== undefined && fields.status !== "pending") {
    return fault("status", `${shown(fields.status)} goes with username; with email it is pending`);
  }
  if (!isInvitation && fields.status === "pending") {
    return fault("status", '"pending" goes with email; with username it is active or expiring');
  }
  if (!isInvitation && fields.reference !== undefined) {
    return fault("reference", "belongs to a pending invitation; leave it out, or name an email in place of username");
  }
  return [];
}
