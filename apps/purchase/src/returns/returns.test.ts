import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { ONCE, type PurchaseWorld, purchaseWorld, sales } from "../testing/purchase-world.ts";
import {
  makeCustomer,
  makeOncePrice,
  makePerson,
  makePlans,
  makeSubscriber,
  pathOf,
  saveCard,
} from "../testing/subscribers.ts";

let world: PurchaseWorld;
/** The same service for a brand whose refunds end access. */
let ending: PurchaseWorld;

async function made(refunds: "access_ends" | "access_stays"): Promise<PurchaseWorld> {
  const once = { id: ONCE, amountCents: 24_999, currency: "usd", product: "OUTLINE", nickname: "Outlinear 5" };
  const of = await purchaseWorld({ sales: { ...sales, refunds, plans: [...sales.plans, once] } });
  await makePlans(of);
  await makeOncePrice(of);
  await of.sweep("plans");
  await makePerson(of, "frank", ["billing"]);
  return of;
}
beforeAll(async () => {
  [world, ending] = await Promise.all([made("access_stays"), made("access_ends")]);
});
afterAll(() => Promise.all([world.close(), ending.close()]));

interface Paid {
  readonly person: string;
  readonly customer: string;
}
const papers = async (of: PurchaseWorld, { person, customer }: Paid): Promise<Json[]> =>
  (await of.call(person, "GET", `customer/${customer}/documents`)).body.documents;
const invoiceOf = async (of: PurchaseWorld, { customer }: Paid): Promise<Json> =>
  (await of.provider("GET", "invoices", { customer })).data.at(-1);
const statusOf = async (of: PurchaseWorld, who: Paid, id: string): Promise<string> =>
  (await papers(of, who)).find((paper) => paper.id === id).status;
const timeline = async (of: PurchaseWorld, { customer }: Paid): Promise<Json[]> => {
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

async function boughtOnce(of: PurchaseWorld, card = "pm_card_visa"): Promise<Paid & { offer: Json }> {
  const person = await makePerson(of);
  const customer = await makeCustomer(of, person);
  await saveCard(of, customer, card);
  const offer = (await of.call(person, "POST", "checkout", { plan: ONCE, quantity: 1 })).body.checkout;
  expect((await of.call(person, "POST", `checkout/${offer.id}/pay`, {})).status).toBe(200);
  await of.settle();
  return { person, customer, offer };
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
  expect((await world.call(who.person, "GET", pathOf(who))).body.subscription.status).toBe("active");
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
  const state = async (who: Paid & { readonly subscription: string }): Promise<string> =>
    (await ending.call(who.person, "GET", `customer/${who.customer}/subscription/${who.subscription}`)).body
      .subscription.status;
  const [whole, part, disputed, renewed] = await Promise.all([1, 2, 3, 4].map(() => makeSubscriber(ending)));
  if (!whole || !part || !disputed || !renewed) throw new Error("no subscribers");
  const lastPaid = await invoiceOf(ending, renewed);
  await press(ending, `invoices/${(await invoiceOf(ending, part)).id}/refund`, { amount: "2999" });
  await press(ending, `invoices/${(await invoiceOf(ending, whole)).id}/refund`);
  await press(ending, `invoices/${(await invoiceOf(ending, disputed)).id}/dispute`);
  expect([await state(whole), await state(part), await state(disputed)]).toEqual(["canceled", "active", "canceled"]);
  const told = ending.accounts.news.filter(({ subscription }) => subscription.id === whole.subscription);
  expect(told.at(-1)?.subscription.status).toBe("canceled");
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
