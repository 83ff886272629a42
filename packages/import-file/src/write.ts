import { fieldNames, fieldsOfNull, type LineType, type Row } from "./lines.ts";

/** A line as it is written: what the file says no more, or not of this one, is left out. */
type Written<Type extends LineType> = { readonly [Name in keyof Row<Type>]?: Row<Type>[Name] | null | undefined };

/** A line of the file with its end: the fields in the order of the format, without those that are null. */
export function lineText<Type extends LineType>(type: Type, row: Written<Type>): string {
  const given: Readonly<Record<string, unknown>> = { ...row };
  const line: Record<string, unknown> = { type };
  for (const name of fieldNames[type]) {
    const value = given[name];
    if (value !== null || fieldsOfNull.has(name)) line[name] = value instanceof Date ? instantText(value) : value;
  }
  return `${JSON.stringify(line)}\n`;
}

/** A time as an export writes it: ISO 8601 in UTC, with a fraction only where there is one. */
function instantText(time: Date): string {
  return time.toISOString().replace(".000Z", "Z");
}
