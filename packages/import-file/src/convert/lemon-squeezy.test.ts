import { expect, test } from "vitest";
import { converted, only } from "./testing/converted.ts";

// Rows made by hand after the public descriptions of the API's objects.

const products =
  "shop_product,product_id,description,activation_limit\n10,TASK-3,Tasklight 3,3\n10/2,TASK-3-SUB-ANNUAL-WEB,Tasklight 3,\n11,-,,\n";
const keyHeadings =
  "id,order_id,customer_id,product_id,user_name,user_email,key,activation_limit,instances_count,disabled,status,expires_at,created_at,test_mode";
const key = (id: number, more: Record<string, string> = {}): string => {
  const row: Record<string, string> = {
    id: String(id),
    order_id: String(100 + id),
    product_id: "10",
    user_name: "Maria Moss",
    user_email: "maria@moss.example",
    key: `0000000${id}-4A42-4C23-9C41-08A3B43BD1D2`,
    activation_limit: "3",
    disabled: "false",
    status: "active",
    created_at: "2024-02-03T04:05:06.000000Z",
    test_mode: "false",
    ...more,
  };
  return keyHeadings
    .split(",")
    .map((name) => row[name] ?? "")
    .join(",");
};
const keys = (...rows: readonly string[]): string => [keyHeadings, ...rows].join("\r\n");
const orderHeadings =
  "id,status,refunded,user_email,first_order_item.product_id,first_order_item.variant_id,first_order_item.quantity,created_at,test_mode";
const orders = (...rows: readonly string[]): string => [orderHeadings, ...rows].join("\n");
const paid = (id: number, more = "10,1,1,2024-02-03T04:05:06Z,false"): string =>
  `${id},paid,false,maria@moss.example,${more}`;

test("MOVE-05 a key of Lemon Squeezy becomes an account, a license with the key, and the buyer's seat", () => {
  const all = converted("lemon-squeezy", {
    "license-keys.csv": keys(key(1)),
    "orders.csv": orders(paid(101)),
    "products.csv": products,
  });
  expect(all.lines).toEqual([
    {
      type: "account",
      username: "maria_moss.example",
      email: "maria@moss.example",
      state: 100,
      is_staff: false,
      created: "2024-02-03T04:05:06Z",
      same_address: true,
    },
    {
      type: "license",
      id: "ls-1",
      owners: ["maria_moss.example"],
      product_id: "TASK-3",
      description: "Tasklight 3",
      products: ["Tasklight 3"],
      purchase_type: "perpetual",
      total_seats: 1,
      registration_date: "2024-02-03T04:05:06Z",
      upgrades_remaining: 0,
      key: "00000001-4A42-4C23-9C41-08A3B43BD1D2",
      key_owner: "maria_moss.example",
    },
    {
      type: "seat",
      id: "ls-1-1",
      license: "ls-1",
      username: "maria_moss.example",
      status: "active",
      created: "2024-02-03T04:05:06Z",
    },
  ]);
  expect(all.report).toEqual([
    "license-keys.csv:2 taken: license ls-1 of maria_moss.example",
    "orders.csv:2 taken: order 101, with its key",
  ]);
  expect(all.faults).toEqual([]);
});

