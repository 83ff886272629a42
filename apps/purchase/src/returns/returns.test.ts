import { beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { ONCE, type PurchaseWorld, salesWithOnce, testWorld } from "../testing/purchase-world.ts";
import {
  type Buyer,
  checkoutCalls,
  makeBuyer,
  makePerson,
  makeSubscriber,
  type Subscriber,
  subscriptionCalls,
} from "../testing/subscribers.ts";

const world = testWorld({ sales: salesWithOnce() });
/** The same service for a brand whose refunds end access. */
const ending = testWorld({ sales: { ...salesWithOnce(), refunds: "access_ends" } });
beforeAll(async () => {
  for (const one of [world, ending]) {
    await one.sweep("plans");
    await makePerson(one, "frank", ["billing"]);
  }
});

const papers = async (of: PurchaseWorld, { person, customer }: Buyer): Promise<Json[]> =>
  (await of.call(person, "GET", `customer/${customer}/documents`)).body.documents;
const invoiceOf = async (of: PurchaseWorld, { customer }: Buyer): Promise<Json> =>
  (await of.provider("GET", "invoices", { customer })).data.at(-1);
const statusOf = async (of: PurchaseWorld, who: Buyer, id: string): Promise<string> =>
  (await papers(of, who)).find((paper) => paper.id === id).status;
const timeline = async (of: PurchaseWorld, { customer }: Buyer): Promise<Json[]> => {
  const { body } = await of.call("frank", "GET", `admin/customers/${customer}/`);
  return body.timeline.filter(({ title }: Json) => title === "refund" || title === "dispute");
};

/** Presses a button of the provider's dashboard. */
async function press(of: PurchaseWorld, path: string, fields: Record<string, string> = {}): Promise<void> {
  const url = `${of.providerOrigin}/sandbox/stripe/${path}`;
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  expect([path, answer.status]).toEqual([path, 303]);
  await of.settle();
}

async function boughtOnce(of: PurchaseWorld, card = "pm_card_visa"): Promise<Buyer & { offer: Json }> {
  const buyer = await makeBuyer(of, card);
  const { opened, payCheckout } = checkoutCalls(of);
  const offer = await opened(buyer.person, { plan: ONCE, quantity: 1 });
  expect((await payCheckout(buyer.person, offer.id)).status).toBe(200);
  await of.settle();
  return { ...buyer, offer };
}

test("DOC-06 refunds made at the provider are in the papers and the staff's timeline, once each (FAULT-10)", async () => {
  const who = await makeSubscriber(world, { quantity: 3 });
  const { id, number } = await invoiceOf(world, who);
  await press(world, `invoices/${id}/refund`, { amount: "1000" });
  expect(await statusOf(world, who, id)).toBe("paid");
  await press(world, `invoices/${id}/refund`);
  expect(await statusOf(world, who, id)).toBe("refunded");
  const refunds = (await papers(world, who)).filter(({ kind }) => kind === "refund");
  const ascending = (one: number, two: number): number => one - two;
  expect(refunds.map(({ total }) => total).toSorted(ascending)).toEqual([-2_000, -1_000]);
  expect(refunds[0]).toMatchObject({ number, net: null, tax: null, license: who.license, status: "refunded" });
  const shown = (await timeline(world, who)).map(({ details }) => details);
  expect(shown.map(({ total }) => total).toSorted(ascending)).toEqual([1_000, 2_000]);
  expect(shown.map(({ invoice }) => invoice)).toEqual([id, id]);
  // The refund of a credit note stays one row.
  const other = await makeSubscriber(world, { quantity: 3 });
  const invoice = await invoiceOf(world, other);
  await world.provider("POST", "credit_notes", { invoice: invoice.id, amount: 500, refund_amount: 500 });
  await world.settle();
  expect((await papers(world, other)).filter(({ kind }) => kind === "refund")).toHaveLength(1);
  expect((await subscriptionCalls(world).read(who)).status).toBe("active");
});

test("ROLE-04 a dispute shows staff its date, the papers its state, and one that is won leaves the invoice paid (FAULT-10)", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const { id } = await invoiceOf(world, who);
  await press(world, `invoices/${id}/dispute`);
  expect(await statusOf(world, who, id)).toBe("disputed");
  const [shown] = await timeline(world, who);
  expect(shown).toMatchObject({ title: "dispute", details: { invoice: id, total: 1_000, state: "needs_response" } });
  expect(Date.parse(shown?.details.answer_until)).toBeGreaterThan(Date.parse(shown?.at));
  await press(world, `disputes/${shown?.details.object}/decide`, { status: "won" });
  expect(await statusOf(world, who, id)).toBe("paid");
  const lost = await boughtOnce(world, "pm_card_createDispute");
  const { id: sold } = await invoiceOf(world, lost);
  const [dispute] = await timeline(world, lost);
  await world.provider("POST", `disputes/${dispute?.details.object}/close`);
  await world.settle();
  expect(await statusOf(world, lost, sold)).toBe("charged_back");
  expect(world.accounts.sales.filter(({ invoice_id: invoice }) => invoice === sold)).toHaveLength(1);
});

test("BUY-18 a brand whose refunds end access: a whole refund or a dispute does, a part does not (FAULT-10)", async () => {
  const { read, newsOf } = subscriptionCalls(ending);
  const state = async (who: Subscriber): Promise<string> => (await read(who)).status;
  const [whole, part, disputed, renewed] = await Promise.all([1, 2, 3, 4].map(() => makeSubscriber(ending)));
  if (!whole || !part || !disputed || !renewed) throw new Error("no subscribers");
  const lastPaid = await invoiceOf(ending, renewed);
  await press(ending, `invoices/${(await invoiceOf(ending, part)).id}/refund`, { amount: "2999" });
  await press(ending, `invoices/${(await invoiceOf(ending, whole)).id}/refund`);
  await press(ending, `invoices/${(await invoiceOf(ending, disputed)).id}/dispute`);
  expect([await state(whole), await state(part), await state(disputed)]).toEqual(["canceled", "active", "canceled"]);
  expect(newsOf(whole).at(-1)?.subscription.status).toBe("canceled");
  const [kept, gone] = [await boughtOnce(ending), await boughtOnce(ending)];
  await press(ending, `invoices/${(await invoiceOf(ending, kept)).id}/refund`, { amount: "100" });
  // The webhook of this one is lost; the list of events has it.
  await ending.sandbox.setWebhookChaos({ drop: true });
  await press(ending, `invoices/${(await invoiceOf(ending, gone)).id}/refund`);
  await ending.sandbox.setWebhookChaos({ drop: false });
  await ending.sweep("catch-up-events");
  await ending.settle();
  const returned = ending.accounts.sales.filter(({ returned_at: at }) => at !== undefined);
  expect(returned.map(({ registration_id: id }) => id)).toEqual([gone.offer.license]);
  await ending.advance(32 * 86_400);
  await press(ending, `invoices/${lastPaid.id}/refund`);
  expect(await state(renewed)).toBe("active");
});
