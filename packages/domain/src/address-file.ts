import { addressKey, isAddress } from "./addresses.ts";
import { parseCsv } from "./csv.ts";

/**
 * Returns the addresses in a typed or pasted text, or in a file, in its order.
 *
 * Commas, semicolons, tabs, spaces and line breaks separate them. `Ines <ines@example.com>` counts as its address. If a
 * heading names an e-mail column, or one column contains the addresses, only that column is read, so that names in other
 * columns are ignored.
 *
 * @returns all entries, including malformed ones, so that a preview can show them.
 */
export function readAddresses(text: string): readonly string[] {
  const rows = parseCsv(text);
  const [heading = [], ...below] = rows;
  const named = heading.findIndex((cell) => /^(e-?mail|mail|email ?address|e-?mail-?adresse)s?$/i.test(cell));
  if (named !== -1) return columnOf(below, named);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const counts = Array.from({ length: width }, (_, column) => rows.filter((row) => holdsAddress(row[column])).length);
  const best = counts.indexOf(Math.max(...counts));
  const hasOthers = rows.some((row) => row.some((cell, column) => column !== best && cell.includes("@")));
  if (width > 1 && rows.length > 1 && !hasOthers) return columnOf(rows, best);
  return rows.flatMap((row) => row.flatMap(entriesIn));
}

/** A name, in quotes or not, and an address in angle brackets. */
const NAMED = /((?:"[^"]*"|[^<>,;"])*)<([^<>]*)>/g;

/** Returns the entries of a cell, which may have several; a name before an address in brackets is none. */
function entriesIn(cell: string): readonly string[] {
  if (holdsAddress(cell) && cell.split("<").length <= 2) return [bareAddress(cell)];
  const bare = cell.replaceAll(NAMED, (_, name: string, address: string) => {
    const others = name.split(/\s+/).filter((part) => isAddress(part) && addressKey(part) !== addressKey(address));
    return ` ${[...others, address.trim()].join(" ")} `;
  });
  return bare.split(/[\s,;]+/u).filter((part) => part !== "");
}

function columnOf(rows: readonly (readonly string[])[], column: number): readonly string[] {
  return rows.map((row) => bareAddress(row[column] ?? "")).filter((cell) => cell !== "");
}

function holdsAddress(cell = ""): boolean {
  return isAddress(bareAddress(cell));
}

function bareAddress(cell: string): string {
  return /<([^<>]+)>\s*$/.exec(cell)?.[1]?.trim() ?? cell.trim();
}
