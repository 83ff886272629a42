import { expect, test } from "vitest";
import { converted, only } from "./testing/converted.ts";

// Rows made by hand after the public descriptions of the shops' entities.

const products = [
  "shop_product,product_id,description",
  "pri_year,TASK-3-SUB-ANNUAL-WEB,Tasklight 3",
  "pro_oak,DIAGRAM-7,Diagrammer Oak 7",
  "policy-1,TASK-3,Tasklight 3",
].join("\n");

test("MOVE-05 subscriptions and one-time transactions of Paddle become licenses; refunds and drafts do not", () => {
  const subscription = (id: string, more: object) => ({
    id,
    status: "active",
    customer_id: "ctm_1",
    address_id: "add_1",
    currency_code: "EUR",
    started_at: "2025-01-05T00:00:00.123Z",
    next_billed_at: "2027-01-05T00:00:00Z",
    current_billing_period: { starts_at: "2026-01-05T00:00:00Z", ends_at: "2027-01-05T00:00:00Z" },
    scheduled_change: null,
    items: [
      { status: "active", quantity: 4, price: { id: "pri_year", product_id: "pro_task", name: "yearly" } },
      { status: "active", quantity: 1, price: { id: "pri_x", product_id: "pro_oak", name: "Oak" } },
    ],
    ...more,
  });
  const all = converted("paddle", {
    "customers.json": JSON.stringify({
      data: [
        { id: "ctm_1", email: "ada@a.example", name: "Ada", status: "active" },
        { id: "ctm_2", email: "bo@a.example", name: null, status: "archived" },
      ],
      meta: { request_id: "r", pagination: { has_more: false } },
    }),
    "subscriptions.json": JSON.stringify({
      data: [
        subscription("sub_1", {}),
        subscription("sub_2", { status: "canceled", canceled_at: "2025-06-01T00:00:00Z", customer_id: "ctm_9" }),
        subscription("sub_3", { status: "canceled", canceled_at: "2025-06-01T00:00:00Z", items: [] }),
      ],
    }),
    "transactions.csv": [
      "id,status,customer_id,subscription_id,product_id,price_id,product_name,quantity,billed_at,Fancy Column",
      "txn_1,completed,ctm_1,sub_1,pro_task,pri_year,Tasklight,4,2026-01-05T00:00:00Z,",
      "txn_2,completed,ctm_1,,pro_oak,pri_once,Oak,2,2026-01-06T00:00:00Z,",
      "txn_3,completed,ctm_1,,pro_oak,pri_once,Oak,1,2026-01-07T00:00:00Z,",
      "txn_4,draft,ctm_1,,pro_oak,pri_once,Oak,1,,",
      "txn_5,completed,ctm_1,,pro_oak,pri_once,Oak,1,2026-01-08T00:00:00Z,",
    ].join("\n"),
    "adjustments.csv":
      "id,action,type,transaction_id,status\nadj_1,refund,full,txn_3,approved\nadj_2,refund,partial,txn_2,approved\n",
    "license-keys.csv": "key,transaction_id,activation_limit\nOAK-1,txn_2,2\nOAK-2,txn_2,2\nOAK-3,txn_8,2\n",
    "products.csv": products,
  });
  expect(all.faults).toEqual([]);
  expect(only(all, "license", "id", "product_id", "total_seats", "key", "expires_date", "activation_limit")).toEqual([
    ["sub_1", "TASK-3-SUB-ANNUAL-WEB", 4, undefined, "2027-01-05T00:00:00Z", undefined],
    ["sub_1-2", "DIAGRAM-7", 1, undefined, "2027-01-05T00:00:00Z", undefined],
    ["txn_2", "DIAGRAM-7", 1, "OAK-1", undefined, 2],
    ["txn_2-2", "DIAGRAM-7", 1, "OAK-2", undefined, 2],
    ["txn_5", "DIAGRAM-7", 1, undefined, undefined, undefined],
  ]);
  expect(all.report.filter((line) => line.includes("left out:"))).toEqual([
    "adjustments.csv:3 left out: txn_2, it returns nothing, or a part only",
    "subscriptions.json:2 left out: ctm_9, its customer is not in the export",
    "subscriptions.json:3 left out: sub_3, it has no item",
    "transactions.csv:2 left out: txn_1, it belongs to a subscription",
    "transactions.csv:4 left out: txn_3, it was refunded",
    "transactions.csv:5 left out: txn_4, its status is draft",
    "customers.json:2 left out: ctm_2, the person bought nothing",
    "license-keys.csv:4 left out: txn_8, its sale is not in the export",
  ]);
  expect(all.summary.filter((line) => line.includes("unknown"))).toEqual([
    "transactions.csv: unknown column, not used: Fancy Column",
  ]);
});

