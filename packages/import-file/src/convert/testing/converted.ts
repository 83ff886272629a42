import { hash } from "node:crypto";
import { parseCsv } from "@foyer/domain/csv";
import { checkImport } from "../../check-import.ts";
import { linesOf, parseImport } from "../../parse.ts";
import type { Known } from "../../picture.ts";
import { emptyKnown } from "../../testing/empty-known.ts";
import { convert, type Conversion, type ShopName } from "../convert.ts";
import type { ExportFile } from "../export-rows.ts";

const now = new Date("2026-11-21T12:00:00Z");
const places = { counts: "seat", limit: 3, offlineDays: 30, freesPer30Days: 2 } as const;

/** A file with that text, or those bytes, in pieces of a few bytes, so that letters and rows are cut. */
export function fileOf(name: string, content: string | Uint8Array, pieceLength = 7): ExportFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    *bytes() {
      for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
    },
  };
}

const digest = (text: string): string => hash("sha256", text, "base64url");

/** A converted export: its import lines, which must load into an empty database, and what is said about it. */
export interface Converted {
  // Lines have the fields of their type. Each test checks the ones that it needs.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly lines: readonly any[];
  /** `file:row result: why`, with the particulars in brackets, if there are any. */
  readonly report: readonly string[];
  readonly summary: readonly string[];
  readonly faults: readonly string[];
}

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Converts these files. `products.csv` and `provider-subscriptions.csv` are the vendor's own. */
export function converted(
  shop: ShopName,
  files: Files,
  more: Partial<Conversion> = {},
  known: Known = emptyKnown,
): Converted {
  const own = (name: string): ExportFile | null => (files[name] === undefined ? null : fileOf(name, files[name]));
  const names = Object.keys(files).filter((name) => !["products.csv", "provider-subscriptions.csv"].includes(name));
  let [lines, report] = ["", ""];
  const { summary, faults } = convert({
    shop,
    files: names.map((name) => fileOf(name, files[name] ?? "")),
    products: own("products.csv"),
    subscriptions: own("provider-subscriptions.csv"),
    known: null,
    dates: { order: null, zoneMinutes: 0 },
    now,
    digest,
    writeLines: (text) => (lines += text),
    writeReport: (text) => (report += text),
    ...more,
  });
  const loaded = checkImport(parseImport(linesOf(new TextEncoder().encode(lines)), now), known, {
    now,
    sandbox: true,
    plans: new Map([["TASK-3-SUB-ANNUAL-WEB", { interval: "year" as const }]]),
    activationRules: () => places,
  });
  const [wrong] = loaded.faults;
  if (wrong) throw new Error(`the lines do not load: ${wrong.line} ${wrong.field}: ${wrong.message}`);
  return {
    lines: lines.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)])),
    report: parseCsv(report)
      .slice(1)
      .map(([file, row, result, what, why]) => `${file}:${row} ${result}: ${[what, why].filter(Boolean).join(", ")}`),
    summary,
    faults,
  };
}

/** Returns the lines of one type, without the fields that are defaults. */
export function only({ lines }: Converted, type: string, ...fields: readonly string[]): unknown[] {
  return lines.filter((line) => line.type === type).map((line) => fields.map((field) => line[field]));
}