test("MOVE-05 refunded, test, disabled and unpaid rows are left out, each with its reason", () => {
  const all = converted("lemon-squeezy", {
    "license-keys.csv": keys(
      key(1),
      key(2),
      key(3, { disabled: "1" }),
      key(4, { status: "disabled" }),
      key(5, { test_mode: "true" }),
      key(6),
      key(7, { product_id: "11" }),
      key(8, { user_email: "no address" }),
      key(9),
    ),
    "orders.csv": orders(
      "101,refunded,true,maria@moss.example,10,1,1,,false",
      "102,paid,true,maria@moss.example,10,1,1,,false",
      paid(103),
      "106,pending,false,maria@moss.example,10,1,1,,false",
      "108,paid,false,x@y.example,10,1,1,,false",
      "120,paid,false,bo@moss.example,10,1,1,,true",
    ),
    "products.csv": products,
  });
  expect(only(all, "license", "id")).toEqual([["ls-9"]]);
  const why = all.report.map((line) => line.replace(/^license-keys.csv:/, ""));
  expect(why.slice(0, 9)).toEqual([
    "2 left out: 1, its order was refunded",
    "3 left out: 2, its order was refunded",
    "4 left out: 3, the key is disabled",
    "5 left out: 4, the key is disabled",
    "6 left out: 5, test mode",
    "7 left out: 6, the status of its order is pending",
    "8 left out: 11, products.csv leaves its product out",
    "9 left out: no address, its address is not valid",
    "10 taken: license ls-9 of maria_moss.example, its order is not in the export",
  ]);
  expect(all.report.at(-1)).toBe("orders.csv:7 left out: 120, test mode");
  expect(all.summary).toContain("  left out, license-keys.csv: its order was refunded (2)");
});

test("MOVE-05 an order without a key becomes a license without one", () => {
  const all = converted("lemon-squeezy", {
    "license-keys.csv": keys(key(1)),
    "orders.csv": orders(paid(101), paid(200)),
    "products.csv": products,
  });
  expect(only(all, "license", "id", "key")).toEqual([
    ["ls-1", "00000001-4A42-4C23-9C41-08A3B43BD1D2"],
    ["ls-order-200", undefined],
  ]);
  expect(only(all, "account", "username")).toHaveLength(1);
  expect(all.report).toContain("orders.csv:3 taken: license ls-order-200 of maria_moss.example, the order has no key");
});

test("MOVE-05 one person with an address in several spellings and names has one account", () => {
  const all = converted("lemon-squeezy", {
    "license-keys.csv": keys(
      key(1, { customer_id: "1" }),
      key(2, { user_email: "Maria@MOSS.example", user_name: "M. Moss", customer_id: "2" }),
      key(3, { user_email: "old@moss.example", customer_id: "3" }),
    ),
    "customers.csv":
      "id,email,name\n1,maria@moss.example,Maria Moss\n2,MARIA@moss.example,M. Moss\n3,new@moss.example,N\n4,idle@moss.example,I\n",
    "products.csv": products,
  });
  expect(only(all, "account", "username")).toEqual([["maria_moss.example"], ["new_moss.example"]]);
  expect(only(all, "license", "id", "owners")).toEqual([
    ["ls-1", ["maria_moss.example"]],
    ["ls-2", ["maria_moss.example"]],
    ["ls-3", ["new_moss.example"]],
  ]);
  expect(all.report.slice(-4)).toEqual([
    "customers.csv:2 taken: customer 1",
    "customers.csv:3 merged: 2, another row has its address",
    "customers.csv:4 taken: customer 3",
    "customers.csv:5 left out: 4, the person bought nothing",
  ]);
});

test("MOVE-05 limits of devices are the key's: none, 0 and above 1000 are 1000; that of the product is not repeated", () => {
  const limits = ["", "0", "5", "3", "5000", "many"];
  const rows = limits.map((limit, at) => key(at + 1, { activation_limit: limit, customer_id: String(at) }));
  const all = converted("lemon-squeezy", { "license-keys.csv": keys(...rows), "products.csv": products });
  expect(only(all, "license", "activation_limit")).toEqual([[1000], [1000], [5], [undefined], [1000]]);
  expect(only(all, "license", "activation_limit_until")[0]).toEqual(["2100-01-01T00:00:00Z"]);
  expect(all.report.at(-1)).toContain("license-keys.csv:7 left out");
});

