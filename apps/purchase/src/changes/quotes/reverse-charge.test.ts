import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inBatches } from "../../in-batches.ts";
import type { Json } from "../../testing/provider.ts";
import { makePlans, MONTHLY, purchaseWorld, testWorld, YEARLY } from "../../testing/purchase-world.ts";
import { done, invoicePathOf, makeSubscriber, type Subscriber, subscriptionCalls } from "../../testing/subscribers.ts";

const SUBSCRIBERS = caseCount("BUYERS", { usual: 24, torture: 50 });
const ROUNDS = caseCount("ROUNDS", { usual: 2, torture: 20 });

const world = testWorld({ reverseChargeFrom: "DE" }, 997, 9_941);

const VERIFIED = { DE: "DE000000000", FR: "FR00000000000" } as const;
type Country = keyof typeof VERIFIED;

const save = (who: Subscriber, country: Country, value: string | null) =>
  world.call(who.person, "POST", `customer/${who.customer}/billing_details`, {
    name: "Buyer",
    address: { line1: "1 Road", line2: "", city: "Town", state: "", postal_code: "1", country },
    tax_ids: value === null ? [] : [{ kind: "eu_vat", country, value }],
  });

/** Lets the tax register answer. No webhook is sent. */
async function answer(seconds = 31): Promise<void> {
  world.moveClock(seconds);
  await world.settle();
}

/** Saves the tax ID and lets the tax register answer. */
async function saveVerified(who: Subscriber, country: Country, value: string | null): Promise<void> {
  expect((await save(who, country, value)).status).toBe(200);
  await answer();
}

const { read, stage, create: charge, ...calls } = subscriptionCalls(world);
const preview = (who: Subscriber, wanted: object): Promise<Json> => done(calls.preview(who, wanted));

const taxOf = ({ total_taxes: taxes }: Json): number =>
  taxes.reduce((sum: number, { amount }: Json) => sum + amount, 0);

const aBuyer = fc.record({
  country: fc.constantFrom<Country>("DE", "FR"),
  seats: fc.integer({ min: 1, max: 300 }),
  isYearly: fc.boolean(),
  tax: fc.constantFrom(7.7, 19, 20, 33.3333),
  inclusive: fc.boolean(),
});
const aRound = fc.array(fc.record({ hasId: fc.boolean(), more: fc.integer({ min: 1, max: 40 }) }), {
  minLength: SUBSCRIBERS,
  maxLength: SUBSCRIBERS,
});

test(`DOC-03 in ${SUBSCRIBERS * ROUNDS} random changes, with and without a tax id, the previewed tax is the invoice's`, async () => {
  const seed = Number(process.env["SEED"] ?? 20_261_122);
  const buyers = fc.sample(aBuyer, { seed, numRuns: SUBSCRIBERS });
  const rounds = fc.sample(aRound, { seed: seed + 1, numRuns: ROUNDS });
  const subscribers = await inBatches(buyers, async (buyer) => ({
    ...buyer,
    saved: null as string | null,
    who: await makeSubscriber(world, {
      plan: buyer.isYearly ? YEARLY : MONTHLY,
      quantity: buyer.seats,
      taxPercent: buyer.tax,
      taxInclusive: buyer.inclusive,
    }),
  }));
  const kinds = new Map<string, number>();
  // Webhooks about the service's own calls would only cost time. Only verification results are sent.
  await world.sandbox.setWebhookChaos({ drop: true });
  for (const round of rounds) {
    await inBatches([...subscribers.entries()], async ([index, buyer]) => {
      const value = round[index]?.hasId ? VERIFIED[buyer.country] : null;
      if (value === buyer.saved) return;
      await save(buyer.who, buyer.country, value);
      buyer.saved = value;
    });
    await world.settle();
    await world.sandbox.setWebhookChaos({ drop: false });
    await answer(36_000);
    await world.sandbox.setWebhookChaos({ drop: true });
    await inBatches([...subscribers.entries()], async ([index, buyer]) => {
      const { who, country } = buyer;
      const { hasId, more } = round[index] ?? { hasId: false, more: 1 };
      buyer.seats += more;
      const wanted = { plan: buyer.isYearly ? YEARLY : MONTHLY, quantity: buyer.seats };
      const shown = await preview(who, wanted);
      await stage(who, wanted, shown.quote.id);
      const made = await charge(who);
      expect([wanted, made.status, made.body.message]).toEqual([wanted, 200, undefined]);
      const invoice = await world.provider("GET", `invoices/${made.body.invoice.id}`);
      const context = `seed ${seed}, ${country}, ${hasId ? "with" : "without"} id, ${JSON.stringify(wanted)}`;
      const isReverse = country === "FR" && hasId;
      expect([context, shown.tax, shown.total, shown.reverse_charge]).toEqual([
        context,
        taxOf(invoice),
        invoice.total,
        isReverse,
      ]);
      expect([context, invoice.customer_tax_exempt]).toEqual([context, isReverse ? "reverse" : "none"]);
      expect([context, shown.tax === 0]).toEqual([context, isReverse]);
      kinds.set(`${country} ${hasId}`, (kinds.get(`${country} ${hasId}`) ?? 0) + 1);
    });
  }
  await world.settle();
  await world.sandbox.setWebhookChaos({ drop: false });
  expect([...kinds.values()].reduce((sum, count) => sum + count, 0)).toBe(SUBSCRIBERS * ROUNDS);
  expect(
    Math.min(...["DE true", "DE false", "FR true", "FR false"].map((kind) => kinds.get(kind) ?? 0)),
  ).toBeGreaterThan((SUBSCRIBERS * ROUNDS) / 10);
}, 120_000);

