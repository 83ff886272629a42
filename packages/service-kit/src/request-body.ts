import { z } from "zod";
import { refuse } from "./errors.ts";
import { fieldFault } from "./field-faults.ts";

export type BodyRecord = Record<string, unknown>;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

function decode(raw: Buffer): string {
  try {
    return decoder.decode(raw);
  } catch {
    refuse("input.malformed", { message: "The body is not UTF-8." });
  }
}

function parseJson(text: string): BodyRecord {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse("input.malformed", {
      message: `The body is not JSON: ${error instanceof Error ? error.message : "unreadable"}.`,
    });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse("input.malformed", { message: "The body must be a JSON object." });
  }
  return value as BodyRecord;
}

/** `a=1&a=2` and `a[]=1` make a list; a scalar field that came twice is then refused by its schema. */
function parseForm(text: string): BodyRecord {
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(text)) {
    const isList = name.endsWith("[]");
    const key = isList ? name.slice(0, -2) : name;
    const held = fields.get(key);
    if (held === undefined) fields.set(key, isList ? [value] : value);
    else fields.set(key, Array.isArray(held) ? [...(held as unknown[]), value] : [held, value]);
  }
  return Object.fromEntries(fields);
}

export interface ParsedBody {
  readonly fields: BodyRecord;
  /** Form fields are all text: numbers and truth values are read from it by the schema. */
  readonly isForm: boolean;
}

/** The body's fields, from JSON or a form; an empty body has none. */
export function parseBody(raw: Buffer, contentType: string | undefined): ParsedBody {
  if (raw.length === 0) return { fields: {}, isForm: false };
  const type = (contentType ?? "application/json").split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "application/x-www-form-urlencoded") return { fields: parseForm(decode(raw)), isForm: true };
  if (type === "application/json" || type.endsWith("+json") || type === "text/plain") {
    const text = decode(raw);
    return text.trim() === "" ? { fields: {}, isForm: false } : { fields: parseJson(text), isForm: false };
  }
  refuse("input.malformed", { message: `Bodies are JSON or form-encoded, not ${type}.` });
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodPipe) return unwrap(schema.in as z.ZodType);
  return schema;
}

function fromText(schema: z.ZodType, value: unknown): unknown {
  const wanted = unwrap(schema);
  if (wanted instanceof z.ZodArray) {
    const list: unknown[] = Array.isArray(value) ? value : value === "" ? [] : [value];
    return list.map((item) => fromText(wanted.element as z.ZodType, item));
  }
  if (typeof value !== "string") return value;
  if (wanted instanceof z.ZodNumber) return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value;
  if (wanted instanceof z.ZodBoolean) return value === "true" ? true : value === "false" ? false : value;
  if (wanted instanceof z.ZodUnion) {
    for (const option of wanted.options as readonly z.ZodType[]) {
      const candidate = fromText(option, value);
      if (option.safeParse(candidate).success) return candidate;
    }
  }
  return value;
}

/** Form text turned into the types that the schema's fields have; what does not fit stays as it is, for the schema to refuse. */
export function coerceForm(schema: z.ZodType, fields: BodyRecord): BodyRecord {
  const object = unwrap(schema);
  if (!(object instanceof z.ZodObject)) return fields;
  const shape = object.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, shape[name] ? fromText(shape[name], value) : value]),
  );
}

/** Whether a text somewhere in `value` holds NUL, which PostgreSQL cannot keep. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\u0000");
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, item]) => name.includes("\u0000") || holdsNul(item));
}

/** Parses with one 4000 entry for each field that is wrong. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  if (holdsNul(value)) refuse("input.invalid", { message: "NUL characters are not allowed.", field: where });
  const result = schema.safeParse(value, { error: fieldFault });
  if (result.success) return result.data;
  const details = result.error.issues.map((issue) => {
    const field = issue.path.length > 0 ? issue.path.join(".") : where;
    return { code: 4000, message: `${field}: ${issue.message}`, field };
  });
  refuse("input.invalid", { details: details.slice(0, 100) });
}
