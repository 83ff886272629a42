import { type Bounds, type Excess, excessOf } from "@foyer/domain/json-bounds";
import { z } from "zod";
import { entryOf, refuse } from "./errors.ts";
import { fieldFault } from "./field-faults.ts";
import { readForm } from "./form-fields.ts";
import { holdsLoneSurrogate, holdsNul } from "./unkeepable-text.ts";

export type BodyRecord = Record<string, unknown>;

/** Contract, section 1. `itemsInAll` is double, because no call takes more than two lists of a team's seats. */
export const BODY_BOUNDS: Bounds = { fields: 100, items: 2_200, itemsInAll: 4_400, depth: 5 };

const DETAILS_TOLD = 100;

function refuseExcess(excess: Excess): never {
  switch (excess) {
    case "fields":
      return refuse("input.malformed", { reason: "too_many_fields", facts: { most: BODY_BOUNDS.fields } });
    case "items":
      return refuse("input.malformed", { reason: "too_many_items", facts: { most: BODY_BOUNDS.items } });
    case "depth":
      return refuse("input.malformed", { reason: "too_deep", facts: { most: BODY_BOUNDS.depth } });
    case "twice":
      return refuse("input.malformed", { reason: "field_twice" });
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

function decode(raw: Buffer): string {
  try {
    return decoder.decode(raw);
  } catch {
    refuse("input.malformed", { reason: "not_utf8" });
  }
}

function parseJson(text: string): BodyRecord {
  const excess = excessOf(text, BODY_BOUNDS);
  if (excess !== null) refuseExcess(excess);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    refuse("input.malformed", {
      reason: "not_json",
      facts: { fault: error instanceof Error ? error.message : "unreadable" },
    });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    refuse("input.malformed", { reason: "not_an_object" });
  }
  return value as BodyRecord;
}

/** Parses a form. `a=1&a=2` and `a[]=1` make a list; the schema then refuses a repeated scalar. */
function parseForm(raw: Buffer): BodyRecord {
  let read: ReturnType<typeof readForm>;
  try {
    read = readForm(raw, BODY_BOUNDS);
  } catch {
    refuse("input.malformed", { reason: "form_not_encoded" });
  }
  if (typeof read === "string") refuseExcess(read);
  return Object.fromEntries(read);
}

/** The fields of a query string that the server has parsed; refuses more than a body may have. */
export function queryFields(query: unknown): BodyRecord {
  const fields = query as BodyRecord;
  if (Object.keys(fields).length > BODY_BOUNDS.fields) {
    refuse("input.malformed", { reason: "long_query", facts: { most: BODY_BOUNDS.fields } });
  }
  if (Object.values(fields).some((value) => Array.isArray(value) && value.length > BODY_BOUNDS.items)) {
    refuseExcess("items");
  }
  return fields;
}

export interface ParsedBody {
  readonly fields: BodyRecord;
  /** True for a form, with text fields only: the schema reads numbers and booleans from them. */
  readonly isForm: boolean;
}

/** `application/json` of `Application/JSON; charset=utf-8`; empty for a body without a type. */
export function mediaType(contentType: string | undefined): string {
  return contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
}

const isJson = (type: string): boolean => type === "application/json" || type.endsWith("+json");

/** Leaves a signed body unparsed; checks only that its type is JSON. */
export function notParsed(raw: Buffer, contentType: string | undefined): ParsedBody {
  if (raw.length > 0 && !isJson(mediaType(contentType))) {
    refuse("input.unsupported_type", { reason: "not_json" });
  }
  return { fields: {}, isForm: false };
}

/** The body's fields, from JSON or a form; an empty body has none. Refuses a body out of bounds before any schema sees it. */
export function parseBody(raw: Buffer, contentType: string | undefined): ParsedBody {
  if (raw.length === 0) return { fields: {}, isForm: false };
  const type = mediaType(contentType);
  if (type === "application/x-www-form-urlencoded") return { fields: parseForm(raw), isForm: true };
  if (isJson(type)) {
    const text = decode(raw);
    return text.trim() === "" ? { fields: {}, isForm: false } : { fields: parseJson(text), isForm: false };
  }
  refuse("input.unsupported_type");
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

/** Converts form text to the types of the schema's fields. Text that does not convert stays, so that the schema refuses it. */
export function coerceForm(schema: z.ZodType, fields: BodyRecord): BodyRecord {
  const object = unwrap(schema);
  if (!(object instanceof z.ZodObject)) return fields;
  const shape = object.shape as Record<string, z.ZodType>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const wanted = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, wanted ? fromText(wanted, value) : value];
    }),
  );
}

/** Parses with the schema. Refuses with one 4000 entry for each wrong field, up to a hundred. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  if (holdsNul(value)) refuse("input.invalid", { reason: "nul", field: where });
  if (holdsLoneSurrogate(value)) refuse("input.invalid", { reason: "not_unicode", field: where });
  const result = schema.safeParse(value, { error: fieldFault });
  if (result.success) return result.data;
  const messages = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const field = path.length > 0 ? path.join(".") : where;
    if (!messages.has(field)) messages.set(field, message);
  }
  const details = [...messages].slice(0, DETAILS_TOLD);
  refuse("input.invalid", {
    details: details.map(([field, message]) => entryOf({ name: "input.invalid" }, `${field}: ${message}`, { field })),
  });
}
