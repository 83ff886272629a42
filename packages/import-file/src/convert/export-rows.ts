import { CsvReader, markedEncoding, OTHER_ENCODING } from "@foyer/domain/csv";
import { JsonRecords } from "./json-records.ts";

/** A file of a shop's export. Its bytes can be read several times. */
export interface ExportFile {
  readonly name: string;
  bytes(): Iterable<Uint8Array>;
}

/** A row of a CSV file by its line, or a record of a JSON file by its number, counted from 1. */
export interface RowPlace {
  readonly file: string;
  readonly row: number;
}

export interface ExportRow extends RowPlace {
  /** Returns the trimmed value of a column as text; "" if it is empty or absent. */
  get(column: string): string;
}

/** Columns by name, each with other names that mean the same. The name of a nested field is its path in JSON. */
export type Columns = Readonly<Record<string, readonly string[]>>;

/** The columns of a kind of file. */
export interface TableShape {
  readonly required: Columns;
  readonly optional: Columns;
  /** Columns that exist and are not needed. */
  readonly ignored: readonly string[];
}

/** A reason why nothing can be converted, in one sentence for the operator. */
export class ConvertFault extends Error {}

/** Rows and records are much smaller. A larger one is an unclosed quote, or no list of records. */
const LARGEST_ROW = 4_000_000;

const isJson = ({ name }: ExportFile): boolean => /\.(json|jsonl|ndjson)$/i.test(name);

/** Reads the rows of a file. `onUnknown` is called once for each column that the shape does not have. */
export function rowsOf(file: ExportFile, shape: TableShape, onUnknown: (column: string) => void): Generator<ExportRow> {
  return isJson(file) ? jsonRows(file, shape, onUnknown) : csvRows(file, shape, onUnknown);
}

function* textOf(file: ExportFile): Generator<string> {
  const decoder = new TextDecoder(encodingOf(file));
  for (const bytes of file.bytes()) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Reads the whole file, because its last byte may be the first that is not UTF-8. */
function encodingOf(file: ExportFile): string {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const isUtf8 = (bytes?: Uint8Array): boolean => {
    try {
      strict.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  };
  let isFirst = true;
  for (const bytes of file.bytes()) {
    const marked = isFirst ? markedEncoding(bytes) : null;
    if (marked !== null) return marked;
    isFirst = false;
    if (!isUtf8(bytes)) return OTHER_ENCODING;
  }
  return isUtf8() ? "utf-8" : OTHER_ENCODING;
}

/** A heading in the form in which headings are compared: `User Email`, `user_email` and `userEmail` are one. */
const headingKey = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9.]/g, "");

const entriesOf = ({ required, optional }: TableShape): [string, readonly string[]][] => [
  ...Object.entries(required),
  ...Object.entries(optional),
];

function refuseMissing(file: ExportFile, shape: TableShape, has: (name: string) => boolean): void {
  const missing = Object.entries(shape.required).filter(([name, others]) => ![name, ...others].some(has));
  if (missing.length === 0) return;
  const names = missing.map(([name, others]) => (others.length === 0 ? name : `${name} (or ${others.join(", ")})`));
  throw new ConvertFault(`${file.name}: the column ${names.join(" and ")} is missing`);
}

function* csvRows(file: ExportFile, shape: TableShape, onUnknown: (column: string) => void): Generator<ExportRow> {
  const reader = new CsvReader();
  let positions: ReadonlyMap<string, number> | null = null;
  const pieces = function* () {
    for (const piece of textOf(file)) {
      yield reader.push(piece);
      if (reader.pending > LARGEST_ROW)
        throw new ConvertFault(`${file.name}: a row is longer than 4 MB; a quote may be unclosed`);
    }
    yield reader.end();
  };
  for (const rows of pieces()) {
    for (const { line, cells } of rows) {
      if (positions === null) positions = positionsIn(file, shape, cells, onUnknown);
      else yield new CsvExportRow(file.name, line, cells, positions);
    }
  }
}

