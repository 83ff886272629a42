import { ExportFolder, type Tables } from "./export-folder.ts";
import { ConvertFault, type ExportFile } from "./export-rows.ts";
import { ConvertReport } from "./convert-report.ts";
import { convertKeygen, keygenTables } from "./keygen.ts";
import { convertLemonSqueezy, lemonSqueezyTables } from "./lemon-squeezy.ts";
import { MovedLines } from "./moved-lines.ts";
import { convertPaddle, paddleTables } from "./paddle.ts";
import { convertPlainCsv, plainCsvTables } from "./plain-csv.ts";
import { Products, readKnownNames, readSubscriptions } from "./products.ts";
import type { DateOptions } from "./shop-dates.ts";

interface Shop {
  readonly tables: Tables;
  /** The kind of a single file whose name says nothing. */
  readonly main: string;
  readonly convert: (
    folder: ExportFolder,
    moved: MovedLines,
    report: ConvertReport,
    digest: (text: string) => string,
  ) => void;
}

const shops = {
  "lemon-squeezy": { tables: lemonSqueezyTables, main: "license-keys", convert: convertLemonSqueezy },
  paddle: { tables: paddleTables, main: "transactions", convert: convertPaddle },
  keygen: { tables: keygenTables, main: "licenses", convert: convertKeygen },
  csv: { tables: plainCsvTables, main: "licenses", convert: convertPlainCsv },
} as const satisfies Readonly<Record<string, Shop>>;

export type ShopName = keyof typeof shops;

export const shopNames = Object.keys(shops).filter((name): name is ShopName => name in shops);

export interface Conversion {
  readonly shop: ShopName;
  readonly files: readonly ExportFile[];
  /** The table of products; null if there is none yet. */
  readonly products: ExportFile | null;
  /** The payment provider's subscriptions by license. */
  readonly subscriptions: ExportFile | null;
  /** An export of this system. */
  readonly known: ExportFile | null;
  readonly dates: DateOptions;
  readonly now: Date;
  /** SHA-256 in base64url. */
  readonly digest: (text: string) => string;
  /** Receives the text of import lines. */
  readonly writeLines: (text: string) => void;
  /** Receives the text of the report. */
  readonly writeReport: (text: string) => void;
}

/**
 * Converts a shop's export into import lines and a report of each row.
 *
 * @returns the summary, and the faults because of which the lines must not be used.
 */
export function convert(given: Conversion): {
  readonly summary: readonly string[];
  readonly faults: readonly string[];
} {
  const report = new ConvertReport(given.writeReport);
  const products = new Products();
  const { tables, main, convert: run }: Shop = shops[given.shop];
  try {
    if (given.products) products.read(given.products);
    const moved = new MovedLines({
      ...given,
      products,
      report,
      subscriptions: given.subscriptions ? readSubscriptions(given.subscriptions) : new Map<string, string>(),
      known: readKnownNames(given.known),
      write: given.writeLines,
    });
    run(new ExportFolder(given.files, tables, main, report), moved, report, given.digest);
    const faults = [moved.dateFault, products.fault()].filter((fault) => fault !== null);
    return { summary: report.summary(), faults };
  } catch (error) {
    if (error instanceof ConvertFault) return { summary: report.summary(), faults: [error.message] };
    throw error;
  }
}
