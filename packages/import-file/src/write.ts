import { fieldNames, fieldsOfNull, type LineType, type Row } from "./lines.ts";

/** The fields of a line as written. Fields without a value, or without meaning for this line, are omitted. */
type Written<Type extends LineType> = { readonly [Name in keyof Row<Type>]?: Row<Type>[Name] | null | undefined };

/** Returns a line of the file with its line end: the fields in the order of the format, without null ones. */
export function lineText<Type extends LineType>(type: Type, row: Written<Type>): string {
  const given: Readonly<Record<string, unknown>> = { ...row };
  const line: Record<string, unknown> = { type };
  for (const name of fieldNames(type)) {
    const value = given[name];
    if (value !== null || fieldsOfNull.has(name)) line[name] = value instanceof Date ? instantText(value) : value;
  }
  return `${JSON.stringify(line)}\n`;
}

/** Formats a time as in exports: ISO 8601 in UTC, with a fraction only if there is one. */
function instantText(time: Date): string {
  return time.toISOString().replace(".000Z", "Z");
}
