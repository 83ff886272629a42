/** What an open bracket contains. */
type Role =
  /** A list of records, at the top or under `data` of a page. */
  | "list"
  /** An object in a list: a record, until it turns out to be a page. */
  | "record"
  /** An object with a list under `data`, as an API answers. */
  | "page"
  /** A part of a record, or of a page beside its list. */
  | "part";

/**
 * Splits JSON text into the texts of its records, piece by piece. It understands a list of objects, JSON Lines, pages of an API
 * (`{"data": [...], "links": ...}`), and lists of such pages, so that a large export never has to fit into memory.
 */
export class JsonRecords {
  readonly #open: Role[] = [];
  #text = "";
  #at = 0;
  /** Position of the outermost record, or -1. */
  #start = -1;
  #isInString = false;
  #stringStart = 0;
  /** The newest string directly in a record or page, which is a key if `[` follows its colon. */
  #newest = "";

  /** Number of characters that wait for the end of their record. */
  get pending(): number {
    return this.#start === -1 ? 0 : this.#text.length - this.#start;
  }

  /** True between two records or pages. */
  get isComplete(): boolean {
    return this.#open.length === 0 && !this.#isInString;
  }

  /** Returns the records that are complete. */
  push(piece: string): string[] {
    const kept = this.#start === -1 ? (this.#isInString ? this.#stringStart : this.#at) : this.#start;
    const text = this.#text.slice(kept) + piece;
    this.#text = text;
    this.#stringStart -= kept;
    if (this.#start !== -1) this.#start = 0;
    const records: string[] = [];
    let at = this.#at - kept;
    while (at < text.length) {
      if (this.#isInString) {
        const end = text.indexOf('"', at);
        at = end === -1 ? text.length : end + 1;
        if (end !== -1 && !this.#isEscaped(end)) this.#endString(end);
        continue;
      }
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        this.#isInString = true;
        this.#stringStart = at + 1;
      } else if (code === OPEN_OBJECT || code === OPEN_LIST) this.#begin(at, code === OPEN_LIST);
      else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
        if (this.#open.pop() === "record") records.push(this.#record(at + 1));
      }
      at += 1;
    }
    this.#at = at;
    return records;
  }

  /** True for a quote behind an odd number of backslashes. */
  #isEscaped(quote: number): boolean {
    let before = quote - 1;
    while (before >= this.#stringStart && this.#text.charCodeAt(before) === BACKSLASH) before -= 1;
    return (quote - before) % 2 === 0;
  }

  #endString(end: number): void {
    this.#isInString = false;
    const role = this.#open.at(-1);
    if (role === "record" || role === "page") this.#newest = this.#text.slice(this.#stringStart, end);
  }

  #record(end: number): string {
    const record = this.#text.slice(this.#start, end);
    this.#start = -1;
    return record;
  }

  #begin(at: number, isList: boolean): void {
    const around = this.#open.at(-1) ?? "list";
    if (around === "list") {
      if (!isList) this.#start = at;
      this.#open.push(isList ? "list" : "record");
    } else if (isList && around !== "part" && this.#newest === "data") {
      this.#open[this.#open.length - 1] = "page";
      this.#start = -1;
      this.#open.push("list");
    } else this.#open.push("part");
    this.#newest = "";
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
