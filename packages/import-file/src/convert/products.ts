import { addressKey } from "@foyer/domain/addresses";
import { csvCell } from "@foyer/domain/csv";
import { ConvertFault, type ExportFile, rowsOf, type TableShape } from "./export-rows.ts";

// The files of the vendor that go with an export: which product is which, and what this or the payment provider's system has.

/** The product here that a product of the shop becomes. */
export interface Product {
  readonly productId: string;
  readonly description: string;
  /** Devices that the brand allows; null if the file does not say it, and "none" if its apps are not activated. */
  readonly limit: number | "none" | null;
}

const productColumns: TableShape = {
  required: { shop_product: [], product_id: [], description: [] },
  optional: { activation_limit: [] },
  ignored: ["name"],
};

/** In `product_id`: the licenses of the product are left out. */
const LEFT_OUT = "-";

/** Number of unmapped products that a fault lists. */
const LISTED = 100;

export class Products {
  readonly #known = new Map<string, Product | "left out">();
  readonly #unmapped = new Map<string, { readonly name: string; count: number }>();

  read(file: ExportFile): void {
    for (const row of rowsOf(file, productColumns, () => undefined)) {
      const [code, productId, description] = ["shop_product", "product_id", "description"].map((name) => row.get(name));
      const limit = row.get("activation_limit");
      if (!code || !productId || (productId !== LEFT_OUT && !description) || !/^(|-|[1-9]\d{0,3})$/.test(limit)) {
        throw new ConvertFault(
          `${file.name}:${row.row}: a line has shop_product, product_id and description; activation_limit is empty, - or a number`,
        );
      }
      const parsed = limit === "" ? null : limit === LEFT_OUT ? "none" : Number(limit);
      const product = { productId, description: description ?? "", limit: parsed } as const;
      this.#known.set(code, productId === LEFT_OUT ? "left out" : product);
    }
  }

  /** Returns the product of the first known code, or null. Notes the first code if none is known. */
  find(codes: readonly string[], name: string): Product | "left out" | null {
    const found = codes.map((code) => this.#known.get(code)).find((product) => product !== undefined);
    if (found !== undefined) return found;
    const [code = ""] = codes;
    const noted = this.#unmapped.get(code) ?? { name, count: 0 };
    noted.count += 1;
    this.#unmapped.set(code, noted);
    return null;
  }

  /** Returns the fault about products that the file lacks, with lines to fill in, or null. */
  fault(): string | null {
    if (this.#unmapped.size === 0) return null;
    const listed = [...this.#unmapped].toSorted(([, one], [, other]) => other.count - one.count).slice(0, LISTED);
    const lines = listed.map(([code, { name, count }]) => `${csvCell(code)},,,,${csvCell(`${name} (${count})`)}`);
    return [
      `products.csv lacks ${this.#unmapped.size} of the shop's products. Fill in these lines, or - as product_id to leave a product out:`,
      "shop_product,product_id,description,activation_limit,name",
      ...lines,
    ].join("\n");
  }
}

const subscriptionColumns: TableShape = { required: { license: [], subscription: [] }, optional: {}, ignored: [] };

/** Returns the payment provider's subscriptions by license. */
export function readSubscriptions(file: ExportFile): Map<string, string> {
  const found = new Map<string, string>();
  for (const row of rowsOf(file, subscriptionColumns, () => undefined)) {
    found.set(row.get("license"), row.get("subscription"));
  }
  return found;
}

const accountColumns: TableShape = {
  required: { type: [] },
  optional: { username: [], email: [], state: [] },
  ignored: [],
};

/** Account names of this system. */
export interface KnownNames {
  /** Names of open accounts by `addressKey`. */
  readonly byAddress: Map<string, string>;
  readonly taken: Set<string>;
}

/** Reads the accounts in an export of this system. */
export function readKnownNames(file: ExportFile | null): KnownNames {
  const known: KnownNames = { byAddress: new Map(), taken: new Set() };
  if (file === null) return known;
  for (const row of rowsOf(file, accountColumns, () => undefined)) {
    if (row.get("type") !== "account") continue;
    known.taken.add(row.get("username"));
    const isOpen = ["", "100"].includes(row.get("state"));
    if (isOpen) known.byAddress.set(addressKey(row.get("email")), row.get("username"));
  }
  return known;
}
