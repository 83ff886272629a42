import { hash } from "node:crypto";
import { closeSync, openSync, readSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { convert, type ShopName, shopNames } from "@foyer/import-file/convert";
import type { ExportFile } from "@foyer/import-file/export-rows";
import { zoneOffset } from "@foyer/import-file/shop-dates";
import { fileNamed, misused } from "./settings.ts";

const usage = `convert ${shopNames.join("|")} FOLDER|FILE [--products FILE] [--subscriptions FILE] [--known FILE] [--dates mdy|dmy] [--zone +02:00]`;

const options = {
  products: { type: "string" },
  subscriptions: { type: "string" },
  known: { type: "string" },
  dates: { type: "string" },
  zone: { type: "string", default: "Z" },
} as const;

/** Files of the vendor's own, which may be in the folder of the export. */
const OWN_FILES = ["products.csv", "provider-subscriptions.csv"];

/** Bytes that are written at once. */
const WRITTEN_AT_ONCE = 65_536;

const isShop = (name: string | undefined): name is ShopName => shopNames.some((shop) => shop === name);

/** Each piece is read into the same memory, because the next one is asked for when it was used. */
const piece = Buffer.alloc(65_536);

function exportFile(file: string): ExportFile {
  return {
    name: path.basename(file),
    *bytes() {
      const handle = openSync(file, "r");
      try {
        for (let length = readSync(handle, piece); length > 0; length = readSync(handle, piece)) {
          yield piece.subarray(0, length);
        }
      } finally {
        closeSync(handle);
      }
    },
  };
}

/** A file that takes its name when it is complete. Only its owner may read it, because it has keys and addresses. */
class NewFile {
  readonly #name: string;
  readonly #handle: number;
  readonly #waiting = Buffer.alloc(WRITTEN_AT_ONCE);
  #length = 0;

  constructor(name: string) {
    this.#name = name;
    rmSync(`${name}.part`, { force: true });
    this.#handle = openSync(`${name}.part`, "wx", 0o600);
  }

  readonly write = (text: string): void => {
    const bytes = Buffer.byteLength(text);
    if (this.#length + bytes > WRITTEN_AT_ONCE) this.#flush();
    if (bytes > WRITTEN_AT_ONCE) writeFileSync(this.#handle, text);
    else this.#length += this.#waiting.write(text, this.#length);
  };

  #flush(): void {
    writeFileSync(this.#handle, this.#waiting.subarray(0, this.#length));
    this.#length = 0;
  }

  /** @param isGood false removes the file. */
  end(isGood: boolean): void {
    this.#flush();
    closeSync(this.#handle);
    if (isGood) renameSync(`${this.#name}.part`, this.#name);
    else rmSync(`${this.#name}.part`);
  }
}

interface Sources {
  readonly files: readonly ExportFile[];
  /** Returns the named file, or the one with that name in the export's folder, or null. */
  readonly own: (given: string | undefined, usual: string) => ExportFile | null;
}

async function sourcesIn(source: string): Promise<Sources> {
  const isFolder = (await stat(source)).isDirectory();
  const folder = isFolder ? source : path.dirname(source);
  const all = await readdir(folder, { withFileTypes: true });
  const names = all.filter((entry) => entry.isFile() && !entry.name.startsWith(".")).map(({ name }) => name);
  const exported = isFolder ? names.filter((name) => !OWN_FILES.includes(name)) : [path.basename(source)];
  return {
    files: exported.toSorted().map((name) => exportFile(path.join(folder, name))),
    own: (given, usual) => {
      if (given !== undefined) return exportFile(fileNamed(given));
      return names.includes(usual) ? exportFile(path.join(folder, usual)) : null;
    },
  };
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    return null;
  }
}

/** `convert SHOP FOLDER|FILE`: writes import lines and a report next to a shop's export. Needs no settings, database or network. */
export async function run(args: readonly string[]): Promise<number> {
  const parsed = readArgs(args);
  const [shop, named, ...more] = parsed?.positionals ?? [];
  if (!parsed || !isShop(shop) || named === undefined || more.length > 0) return misused(usage);
  const { values } = parsed;
  const order = values.dates ?? null;
  const zoneMinutes = zoneOffset(values.zone);
  if ((order !== null && order !== "mdy" && order !== "dmy") || Number.isNaN(zoneMinutes)) return misused(usage);
  // The collector returns memory earlier: most of it is read once, and a large export must not need much.
  setFlagsFromString("--heap-growing-percent=40");
  const source = fileNamed(named);
  const { files, own } = await sourcesIn(source);
  const [lines, report] = [`${source}.import.jsonl`, `${source}.report.csv`];
  const [lineFile, reportFile] = [new NewFile(lines), new NewFile(report)];
  const { summary, faults } = convert({
    shop,
    files,
    products: own(values.products, "products.csv"),
    subscriptions: own(values.subscriptions, "provider-subscriptions.csv"),
    known: own(values.known, ""),
    dates: { order, zoneMinutes },
    now: new Date(),
    digest: (text) => hash("sha256", text, "base64url"),
    writeLines: lineFile.write,
    writeReport: reportFile.write,
  });
  lineFile.end(faults.length === 0);
  reportFile.end(true);
  const written = faults.length === 0 ? [`Lines to import: ${lines}`] : [];
  process.stdout.write([...summary, ...written, `Report of each row: ${report}`, ""].join("\n"));
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  return faults.length === 0 ? 0 : 1;
}
