import { type ExportFolder, Lookup, sharedTexts, type Tables, words } from "./export-folder.ts";
import type { Columns, ExportRow } from "./export-rows.ts";
import type { ConvertReport } from "./convert-report.ts";
import type { MovedLines, Sale } from "./moved-lines.ts";

// The entities of Paddle's API, and CSV files with their fields as columns. Paddle issues no keys, so they are the vendor's own file.

/** Items of a transaction or a subscription that are read. */
const ITEMS = 20;

/** The columns of an item. A CSV file has one item in a row. */
function itemColumns(at: number): Columns {
  const only = (...names: readonly string[]): readonly string[] => (at === 0 ? names : []);
  return {
    [`items.${at}.price.id`]: [`items.${at}.price_id`, ...only("price_id")],
    [`items.${at}.price.product_id`]: only("product_id"),
    [`items.${at}.price.name`]: [`items.${at}.price.description`, ...only("price_name", "product_name")],
    [`items.${at}.quantity`]: only("quantity"),
  };
}

const items: Columns = Object.assign({}, ...Array.from({ length: ITEMS }, (_, at) => itemColumns(at)));

const common = ["address_id", "business_id", "currency_code", "custom_data", "updated_at", "import_meta", "discount"];
const billing = [
  "collection_mode",
  "billing_details",
  "discount_id",
  "management_urls",
  "items",
  "details",
  "payments",
];

export const paddleTables: Tables = {
  customers: {
    required: { id: ["customer_id"], email: ["customer_email"] },
    optional: {},
    ignored: [...common, "name", "status", "locale", "marketing_consent", "created_at"],
  },
  subscriptions: {
    required: { id: ["subscription_id"], status: ["subscription_status"], customer_id: [] },
    optional: {
      ...items,
      "current_billing_period.ends_at": ["ends_at"],
      next_billed_at: [],
      canceled_at: [],
      started_at: [],
      created_at: [],
    },
    ignored: [
      ...common,
      ...billing,
      ...words("first_billed_at paused_at billing_cycle current_billing_period scheduled_change"),
    ],
  },
  transactions: {
    required: { id: ["transaction_id"], status: ["transaction_status"], customer_id: [] },
    optional: { ...items, subscription_id: [], billed_at: [], created_at: [] },
    ignored: [
      ...common,
      ...billing,
      ...words("origin invoice_id invoice_number billing_period checkout receipt_data revised_at"),
    ],
  },
  adjustments: {
    required: { action: [], type: [], transaction_id: [], status: [] },
    optional: { id: ["adjustment_id"] },
    ignored: [
      ...words("subscription_id customer_id reason credit_applied_to_balance currency_code items totals"),
      ...words("payout_totals tax_rates_used created_at updated_at"),
    ],
  },
  "license-keys": {
    required: { key: ["license_key"], sale: ["transaction_id", "subscription_id"] },
    optional: { activation_limit: [], expires_at: [] },
    ignored: [],
  },
};

interface OwnKey {
  readonly key: string;
  readonly limit: string;
  readonly ends: string;
}

interface Shop {
  readonly customers: Lookup<string>;
  readonly refunded: Set<string>;
  readonly keys: Lookup<OwnKey[]>;
}

function readShop(folder: ExportFolder, report: ConvertReport): Shop {
  const shop: Shop = { customers: new Lookup(), refunded: new Set(), keys: new Lookup() };
  for (const row of folder.rows("customers")) {
    if (!shop.customers.add(row.get("id"), row, row.get("email"))) {
      report.merged(row, row.get("id"), "a row with its id is there already");
    }
  }
  for (const row of folder.rows("adjustments")) {
    const isReturned = ["refund", "chargeback"].includes(row.get("action")) && row.get("status") === "approved";
    if (isReturned && row.get("type") === "full") {
      shop.refunded.add(row.get("transaction_id"));
      report.taken(row, row.get("transaction_id"), "the transaction is left out");
    } else report.leftOut(row, "it returns nothing, or a part only", row.get("transaction_id"));
  }
  for (const row of folder.rows("license-keys")) {
    const own = { key: row.get("key"), limit: row.get("activation_limit"), ends: row.get("expires_at") };
    if (!shop.keys.add(row.get("sale"), row, [own])) shop.keys.find(row.get("sale"))?.push(own);
  }
  return shop;
}

