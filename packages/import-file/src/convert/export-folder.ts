import type { ConvertReport } from "./convert-report.ts";
import {
  ConvertFault,
  type ExportFile,
  type ExportRow,
  type RowPlace,
  rowsOf,
  type TableShape,
} from "./export-rows.ts";

/** Kinds of files by the beginning of their names: `license-keys` is also `license_keys (2).csv`. */
export type Tables = Readonly<Record<string, TableShape>>;

const DATA = /\.(csv|tsv|txt|json|jsonl|ndjson)$/i;

const nameKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");

/** The files of an export, by their kind. */
export class ExportFolder {
  readonly #files = new Map<string, ExportFile[]>();
  readonly #tables: Tables;
  readonly #report: ConvertReport;

  /** @param only the kind of a single file whose name says nothing. */
  constructor(files: readonly ExportFile[], tables: Tables, only: string, report: ConvertReport) {
    this.#tables = tables;
    this.#report = report;
    const kinds = Object.keys(tables).toSorted((one, other) => other.length - one.length);
    for (const file of files) {
      const named = DATA.test(file.name)
        ? kinds.find((kind) => nameKey(file.name).startsWith(nameKey(kind)))
        : undefined;
      const kind = named ?? (files.length === 1 ? only : undefined);
      if (kind === undefined) report.note(`${file.name}: not read; files begin with ${Object.keys(tables).join(", ")}`);
      else this.#files.set(kind, [...(this.#files.get(kind) ?? []), file]);
    }
  }

  has(kind: string): boolean {
    return this.#files.has(kind);
  }

  /** Refuses an export without that kind of file. */
  require(kind: string): void {
    if (!this.has(kind)) throw new ConvertFault(`the export has no file whose name begins with ${kind}`);
  }

  *rows(kind: string): Generator<ExportRow> {
    const shape = this.#tables[kind];
    if (!shape) throw new Error(`there is no table ${kind}`);
    for (const file of this.#files.get(kind) ?? []) {
      yield* rowsOf(file, shape, (column) => this.#report.note(`${file.name}: unknown column, not used: ${column}`));
    }
  }
}

/** A value of a file, and where it was. */
interface Found<Value> extends RowPlace {
  readonly value: Value;
  isNamed: boolean;
}

/** Values of a file by id, for rows of other files that name them. Knows which were named. */
export class Lookup<Value> {
  readonly #values = new Map<string, Found<Value>>();

  /** Returns false if the id is there already. */
  add(id: string, { file, row }: RowPlace, value: Value): boolean {
    if (this.#values.has(id)) return false;
    // Not the row itself, which may be large.
    this.#values.set(id, { file, row, value, isNamed: false });
    return true;
  }

  find(id: string): Value | null {
    const found = this.#values.get(id);
    if (!found) return null;
    found.isNamed = true;
    return found.value;
  }

  clear(): void {
    this.#values.clear();
  }

  /** Returns all values by id, and whether a row named them. */
  all(): Iterable<readonly [id: string, found: Readonly<Found<Value>>]> {
    return this.#values;
  }
}

/** Keeps one copy of each text, because thousands of rows have the same product name. */
export function sharedTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before === undefined) known.set(text, text);
    return before ?? text;
  };
}

/** Splits a list of names. */
export const words = (text: string): string[] => text.split(" ");

/** True for `true`, `1` and `yes`. */
export const isTrue = (text: string): boolean => /^(true|1|yes)$/i.test(text);
