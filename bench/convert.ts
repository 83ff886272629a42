import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { serverMemory } from "@foyer/testing/running-system";
import { type Part, reaching } from "./part.ts";

const LICENSES = 100_000;
const DEVICES_EACH = 2;
/** Licenses of one person. */
const OWNED = 4;
const WANTED_SECONDS = 60;
const WANTED_MB = 300;
const root = fileURLToPath(new URL("../", import.meta.url));

/** Objects of the shop's API, as long as the shop sends them. */
function relations(type: string, id: number, names: readonly string[]) {
  const links = (name: string) => {
    const self = `https://api.lemonsqueezy.com/v1/${type}/${id}/relationships/${name}`;
    return [name, { links: { related: self.replace("relationships/", ""), self } }];
  };
  return {
    relationships: Object.fromEntries(names.map(links)),
    links: { self: `https://api.lemonsqueezy.com/v1/${type}/${id}` },
  };
}

const at = (n: number): string => new Date(Date.UTC(2021, 0, 1) + n * 600_000).toISOString().replace("Z", "000Z");
const person = (n: number) => ({ user_name: `Person ${n}`, user_email: `Person.${n}@customer${n % 900}.example` });

const licenseKey = (n: number) => ({
  type: "license-keys",
  id: String(n),
  attributes: {
    store_id: 1,
    customer_id: n % (LICENSES / OWNED),
    order_id: n,
    order_item_id: n,
    product_id: n % 3,
    ...person(n % (LICENSES / OWNED)),
    key: `${String(n).padStart(8, "0")}-4A42-4C23-9C41-08A3B43BD1D2`,
    key_short: "XXXX-08A3B43BD1D2",
    activation_limit: n % 7 === 0 ? null : 5,
    instances_count: DEVICES_EACH,
    disabled: false,
    status: "active",
    status_formatted: "Active",
    expires_at: null,
    created_at: at(n),
    updated_at: at(n),
    test_mode: false,
  },
  ...relations("license-keys", n, ["store", "customer", "order", "order-item", "product", "license-key-instances"]),
});

const order = (n: number) => ({
  type: "orders",
  id: String(n),
  attributes: {
    store_id: 1,
    customer_id: n % (LICENSES / OWNED),
    identifier: `104e18a2-d755-4d4b-80c4-${String(n).padStart(12, "0")}`,
    order_number: n,
    ...person(n % (LICENSES / OWNED)),
    currency: "USD",
    subtotal: 999,
    tax: 200,
    total: 1199,
    tax_name: "VAT",
    tax_rate: "20.00",
    status: n % 50 === 0 ? "refunded" : "paid",
    status_formatted: "Paid",
    refunded: n % 50 === 0,
    refunded_at: null,
    first_order_item: {
      id: n,
      order_id: n,
      product_id: n % 3,
      variant_id: n % 6,
      product_name: `Product ${n % 3}`,
      variant_name: "Pro",
      price: 999,
      quantity: 1,
    },
    created_at: at(n),
    updated_at: at(n),
    test_mode: false,
  },
  ...relations("orders", n, ["store", "customer", "order-items", "subscriptions", "license-keys"]),
});

const instance = (n: number) => ({
  type: "license-key-instances",
  id: String(n),
  attributes: {
    license_key_id: Math.floor(n / DEVICES_EACH),
    identifier: `f70a79fa-6054-433e-9c1b-${String(n).padStart(12, "0")}`,
    name: `Computer ${n}`,
    created_at: at(n),
    updated_at: at(n),
  },
  ...relations("license-key-instances", n, ["license-key"]),
});

/** Writes pages of 100 objects, one in a line, as a loop over the API saves them. */
async function writePages(file: string, count: number, one: (n: number) => object): Promise<number> {
  const stream = createWriteStream(file);
  for (let n = 0; n < count; n += 100) {
    const data = Array.from({ length: 100 }, (_, index) => one(n + index));
    const page = { meta: { page: { currentPage: n / 100 + 1, perPage: 100 } }, jsonapi: { version: "1.0" }, data };
    if (!stream.write(`${JSON.stringify(page)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await finished(stream);
  return (await stat(file)).size;
}

/** Runs the command. Returns its seconds and its highest resident memory in MB. */
async function measured(args: readonly string[]): Promise<{ readonly seconds: number; readonly mb: number }> {
  const began = performance.now();
  const child = spawn(path.join(root, "node_modules/.bin/node"), ["apps/foyer/src/main.ts", ...args], {
    cwd: root,
    env: { ...process.env, ...serverMemory },
    stdio: ["ignore", "ignore", "inherit"],
  });
  let mb = 0;
  const watch = setInterval(() => {
    const [, highest = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
    mb = Math.max(mb, Number(highest) / 1_024);
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`the command ended with ${code ?? "a signal"}`);
  return { seconds: (performance.now() - began) / 1_000, mb };
}

export const convert: Part = {
  about: `the export of a shop with ${LICENSES.toLocaleString("en")} licenses as lines to import (MOVE-05)`,
  run: async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "foyer-convert-"));
    try {
      const source = path.join(folder, "shop");
      await mkdir(source);
      const sizes = [
        await writePages(path.join(source, "license-keys.jsonl"), LICENSES, licenseKey),
        await writePages(path.join(source, "orders.jsonl"), LICENSES, order),
        await writePages(path.join(source, "license-key-instances.jsonl"), LICENSES * DEVICES_EACH, instance),
      ];
      const products = [
        "shop_product,product_id,description",
        "0,TASK-3,Tasklight 3",
        "1,DIAGRAM-7,Oak 7",
        "2,PLAN-4,Plotline 4",
      ];
      await writeFile(path.join(source, "products.csv"), products.join("\n"));
      const { seconds, mb } = await measured(["convert", "lemon-squeezy", source]);
      const size = sizes.reduce((sum, each) => sum + each, 0) / 1_000_000;
      const what = `${size.toFixed(0)} MB of JSON`;
      return [
        {
          what,
          figure: `${seconds.toFixed(1)} s`,
          ...reaching(seconds, { max: WANTED_SECONDS, unit: " s", digits: 1 }),
        },
        {
          what: "highest resident memory",
          figure: `${mb.toFixed(0)} MB`,
          ...reaching(mb, { max: WANTED_MB, unit: " MB", digits: 0 }),
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
