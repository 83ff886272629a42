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

/**
 * Decodes the bytes of a text file: by its byte order mark, else as UTF-8, else as Windows-1252, which Excel writes in
 * Western Europe and America.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
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
  const [, named, source = ""] = /^\uFEFF?(?:sep=([,;\t])(?:\r\n|\n|\r))?(.*)$/s.exec(text) ?? [];
  const separator = named ?? mostUsed(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = source;
  while (rest !== "") {
    const { cell, length } = readCell(rest, separator);
    row.push(cell);
    const end = rest.charAt(length);
    rest = rest.slice(length);
    if (end === separator) {
      rest = rest.slice(1);
      if (rest === "") row.push("");
      else continue;
    }
    rows.push(row);
    row = [];
    rest = rest.replace(/^(\r\n|\n|\r)/, "");
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ""));
}

function mostUsed(source: string): string {
  const bare = source.replaceAll(/"[^"]*"/g, "");
  const [first = ""] = bare.split(/[\r\n]/, 1);
  const inFirst = [",", ";", "\t"].filter((separator) => first.includes(separator));
  const [only, second] = inFirst;
  if (only !== undefined && second === undefined) return only;
  const count = (separator: string): number => bare.split(separator).length;
  return [",", ";", "\t"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** Returns the first cell of a text, and its length up to the next separator or line break. */
function readCell(rest: string, separator: string): { readonly cell: string; readonly length: number } {
  const quoted = /^[ ]*"((?:[^"]+|"")*)("|$)/.exec(rest);
  const skipped = quoted?.[0].length ?? 0;
  const after = rest.slice(skipped);
  const end = after.search(separator === "\t" ? /[\t\r\n]/ : new RegExp(`[${separator}\\r\\n]`));
  const tail = end === -1 ? after : after.slice(0, end);
  const inQuotes = quoted?.[1]?.replaceAll('""', '"');
  return { cell: inQuotes === undefined ? tail.trim() : inQuotes + tail.trim(), length: skipped + tail.length };
}
