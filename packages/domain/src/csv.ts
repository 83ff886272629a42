/** Start of text that a spreadsheet reads as a formula, in ASCII or full width, also after white space. */
const FORMULA_START = /^[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Returns one CSV cell. Text that a spreadsheet would run as a formula gets a leading apostrophe, so that it
 * is shown as text (R-47).
 */
export function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",;\r\n\t]|^\s|\s$/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV text (RFC 4180): commas, CRLF after every row, and a byte order mark so that spreadsheets read UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

/** The encoding of text that is not UTF-8 and has no byte order mark: Excel writes it in Western Europe and America. */
export const OTHER_ENCODING = "windows-1252";

/** Returns the encoding that the byte order mark of UTF-16 names, or null. */
export function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

/** Decodes the bytes of a text file: by its byte order mark, else as UTF-8, else as `OTHER_ENCODING`. */
export function decodeText(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== null) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(OTHER_ENCODING).decode(bytes);
  }
}

/** A row of a table, with the number of its first line, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Parses CSV, or any text with one entry per line. Accepts common deviations.
 *
 * The separator is the one that a first line `sep=;` names, else the only one of comma, semicolon and tab in the first
 * line, else the most frequent one, always outside quotes. Quoted cells may contain separators, quotes and line breaks.
 * Any line break ends a row. A byte order mark is skipped. An unclosed quote extends to the end. Empty rows are left
 * out, and unquoted cells are trimmed.
 */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const reader = new CsvReader();
  return [...reader.push(text), ...reader.end()].map(({ cells }) => cells);
}

/** Parses CSV piece by piece. The first piece with a complete line decides about the separator. */
export class CsvReader {
  #rest = "";
  #line = 1;
  #cell: CellReader | null = null;

  /** Number of characters that wait for the end of their row. */
  get pending(): number {
    return this.#rest.length;
  }

  /** Returns the rows that are complete. A line break at the very end may be one half of CR LF. */
  push(piece: string): CsvRow[] {
    this.#rest += piece;
    return /[\r\n]./s.test(this.#rest) ? this.#rows(false) : [];
  }

  end(): CsvRow[] {
    return this.#rows(true);
  }

  #rows(isEnd: boolean): CsvRow[] {
    this.#cell ??= this.#begin();
    const rows: CsvRow[] = [];
    const text = this.#rest;
    let start = 0;
    while (start < text.length) {
      const { cells, end } = this.#cell.row(text, start);
      // Without a further character, the row, its last quote or its line break may go on.
      if (!isEnd && end + 1 >= text.length) break;
      const next = end + (text.startsWith("\r\n", end) ? 2 : 1);
      if (cells.some((cell) => cell !== "")) rows.push({ line: this.#line, cells });
      this.#line += lineBreaks(text.slice(start, next));
      start = next;
    }
    this.#rest = text.slice(start);
    return rows;
  }

  #begin(): CellReader {
    const [, named, source = ""] = /^\uFEFF?(?:sep=([,;\t])(?:\r\n|\n|\r))?(.*)$/s.exec(this.#rest) ?? [];
    if (named !== undefined) this.#line += 1;
    this.#rest = source;
    return new CellReader(named ?? mostUsed(source));
  }
}

const lineBreaks = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

function mostUsed(source: string): string {
  const bare = source.replaceAll(/"[^"]*"/g, "");
  const [first = ""] = bare.split(/[\r\n]/, 1);
  const inFirst = [",", ";", "\t"].filter((separator) => first.includes(separator));
  const [only, second] = inFirst;
  if (only !== undefined && second === undefined) return only;
  const count = (separator: string): number => bare.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Reads cells that end at that separator or a line break. */
class CellReader {
  readonly #separator: string;
  readonly #ends: RegExp;
  readonly #quoted = /[ ]*"((?:[^"]+|"")*)("|$)/y;

  constructor(separator: string) {
    this.#separator = separator;
    this.#ends = new RegExp(`[${separator}\\r\\n]`, "g");
  }

  /** Returns the cells of the row that starts there, and the position of its line break. */
  row(text: string, start: number): { readonly cells: string[]; readonly end: number } {
    const cells: string[] = [];
    let at = start;
    for (;;) {
      const { cell, end } = this.#cellAt(text, at);
      cells.push(cell);
      if (text.charAt(end) !== this.#separator) return { cells, end };
      at = end + 1;
    }
  }

  #cellAt(text: string, start: number): { readonly cell: string; readonly end: number } {
    this.#quoted.lastIndex = start;
    const quoted = this.#quoted.exec(text);
    const after = start + (quoted?.[0].length ?? 0);
    this.#ends.lastIndex = after;
    const end = this.#ends.exec(text)?.index ?? text.length;
    const tail = text.slice(after, end).trim();
    return { cell: quoted ? (quoted[1] ?? "").replaceAll('""', '"') + tail : tail, end };
  }
}
