import { type ExportFolder, isTrue, Lookup, sharedTexts, type Tables, words } from "./export-folder.ts";
import type { ExportRow, RowPlace } from "./export-rows.ts";
import type { ConvertReport } from "./convert-report.ts";
import type { MovedLines } from "./moved-lines.ts";

// The objects of Lemon Squeezy's API, and CSV files with their fields as columns.

const common = ["store_id", "updated_at", "status_formatted", "urls", "order_item_id", "store"];
const money = ["currency", "subtotal", "setup_fee", "discount_total", "tax", "total", "refunded_amount"];

export const lemonSqueezyTables: Tables = {
  "license-keys": {
    required: {
      id: [],
      key: ["license_key"],
      user_email: ["email", "customer_email"],
      product_id: [],
      activation_limit: [],
    },
    optional: {
      order_id: [],
      customer_id: [],
      disabled: [],
      status: [],
      expires_at: [],
      created_at: [],
      test_mode: [],
    },
    ignored: [...common, "user_name", "key_short", "instances_count"],
  },
  orders: {
    required: { id: ["order_id"], status: [], user_email: ["email", "customer_email"] },
    optional: {
      customer_id: [],
      refunded: [],
      "first_order_item.product_id": ["product_id"],
      "first_order_item.variant_id": ["variant_id"],
      "first_order_item.product_name": ["product_name"],
      "first_order_item.variant_name": ["variant_name"],
      "first_order_item.quantity": ["quantity"],
      created_at: [],
      test_mode: [],
    },
    ignored: [
      ...common,
      ...money.flatMap((each) => [each, `${each}_usd`, `${each}_formatted`]),
      ...words("identifier order_number user_name currency_rate tax_name tax_rate tax_inclusive"),
      ...words("refunded_at first_order_item"),
    ],
  },
  subscriptions: {
    required: { id: [], order_id: [], status: [] },
    optional: {
      product_id: [],
      variant_id: [],
      product_name: [],
      variant_name: [],
      ends_at: [],
      renews_at: [],
      trial_ends_at: [],
      "first_subscription_item.quantity": ["quantity"],
      test_mode: [],
    },
    ignored: [
      ...common,
      ...words("customer_id user_name user_email card_brand card_last_four payment_processor pause"),
      ...words("cancelled billing_anchor first_subscription_item created_at"),
    ],
  },
  "license-key-instances": {
    required: { license_key_id: [], identifier: ["instance_id"] },
    optional: { name: ["instance_name"], created_at: [], updated_at: [] },
    ignored: ["id"],
  },
  customers: {
    required: { id: ["customer_id"], email: [] },
    optional: {},
    ignored: [
      ...common,
      ...words("name status city region country total_revenue_currency mrr country_formatted"),
      ...words("total_revenue_currency_formatted mrr_formatted created_at test_mode"),
    ],
  },
};

interface Order {
  readonly address: string;
  readonly customer: string;
  /** Why nothing comes of it, or "". */
  readonly lacks: string;
  readonly products: readonly string[];
  readonly name: string;
  readonly seats: string;
  readonly bought: string;
}

type Shop = {
  readonly orders: Lookup<Order>;
  readonly subscriptions: Lookup<Pick<Order, "products" | "name" | "seats"> & { readonly ends: string }>;
  /** Present addresses. */
  readonly customers: Lookup<string>;
};

const shared = sharedTexts();

const codes = new Map<string, readonly string[]>();

/** Returns the codes of a variant and of its product. */
function codesOf(product: string, variant: string): readonly string[] {
  const exact = `${product}/${variant}`;
  const known = codes.get(exact) ?? [variant === "" ? "" : exact, product].filter((code) => code !== "");
  codes.set(exact, known);
  return known;
}

const nameOf = (...names: readonly string[]): string => shared(names.filter((name) => name !== "").join(" "));

function orderOf(row: ExportRow): Order {
  const item = (field: string): string => row.get(`first_order_item.${field}`);
  return {
    address: row.get("user_email"),
    customer: row.get("customer_id"),
    lacks: lacksOf(row),
    products: codesOf(item("product_id"), item("variant_id")),
    name: nameOf(item("product_name"), item("variant_name")),
    seats: shared(item("quantity")),
    bought: row.get("created_at"),
  };
}

function lacksOf(row: ExportRow): string {
  const status = row.get("status").toLowerCase();
  if (isTrue(row.get("test_mode"))) return "test mode";
  if (isTrue(row.get("refunded")) || status === "refunded") return "its order was refunded";
  return ["paid", "partial_refund"].includes(status) ? "" : shared(`the status of its order is ${status}`);
}

