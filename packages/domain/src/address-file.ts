import { isAddress, splitAddresses } from "./addresses.ts";
import { parseCsv } from "./csv.ts";

/**
 * Returns the addresses in a dropped CSV or text file, in the file's order.
 *
 * If a heading names an e-mail column, or one column contains the addresses, only that column is read, so
 * that names in other columns are ignored. A file without columns is read like a typed list. `Ines
 * <ines@example.com>` counts as its address.
 *
 * @returns all entries, including malformed ones, so that a preview can show them.
 */
export function readAddressFile(text: string): readonly string[] {
  const rows = parseCsv(text);
  const [heading = [], ...below] = rows;
  const named = heading.findIndex((cell) => /^(e-?mail|mail|email ?address|e-?mail-?adresse)s?$/i.test(cell));
  if (named !== -1) return columnOf(below, named);
  const width = Math.max(0, ...rows.map((row) => row.length));
  const counts = Array.from({ length: width }, (_, column) => rows.filter((row) => holdsAddress(row[column])).length);
  const best = counts.indexOf(Math.max(...counts));
  const isTable = width > 1 && counts.filter((count) => count > 0).length === 1 && rows.length > 1;
  if (isTable) return columnOf(rows, best);
  return rows.flatMap((row) =>
    row.flatMap((cell) => (holdsAddress(cell) ? [bareAddress(cell)] : splitAddresses(cell))),
  );
}

function columnOf(rows: readonly (readonly string[])[], column: number): readonly string[] {
  return rows.map((row) => bareAddress(row[column] ?? "")).filter((cell) => cell !== "");
}

function holdsAddress(cell: string | undefined): cell is string {
  return cell !== undefined && isAddress(bareAddress(cell));
}

function bareAddress(cell: string): string {
  return /<([^<>]+)>\s*$/.exec(cell)?.[1]?.trim() ?? cell.trim();
}