const SEATS = { plan: MONTHLY, quantity: 5 };

test("DOC-03 a quote shown before the tax id counted is 20006, staged or not, and nothing is charged", async () => {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  const shown = await preview(who, SEATS);
  expect(shown.tax).toBeGreaterThan(0);
  expect((await stage(who, SEATS, shown.quote.id)).status).toBe(200);
  await saveVerified(who, "FR", VERIFIED.FR);
  expect((await charge(who)).body.code).toBe(20_006);
  expect((await stage(who, SEATS, shown.quote.id)).body.code).toBe(20_006);
  const now = await preview(who, SEATS);
  expect([now.tax, now.reverse_charge]).toEqual([0, true]);
  await stage(who, SEATS, now.quote.id);
  expect((await charge(who)).status).toBe(200);
  const { items, default_tax_rates: rates } = await read(who);
  expect([items.data[0].quantity, rates]).toEqual([5, []]);
});

test("DOC-03 a tax status that was never reported to us ends the charge with 20006, and is in the next preview", async () => {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  const shown = await preview(who, SEATS);
  await world.sandbox.setWebhookChaos({ drop: true });
  await world.provider("POST", `customers/${who.customer}`, { tax_exempt: "reverse" });
  await stage(who, SEATS, shown.quote.id);
  expect((await charge(who)).body.code).toBe(20_006);
  await world.sandbox.setWebhookChaos({});
  expect((await preview(who, SEATS)).tax).toBe(0);
});

test("DOC-03 a quote is charged if the tax id does not change its amount", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const shown = await preview(who, SEATS);
  await saveVerified(who, "FR", VERIFIED.FR);
  await stage(who, SEATS, shown.quote.id);
  expect((await charge(who)).status).toBe(200);
});

test("DOC-03 only a verified number of another member state counts, and the reverse charge ends with it", async () => {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  const exempt = async () => (await world.provider("GET", `customers/${who.customer}`)).tax_exempt;
  for (const [country, value, expected] of [
    ["FR", "FR11111111111", "none"],
    ["FR", "FR22222222222", "none"],
    ["FR", "FR33333333333", "none"],
    ["FR", VERIFIED.FR, "reverse"],
    ["DE", VERIFIED.DE, "none"],
    ["FR", VERIFIED.FR, "reverse"],
    ["FR", null, "none"],
  ] as const) {
    await saveVerified(who, country, value);
    expect([value, await exempt(), (await preview(who, SEATS)).tax === 0]).toEqual([
      value,
      expected,
      expected === "reverse",
    ]);
  }
  // A status that staff set at the provider stays.
  await world.provider("POST", `customers/${who.customer}`, { tax_exempt: "exempt" });
  await saveVerified(who, "FR", VERIFIED.FR);
  await saveVerified(who, "FR", null);
  expect(await exempt()).toBe("exempt");
  await world.provider("POST", `customers/${who.customer}`, { tax_exempt: "reverse" });
  await saveVerified(who, "DE", VERIFIED.DE);
  expect(await exempt()).toBe("reverse");
});

test("DOC-03 a vendor who does not use reverse charge taxes as before, with any tax id", async () => {
  const plain = await purchaseWorld();
  try {
    await makePlans(plain);
    const who = await makeSubscriber(plain, { quantity: 3, taxPercent: 20 });
    await plain.call(who.person, "POST", `customer/${who.customer}/billing_details`, {
      name: "Buyer",
      address: { line1: "", line2: "", city: "", state: "", postal_code: "", country: "FR" },
      tax_ids: [{ kind: "eu_vat", country: "FR", value: VERIFIED.FR }],
    });
    await plain.advance(31);
    expect((await plain.provider("GET", `customers/${who.customer}`)).tax_exempt).toBe("none");
    const { body } = await plain.call(who.person, "POST", `${invoicePathOf(who)}/preview`, SEATS);
    expect([body.tax > 0, body.reverse_charge]).toEqual([true, false]);
  } finally {
    await plain.close();
  }
});
