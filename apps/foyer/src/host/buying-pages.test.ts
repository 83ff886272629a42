import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import type { Catalogue } from "@foyer/contract/checkout";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portalBrandOf } from "@foyer/contract/portal-brand";
import { brand } from "../../../../brand/fernhill.ts";
import { buyingPages } from "./buying-pages.ts";
import { catalogueSource } from "./catalogue-source.ts";

const sold = (name: string): Catalogue => ({
  products: [{ id: "OAK-1", name, plans: [{ id: "OAK-1-SUB", interval: "year", amount: 100, currency: "usd" }] }],
  taxed_by_country: false,
});
const template = {
  html: '<title><!--buying-title--></title><meta name="portal-parts" content=""><div id="root"><!--first-buying--></div>',
  policy: { "content-security-policy": "default-src 'none'" },
  link: "",
};

let folder = "";
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "buying-"));
  // In place of the built renderer.
  fs.writeFileSync(
    path.join(folder, "served-buying.js"),
    "export const parameters = ['plan', 'seats']; export const renderBuying = async ({ products }, search) => ({ root: `${products[0].name} $& ${search} <i>© %years% %accountsTitle%</i>`, title: 'Buy · %provider%' });",
  );
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const textOf = (page: { plain: Buffer } | null): string => page?.plain.toString() ?? "";

const settings = {
  brand: {
    ...portalBrandOf(brand),
    provider: "A & B",
    accountsTitle: 'A "B" <C>',
    copyrightYears: { from: 1994, to: 2024 },
  },
};

test("BUY-01 the page has the view, the catalogue and the brand's words, and follows the catalogue (FAULT-53)", async () => {
  let now: Catalogue | null = sold("Oak</script>");
  const pages = buyingPages(folder, { template, settings, catalogue: async () => now });
  const first = await pages("?seats=2");
  expect(textOf(first)).toContain("<title>Buy · A &amp; B</title>");
  expect(textOf(first)).toContain(
    '<div id="root">Oak</script> $& ?seats=2 <i>© 1994-2024 A &quot;B&quot; &lt;C></i></div>',
  );
  expect(textOf(first)).toContain('id="foyer-catalogue">{"products":[{"id":"OAK-1","name":"Oak\\u003c/script>"');
  expect(await pages("?seats=2")).toBe(first);
  expect(await pages("?seats=3")).not.toBe(first);
  now = sold("Elm");
  expect(textOf(await pages("?seats=2"))).toContain("Elm");
  expect(await pages(`?plan=${"x".repeat(1_000)}`)).toBeNull();
  now = null;
  expect(await pages("?seats=2")).toBeNull();
});

test("BUY-01 parameters that say nothing make no page, and a flood of links is left to the application (FAULT-28)", async () => {
  const pages = buyingPages(folder, { template, settings, catalogue: async () => sold("Oak") });
  const first = await pages("?plan=OAK-1&seats=2");
  for (let x = 0; x < 100; x++) expect(await pages(`?x=${x}&seats=2&plan=OAK-1&utm_source=${x}`)).toBe(first);
  const flood = await Promise.all(Array.from({ length: 200 }, (_, at) => pages(`?plan=${at}`)));
  expect(flood.filter((page) => page !== null).length).toBeLessThanOrEqual(40);
  expect(await pages("?seats=2&plan=OAK-1")).not.toBeNull();
});

test("BUY-01 the catalogue is read at most once a minute; a failure is not kept", async () => {
  let asked = 0;
  let status = 503;
  const server = http.createServer((_request, response) => {
    asked += 1;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(sold("Oak")));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const source = catalogueSource(`http://127.0.0.1:${port}`, { warn: () => undefined });
  expect(await source()).toBeNull();
  status = 200;
  const answers = await Promise.all([source(), source(), source()]);
  expect(answers.map((answer) => answer?.products[0]?.name)).toEqual(["Oak", "Oak", "Oak"]);
  expect(asked).toBe(2);
  server.close();
});