function readShop(folder: ExportFolder, report: ConvertReport): Shop {
  const shop: Shop = { orders: new Lookup(), subscriptions: new Lookup(), customers: new Lookup() };
  const twice = "a row with its id is there already";
  for (const row of folder.rows("customers")) {
    if (!shop.customers.add(row.get("id"), row, row.get("email"))) report.merged(row, row.get("id"), twice);
  }
  for (const row of folder.rows("orders")) {
    if (!shop.orders.add(row.get("id"), row, orderOf(row))) report.merged(row, row.get("id"), twice);
  }
  for (const row of folder.rows("subscriptions")) {
    if (isTrue(row.get("test_mode"))) {
      report.leftOut(row, "test mode");
      continue;
    }
    const isOver = ["cancelled", "expired"].includes(row.get("status"));
    const trial = row.get("status") === "on_trial" ? row.get("trial_ends_at") : "";
    const subscription = {
      products: codesOf(row.get("product_id"), row.get("variant_id")),
      name: nameOf(row.get("product_name"), row.get("variant_name")),
      seats: shared(row.get("first_subscription_item.quantity")),
      ends: isOver ? row.get("ends_at") : trial || row.get("renews_at"),
    };
    if (!shop.subscriptions.add(row.get("order_id"), row, subscription)) {
      report.leftOut(row, "its order has another subscription", row.get("order_id"));
    }
  }
  return shop;
}

/** Takes licenses from keys, then from orders without a key, then the activated devices. */
export function convertLemonSqueezy(folder: ExportFolder, moved: MovedLines, report: ConvertReport): void {
  folder.require("license-keys");
  if (!folder.has("orders")) report.note("there is no file of orders, so refunded orders are not known");
  const shop = readShop(folder, report);
  for (const row of folder.rows("license-keys")) takeKey(row, shop, moved, report, folder.has("orders"));
  for (const [id, place] of shop.orders.all()) {
    const { value: order, isNamed } = place;
    if (order.lacks !== "") report.leftOut(place, order.lacks, id);
    else if (isNamed) report.taken(place, `order ${id}`, "with its key");
    else takeOrder(id, order, place, shop, moved);
  }
  // A large shop has many; the devices need the memory.
  shop.orders.clear();
  for (const row of folder.rows("license-key-instances")) {
    moved.device({
      place: row,
      id: row.get("identifier"),
      license: `ls-${row.get("license_key_id")}`,
      // Apps know only the instance's id, by which they ask.
      fingerprint: row.get("identifier"),
      name: row.get("name"),
      platform: "",
      created: row.get("created_at"),
      seen: row.get("updated_at"),
    });
  }
  tellRest(shop, report);
}

function takeKey(row: ExportRow, shop: Shop, moved: MovedLines, report: ConvertReport, hasOrders: boolean): void {
  const orderId = row.get("order_id");
  const order = shop.orders.find(orderId);
  const subscription = shop.subscriptions.find(orderId);
  const isDisabled = isTrue(row.get("disabled")) || row.get("status") === "disabled";
  const lacks = isTrue(row.get("test_mode")) ? "test mode" : isDisabled ? "the key is disabled" : order?.lacks;
  if (lacks) return report.leftOut(row, lacks, row.get("id"));
  const limit = row.get("activation_limit");
  moved.sale({
    place: row,
    id: `ls-${row.get("id")}`,
    address: shop.customers.find(row.get("customer_id")) ?? row.get("user_email"),
    products: [...(subscription?.products ?? order?.products ?? []), row.get("product_id")],
    productName: subscription?.name || (order?.name ?? ""),
    key: row.get("key"),
    seats: subscription?.seats || (order?.seats ?? ""),
    limit: limit === "" ? "unlimited" : limit,
    ends: subscription?.ends || row.get("expires_at"),
    bought: row.get("created_at"),
    why: hasOrders && order === null ? "its order is not in the export" : "",
  });
}

function takeOrder(id: string, order: Order, place: RowPlace, shop: Shop, moved: MovedLines): void {
  const subscription = shop.subscriptions.find(id);
  moved.sale({
    place,
    id: `ls-order-${id}`,
    address: shop.customers.find(order.customer) ?? order.address,
    products: subscription?.products ?? order.products,
    productName: subscription?.name || order.name,
    key: "",
    seats: subscription?.seats || order.seats,
    limit: "",
    ends: subscription?.ends ?? "",
    bought: order.bought,
    why: "the order has no key",
  });
}

/** Reports the rows that only other rows can use. */
function tellRest({ subscriptions, customers }: Shop, report: ConvertReport): void {
  for (const [id, place] of subscriptions.all()) {
    if (place.isNamed) report.taken(place, `order ${id}`, "the end and the seats of its license");
    else report.leftOut(place, "no key and no order names it", id);
  }
  const addresses = new Set<string>();
  for (const [id, place] of customers.all()) {
    const address = place.value.toLowerCase();
    if (!place.isNamed) report.leftOut(place, "the person bought nothing", id);
    else if (addresses.has(address)) report.merged(place, id, "another row has its address");
    else report.taken(place, `customer ${id}`);
    addresses.add(address);
  }
}