/** Takes licenses from subscriptions, and from transactions that belong to none. */
export function convertPaddle(folder: ExportFolder, moved: MovedLines, report: ConvertReport): void {
  folder.require("customers");
  if (!folder.has("adjustments")) report.note("there is no file of adjustments, so refunds are not known");
  const shop = readShop(folder, report);
  const named = new Set<string>();
  for (const row of folder.rows("subscriptions")) {
    named.add(row.get("id"));
    const isOver = row.get("status") === "canceled";
    const end = row.get("current_billing_period.ends_at") || row.get("next_billed_at");
    takeItems(row, { ends: isOver ? row.get("canceled_at") : end, bought: row.get("started_at") }, shop, moved, report);
  }
  for (const row of folder.rows("transactions")) {
    const lacks = lacksOf(row, shop);
    if (lacks !== "") report.leftOut(row, lacks, row.get("id"));
    else takeItems(row, { ends: "", bought: row.get("billed_at") }, shop, moved, report);
  }
  for (const [id, place] of shop.customers.all()) {
    if (place.isNamed) report.taken(place, `customer ${id}`);
    else report.leftOut(place, "the person bought nothing", id);
  }
  for (const [id, place] of shop.keys.all()) {
    if (place.isNamed) report.taken(place, `${place.value.length} keys of ${id}`);
    else report.leftOut(place, "its sale is not in the export", id);
  }
}

function lacksOf(row: ExportRow, { refunded }: Shop): string {
  if (row.get("subscription_id") !== "") return "it belongs to a subscription";
  if (refunded.has(row.get("id"))) return "it was refunded";
  return ["completed", "paid", "billed"].includes(row.get("status")) ? "" : `its status is ${row.get("status")}`;
}

const shared = sharedTexts();

/** Takes a license for each item, or for each key if the sale has several. */
function takeItems(
  row: ExportRow,
  { ends, bought }: Pick<Sale, "ends" | "bought">,
  { customers, keys }: Shop,
  moved: MovedLines,
  report: ConvertReport,
): void {
  const address = customers.find(row.get("customer_id"));
  if (address === null) return report.leftOut(row, "its customer is not in the export", row.get("customer_id"));
  const owned = keys.find(row.get("id")) ?? [];
  const sold = Array.from({ length: ITEMS }, (_, at) => `items.${at}`).filter(
    (item) => row.get(`${item}.price.id`) + row.get(`${item}.price.product_id`) !== "",
  );
  if (sold.length === 0) return report.leftOut(row, "it has no item", row.get("id"));
  const units: { readonly item: string; readonly own: OwnKey | null }[] = [
    ...sold.map((item, at) => ({ item, own: owned[at] ?? null })),
    // Further keys are of the last item.
    ...owned.slice(sold.length).map((own) => ({ item: sold.at(-1) ?? "", own })),
  ];
  for (const [at, { item, own }] of units.entries()) {
    moved.sale({
      place: row,
      id: at === 0 ? row.get("id") : `${row.get("id")}-${at + 1}`,
      address,
      products: [row.get(`${item}.price.id`), row.get(`${item}.price.product_id`)].filter((code) => code !== ""),
      productName: shared(row.get(`${item}.price.name`)),
      key: own?.key ?? "",
      seats: owned.length > sold.length ? "1" : row.get(`${item}.quantity`),
      limit: own?.limit ?? "",
      ends: ends || (own?.ends ?? ""),
      bought: bought || row.get("created_at"),
    });
  }
}
