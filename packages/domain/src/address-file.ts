import { addressKey, isAddress } from "./addresses.ts";
import { headingKind, type HeadingKind } from "./address-headings.ts";
import { parseCsv } from "./csv.ts";

type Row = readonly string[];

/** A question about a table with several columns that may contain the addresses to invite. */
export interface ColumnChoice {
  /** Positions of these columns. */
  readonly columns: readonly number[];
  /** Headings of all columns; empty if the table has none. */
  readonly headings: Row;
  /** The first rows below the headings, to recognize the columns by. */
  readonly rows: readonly Row[];
}

export interface AddressReading {
  /** All entries, including malformed ones, so that a preview can show them. Empty while a choice is open. */
  readonly entries: readonly string[];
  readonly choice: ColumnChoice | null;
}

/** Number of rows that a question about the columns shows. */
const SHOWN_ROWS = 3;
/** Exports may have a title and notes above their headings. */
const ROWS_BEFORE_HEADINGS = 10;

/**
 * Reads the addresses in a typed or pasted text, or in a file, in its order.
 *
 * Commas, semicolons, tabs, spaces and line breaks separate them. `Ines <ines@example.com>` counts as its address. Of a
 * table with headings, one column is read. Which one is a question for the person, unless one heading alone names it,
 * because each address of another column would cost a seat.
 *
 * @param chosen the answer to that question.
 */
export function readAddresses(text: string, chosen: number | null = null): AddressReading {
  const rows = parseCsv(text);
  const table = tableIn(rows);
  if (table === null) {
    const isSheet = text.includes("\t");
    return { entries: rows.flatMap((row) => withoutNames(row, isSheet).flatMap(entriesIn)), choice: null };
  }
  const columns = candidatesOf(table);
  const [only] = columns.asked ? [] : columns.positions;
  const column = only ?? columns.positions.find((position) => position === chosen);
  if (column !== undefined) return { entries: columnOf(table.rows, column), choice: null };
  const choice = { columns: columns.positions, headings: table.headings, rows: table.rows.slice(0, SHOWN_ROWS) };
  return { entries: [], choice };
}

interface Table {
  readonly headings: Row;
  readonly rows: readonly Row[];
}

/** Returns the rows as a table with its headings, or null for a list of addresses. */
function tableIn(rows: readonly Row[]): Table | null {
  const [first = [], ...below] = rows;
  const at = rows.slice(0, ROWS_BEFORE_HEADINGS).findIndex(isHeadings);
  if (at !== -1) return holdingSigns({ headings: rows[at] ?? [], rows: rows.slice(at + 1) });
  if (isTitled(first, below)) return holdingSigns({ headings: first, rows: below });
  const table = { headings: [], rows };
  const columns = positionsIn(table);
  if (rows.length < 2 || columns.length < 2 || rows.some((row) => row.some(hasSeveralSigns))) return null;
  const signed = columns.filter((column) => rows.some((row) => hasSign(row[column])));
  const isRegular = rows.every((row) => row.length === columns.length);
  return signed.length === 1 || (isRegular && signed.length < columns.length) ? holdingSigns(table) : null;
}

function holdingSigns(table: Table): Table | null {
  return table.rows.some((row) => row.some(hasSign)) ? table : null;
}

/** True for a row of headings of which one speaks of mail. */
function isHeadings(row: Row): boolean {
  if (row.some(hasSign)) return false;
  const kinds = row.map(headingKind);
  return kinds.includes("own") || (row.filter((cell) => cell !== "").length > 1 && kinds.some((kind) => kind !== null));
}

/** True for a first row without an address above a table of at least two columns. */
function isTitled(first: Row, below: readonly Row[]): boolean {
  const isWide = first.filter((cell) => cell !== "").length > 1;
  return isWide && !first.some(hasSign) && below.length > 0 && below.every((row) => row.length <= first.length);
}

interface Candidates {
  readonly positions: readonly number[];
  /** True if the person decides, even about a single column. */
  readonly asked: boolean;
}

function candidatesOf(table: Table): Candidates {
  const { headings, rows } = table;
  const all = positionsIn(table);
  const holding = all.filter((column) => rows.some((row) => holdsAddress(row[column])));
  const kindOf = (column: number): HeadingKind => headingKind(headings[column] ?? "");
  const own = all.filter((column) => kindOf(column) === "own");
  const filled = own.filter((column) => rows.some((row) => hasSign(row[column])));
  if (filled.length > 0) return { positions: filled, asked: filled.length > 1 };
  const named = holding.filter((column) => kindOf(column) !== null);
  const [only] = named;
  const isLikely = named.length === 1 && only !== undefined && kindOf(only) === "likely";
  if (isLikely && own.length === 0) return { positions: named, asked: false };
  const others = holding.length > 0 ? holding : all.filter((column) => rows.some((row) => hasSign(row[column])));
  return { positions: others, asked: headings.length > 0 || others.length !== 1 };
}

function positionsIn({ headings, rows }: Table): number[] {
  const width = Math.max(headings.length, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, column) => column);
}

/**
 * Returns a row of a list without the names beside its one address: `Anna Ray⇥anna@x.example` is one person.
 *
 * @param isSheet true if tabs separate the cells, as in a text copied from a spreadsheet.
 */
function withoutNames(row: Row, isSheet: boolean): Row {
  const isPerson = row.length > 1 && row.filter(hasSign).length === 1;
  return isPerson ? row.filter((cell) => hasSign(cell) || !(isSheet || /\S\s+\S/u.test(cell))) : row;
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

function columnOf(rows: readonly Row[], column: number): readonly string[] {
  return rows.map((row) => bareAddress(row[column] ?? "")).filter((cell) => cell !== "");
}

const hasSign = (cell = ""): boolean => cell.includes("@");

/** True for a cell that is itself a list, which a cell of a table is not. */
const hasSeveralSigns = (cell: string): boolean => cell.split("@").length > 2;

function holdsAddress(cell = ""): boolean {
  return isAddress(bareAddress(cell));
}

function bareAddress(cell: string): string {
  return /<([^<>]+)>\s*$/.exec(cell)?.[1]?.trim() ?? cell.trim();
}