test("MOVE-05 licenses, users and machines of Keygen become licenses, accounts and devices", () => {
  const license = (id: string, owner: string | null, attributes: object) => ({
    id,
    type: "licenses",
    attributes: {
      name: null,
      key: `KEY-${id}`,
      expiry: "2027-01-01T00:00:00.000Z",
      status: "ACTIVE",
      suspended: false,
      maxMachines: 2,
      maxUsers: null,
      floating: true,
      metadata: {},
      created: "2025-01-01T00:00:00.000Z",
      ...attributes,
    },
    relationships: {
      policy: { data: { type: "policies", id: "policy-1" } },
      product: { data: { type: "products", id: "product-1" } },
      owner: { data: owner === null ? null : { type: "users", id: owner } },
      machines: { links: { related: "/v1/…" }, meta: { count: 1 } },
    },
  });
  const machine = (id: string, of: string, fingerprint: string) => ({
    id,
    type: "machines",
    attributes: {
      fingerprint,
      name: null,
      hostname: "studio.local",
      platform: "macOS",
      created: "2025-02-01T00:00:00Z",
      lastHeartbeat: "2026-11-01T10:00:00Z",
    },
    relationships: { license: { data: { type: "licenses", id: of } } },
  });
  const user = (id: string, email: string, status = "ACTIVE") => ({
    id,
    type: "users",
    attributes: { email, status, fullName: "A" },
  });
  const all = converted("keygen", {
    "licenses.json": JSON.stringify({
      data: [
        license("l1", "u1", {}),
        license("l2", "u1", { status: "SUSPENDED", suspended: true }),
        license("l3", null, { metadata: { email: "cy@a.example" }, maxMachines: null, expiry: null }),
        license("l4", null, { name: "Studio Oak" }),
        license("l5", null, {}),
        license("l6", "u2", {}),
        license("l7", "u1", { status: "EXPIRED", expiry: "2025-06-01T00:00:00Z" }),
      ],
    }),
    "users.json": JSON.stringify({
      data: [user("u1", "ada@a.example"), user("u2", "bo@a.example", "BANNED"), user("u3", "di@a.example")],
    }),
    "machines.json": JSON.stringify({
      data: [
        machine("m1", "l1", "4d:Eq:UV:D3:XZ:tL:WN:Bz:mA:Eg:E6:Mk:YX:dK:NC"),
        machine("m2", "l1", "a-fingerprint-of-ours"),
        machine("m3", "l1", "third"),
      ],
    }),
    "products.csv": products,
  });
  expect(only(all, "license", "id", "owners", "key", "expires_date", "activation_limit")).toEqual([
    ["l1", ["ada_a.example"], "KEY-l1", "2027-01-01T00:00:00Z", 2],
    ["l3", ["cy_a.example"], "KEY-l3", undefined, 1000],
    ["l7", ["ada_a.example"], "KEY-l7", "2025-06-01T00:00:00Z", 2],
  ]);
  expect(only(all, "license_key", "key", "owner")).toEqual([["KEY-l4", "Studio Oak"]]);
  expect(only(all, "activation", "id", "fingerprint", "name", "platform", "last_seen")).toEqual([
    ["m1", expect.stringMatching(/^[\w-]{43}$/), "studio.local", "macOS", "2026-11-01T10:00:00Z"],
    ["m2", "a-fingerprint-of-ours", "studio.local", "macOS", "2026-11-01T10:00:00Z"],
  ]);
  expect(all.report.filter((line) => line.includes("left out:"))).toEqual([
    "licenses.json:2 left out: l2, it is suspended",
    "licenses.json:5 left out: l5, it has neither an owner nor a name",
    "licenses.json:6 left out: l6, its owner is banned",
    "machines.json:3 left out: l1, its license has no more places",
    "users.json:3 left out: u3, the person owns no license",
  ]);
});