test("MOVE-05 instances keep their ids as devices of the buyer's seat, up to the places of the license", () => {
  const instance = (n: number, license: number): string =>
    `f70a79fa-6054-433e-9c1b-00000000000${n},${license},Mac ${n},2024-05-0${n}T00:00:00Z`;
  const all = converted("lemon-squeezy", {
    "license-keys.csv": keys(key(1, { activation_limit: "2" }), key(2, { disabled: "true" })),
    "license-key-instances.csv": [
      "identifier,license_key_id,name,created_at",
      instance(1, 1),
      instance(1, 1),
      instance(2, 1),
      instance(3, 1),
      instance(4, 2),
    ].join("\n"),
    "products.csv": products,
  });
  expect(only(all, "activation", "id", "license", "username", "fingerprint", "name", "created")).toEqual(
    [1, 2].map((n) => {
      const id = `f70a79fa-6054-433e-9c1b-00000000000${n}`;
      return [id, "ls-1", "maria_moss.example", id, `Mac ${n}`, `2024-05-0${n}T00:00:00Z`];
    }),
  );
  expect(all.report.filter((line) => line.includes("instances") && !line.includes(" taken: "))).toEqual([
    expect.stringContaining("the device is there twice"),
    expect.stringContaining("its license has no more places"),
    expect.stringContaining("the device's license was not taken"),
  ]);
});

test("MOVE-05 a subscription gives its license the variant, the seats and the end of the paid period", () => {
  const all = converted("lemon-squeezy", {
    "license-keys.csv": keys(key(1), key(2), key(3, { expires_at: "2023-01-01T00:00:00Z", status: "expired" })),
    "subscriptions.csv": [
      "id,order_id,product_id,variant_id,status,renews_at,ends_at,quantity",
      "1,101,10,2,active,2027-01-05T00:00:00Z,,5",
      "2,102,10,2,cancelled,2027-01-05T00:00:00Z,2026-12-01T00:00:00Z,1",
    ].join("\n"),
    "provider-subscriptions.csv": "license,subscription\nls-2,sub_here\n",
    "products.csv": products,
  });
  expect(only(all, "license", "product_id", "total_seats", "expires_date")).toEqual([
    ["TASK-3-SUB-ANNUAL-WEB", 5, "2027-01-05T00:00:00Z"],
    // It is paid here from now on.
    ["TASK-3-SUB-ANNUAL-WEB", 1, undefined],
    ["TASK-3", 1, "2023-01-01T00:00:00Z"],
  ]);
  expect(only(all, "subscription", "license", "id")).toEqual([["ls-2", "sub_here"]]);
});

test("MOVE-05 pages of the API give the same lines as a CSV file", () => {
  const object = (id: number) => ({
    type: "license-keys",
    id: String(id),
    attributes: {
      store_id: 1,
      customer_id: 1,
      order_id: 100 + id,
      product_id: 10,
      user_name: 'Maria "Mo" Moss, Ltd\n',
      user_email: "maria@moss.example",
      key: `0000000${id}-4A42-4C23-9C41-08A3B43BD1D2`,
      activation_limit: 3,
      disabled: false,
      expires_at: null,
      created_at: "2024-02-03T04:05:06.000000Z",
      test_mode: false,
    },
    relationships: { order: { links: { self: "https://api.lemonsqueezy.com/v1/license-keys/1/relationships/order" } } },
  });
  const page = (...ids: readonly number[]) => ({
    meta: { page: { total: 3 } },
    data: ids.map(object),
    links: { next: null },
  });
  const csv = converted("lemon-squeezy", {
    "license-keys.csv": keys(key(1), key(2), key(3)),
    "products.csv": products,
  });
  const texts = [
    `${JSON.stringify(page(1, 2))}\n${JSON.stringify(page(3))}\n`,
    JSON.stringify([page(1, 2), page(3)], null, 2),
    JSON.stringify([1, 2, 3].map(object)),
    [1, 2, 3].map((id) => JSON.stringify(object(id))).join("\n"),
  ];
  for (const text of texts) {
    const json = converted("lemon-squeezy", { "license_keys (1).json": text, "products.csv": products });
    expect(json.lines).toEqual(csv.lines);
    expect(json.summary.filter((line) => line.includes("unknown"))).toEqual([]);
  }
});