function positionsIn(
  file: ExportFile,
  shape: TableShape,
  headings: readonly string[],
  onUnknown: (column: string) => void,
): ReadonlyMap<string, number> {
  const keys = headings.map(headingKey);
  refuseMissing(file, shape, (name) => keys.includes(headingKey(name)));
  const positions = new Map<string, number>();
  const known = new Set(shape.ignored.map(headingKey));
  for (const [name, others] of entriesOf(shape)) {
    const names = [name, ...others].map(headingKey);
    for (const each of names) known.add(each);
    const found = names.map((each) => keys.indexOf(each)).find((at) => at !== -1);
    if (found !== undefined) positions.set(name, found);
  }
  for (const [at, heading] of headings.entries()) {
    const key = keys[at] ?? "";
    // An ignored object has a column for each of its fields.
    if (heading !== "" && !known.has(key) && !known.has(key.split(".")[0] ?? "")) onUnknown(heading);
  }
  return positions;
}

class CsvExportRow implements ExportRow {
  readonly file: string;
  readonly row: number;
  readonly #cells: readonly string[];
  readonly #positions: ReadonlyMap<string, number>;

  constructor(file: string, row: number, cells: readonly string[], positions: ReadonlyMap<string, number>) {
    this.file = file;
    this.row = row;
    this.#cells = cells;
    this.#positions = positions;
  }

  get(column: string): string {
    return this.#cells[this.#positions.get(column) ?? -1]?.trim() ?? "";
  }
}

type Record_ = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record_ => typeof value === "object" && value !== null;

function* jsonRows(file: ExportFile, shape: TableShape, onUnknown: (column: string) => void): Generator<ExportRow> {
  const paths = new Map(
    entriesOf(shape).map(([name, others]) => [name, [name, ...others].map((one) => one.split("."))]),
  );
  const seen = new Set([...paths.values()].flatMap((all) => all.map(([first = ""]) => first)));
  for (const name of [...shape.ignored, "id", "type", "links", "attributes", "relationships"]) seen.add(name);
  const reader = new JsonRecords();
  let row = 0;
  for (const piece of textOf(file)) {
    for (const text of reader.push(piece)) {
      row += 1;
      const record = parsed(file, row, text);
      if (row === 1) refuseMissing(file, shape, (name) => valueAt(record, name.split(".")) !== undefined);
      for (const name of Object.keys(attributesOf(record))) {
        if (seen.has(name)) continue;
        seen.add(name);
        onUnknown(name);
      }
      yield new JsonExportRow(file.name, row, record, paths);
    }
    if (reader.pending > LARGEST_ROW) throw new ConvertFault(`${file.name}: is not a list of records`);
  }
  if (!reader.isComplete) throw new ConvertFault(`${file.name}: ends in the middle of record ${row + 1}`);
}

function parsed(file: ExportFile, row: number, text: string): Record_ {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The fault below names the record.
  }
  throw new ConvertFault(`${file.name}: record ${row} is not JSON`);
}

/** The fields of a record, which JSON:API keeps under `attributes`. */
function attributesOf(record: Record_): Record_ {
  const { attributes } = record;
  return isObject(attributes) ? attributes : record;
}

function valueAt(record: Record_, path: readonly string[]): unknown {
  const attributes = attributesOf(record);
  let value: unknown = (path[0] ?? "") in attributes ? attributes : record;
  for (const part of path) value = isObject(value) ? value[part] : undefined;
  return value;
}

class JsonExportRow implements ExportRow {
  readonly file: string;
  readonly row: number;
  readonly #record: Record_;
  readonly #paths: ReadonlyMap<string, readonly (readonly string[])[]>;

  constructor(file: string, row: number, record: Record_, paths: ReadonlyMap<string, readonly (readonly string[])[]>) {
    this.file = file;
    this.row = row;
    this.#record = record;
    this.#paths = paths;
  }

  get(column: string): string {
    for (const path of this.#paths.get(column) ?? []) {
      const value = valueAt(this.#record, path);
      if (typeof value === "string" && value.trim() !== "") return value.trim();
      if (typeof value === "number" || typeof value === "boolean") return String(value);
    }
    return "";
  }
}
