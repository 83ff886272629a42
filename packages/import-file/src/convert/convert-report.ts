import { csvCell } from "@foyer/domain/csv";
import type { RowPlace } from "./export-rows.ts";

/** Result of a row. */
type Result = "taken" | "merged" | "left out";

const COLUMNS = ["file", "row", "result", "what", "why"];

/** Writes a line about each row, and counts for the summary. */
export class ConvertReport {
  readonly #write: (text: string) => void;
  readonly #results = new Map<string, Map<Result, number>>();
  readonly #reasons = new Map<string, number>();
  readonly #notes = new Map<string, number>();

  constructor(write: (text: string) => void) {
    this.#write = write;
    write(`\uFEFF${COLUMNS.join(",")}\r\n`);
  }

  taken(place: RowPlace, what: string, why = ""): void {
    this.#line(place, "taken", what, why);
  }

  /** The row is about a person or thing that an earlier row gave. */
  merged(place: RowPlace, what: string, why: string): void {
    this.#line(place, "merged", what, why);
  }

  /** @param kind the reason without particulars, by which the summary counts. */
  leftOut(place: RowPlace, kind: string, particulars = ""): void {
    this.#line(place, "left out", particulars, kind);
    const reason = `${place.file}: ${kind}`;
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  /** A sentence for the summary, told once with the number of its occurrences. */
  note(sentence: string): void {
    this.#notes.set(sentence, (this.#notes.get(sentence) ?? 0) + 1);
  }

  #line({ file, row }: RowPlace, result: Result, what: string, why: string): void {
    const counts = this.#results.get(file) ?? new Map<Result, number>();
    this.#results.set(file, counts.set(result, (counts.get(result) ?? 0) + 1));
    this.#write(`${[file, String(row), result, what, why].map(csvCell).join(",")}\r\n`);
  }

  /** Returns the summary's lines. */
  summary(): string[] {
    const files = [...this.#results].map(([file, counts]) => {
      const told = (["taken", "merged", "left out"] as const).map((result) => `${counts.get(result) ?? 0} ${result}`);
      return `${file}: ${told.join(", ")}`;
    });
    const reasons = [...this.#reasons].map(([reason, count]) => `  left out, ${reason} (${count})`);
    const notes = [...this.#notes].map(([sentence, count]) =>
      count === 1 ? sentence : `${sentence} (${count} times)`,
    );
    return [...files, ...reasons, ...notes];
  }
}
