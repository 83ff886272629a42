import { beforeAll, expect, test } from "vitest";
import { MONTHLY, sales, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makePerson } from "../testing/subscribers.ts";

const MISSING = "OUTLINE-6-SUB-ANNUAL-WEB";
const DEAR = "OUTLINE-7-SUB-ANNUAL-WEB";
const KEPT = "OUTLINE-4-SUB-ANNUAL-WEB";

const yearly = {
  amountCents: 10_000,
  currency: "usd",
  interval: "year",
  product: "OUTLINE",
  nickname: "Outlinear 5",
} as const;
const more = [
  { ...yearly, id: MISSING },
  { ...yearly, id: DEAR, amountCents: 1 },
  { ...yearly, id: KEPT, onSale: false },
];
const world = testWorld({ sales: { ...sales, plans: [...sales.plans, ...more] } });
beforeAll(async () => {
  const plan = { currency: "usd", amount: 10_000, interval: "year", product: "OUTLINE", nickname: "Outlinear" };
  for (const id of [DEAR, KEPT, "TASK-3-SUB-ANNUAL-WEB"]) await world.provider("POST", "plans", { ...plan, id });
});

const get = (person: string | null, path: string) => world.call(person, "GET", path);

test("BUY-01 anybody reads what is on sale: products, plans, what a year saves; it may be kept for a minute", async () => {
  const { status, body, headers } = await get(null, "catalogue");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("public, max-age=60");
  expect(body).toEqual({
    products: [
      {
        id: "OUTLINE-5",
        name: "Outlinear 5",
        plans: [
          { id: YEARLY, interval: "year", amount: 10_000, currency: "usd" },
          { id: MONTHLY, interval: "month", amount: 1_000, currency: "usd" },
        ],
        year_saves: 2_000,
      },
      // The provider's price counts, because it is what is charged.
      {
        id: "OUTLINE-7",
        name: "Outlinear 7",
        plans: [{ id: DEAR, interval: "year", amount: 10_000, currency: "usd" }],
      },
    ],
    taxed_by_country: false,
  });
});

test("BUY-01 staff see the catalogue beside the provider's prices, nobody else does", async () => {
  const staff = await makePerson(world, "stella", ["read"]);
  const { body } = await get(staff, "admin/catalogue/");
  const provider = { amount: 10_000, currency: "usd", interval: "year" };
  expect(body.plans).toEqual([
    { id: YEARLY, ours: { ...provider, on_sale: true }, provider, differences: [], is_sold: true },
    expect.objectContaining({ id: MONTHLY, differences: [], is_sold: true }),
    { id: MISSING, ours: { ...provider, on_sale: true }, provider: null, differences: ["missing"], is_sold: false },
    { id: DEAR, ours: { ...provider, amount: 1, on_sale: true }, provider, differences: ["amount"], is_sold: true },
    { id: KEPT, ours: { ...provider, on_sale: false }, provider, differences: [], is_sold: false },
    { id: "TASK-3-SUB-ANNUAL-WEB", ours: null, provider, differences: [], is_sold: false },
  ]);
  const other = await makePerson(world, "olaf");
  expect((await get(other, "admin/catalogue/")).status).toBe(404);
});

test("BUY-14 the catalogue says whether the tax depends on the country", async () => {
  const rate = { display_name: "VAT", percentage: 20, inclusive: false };
  await world.provider("POST", "tax_rates", rate);
  await world.provider("POST", "tax_rates", { ...rate, country: "US", state: "CA" });
  await world.sweep("plans");
  expect((await get(null, "catalogue")).body.taxed_by_country).toBe(false);
  await world.provider("POST", "tax_rates", { ...rate, country: "GB" });
  await world.sweep("plans");
  expect((await get(null, "catalogue")).body.taxed_by_country).toBe(true);
});

test("BUY-01 each difference is one line at the start", async () => {
  const lines: string[] = [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const log = { warn: (_facts: object, line: string) => lines.push(line), child: () => log } as never;
  const { service } = await world.another({ log });
  await service.catchUp();
  expect(lines).toEqual([
    `the plan ${MISSING} is not on sale at the provider`,
    `the plan ${DEAR} differs at the provider: amount`,
  ]);
});
