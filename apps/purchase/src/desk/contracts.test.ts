import { drainJobs } from "@foyer/service-kit/jobs";
import { createLog } from "@foyer/service-kit/log";
import { eventually } from "@foyer/testing/running-system";
import { afterEach, expect, test } from "vitest";
import { deskCalls, hiddenIn } from "../testing/desk.ts";
import type { Json } from "../testing/provider.ts";
import { type Answer, MONTHLY, ONCE, salesWithOnce, testWorld } from "../testing/purchase-world.ts";
import { type Buyer, checkoutCalls, makeBuyer, makePerson, makeSubscriber } from "../testing/subscribers.ts";

const PRICE = 10_000;
const DAY = 86_400;
const waiver = { id: "withdrawal", version: "1", text: "I give it up.", privateOnly: true };
const sold = salesWithOnce(PRICE);
const world = testWorld({ sales: { ...sold, consumerDesk: { countries: "all" } }, stripe: { timeoutMs: 10_000 } });
afterEach(() => world.sandbox.setFaults([]));
const { state, linkTo, get, send, mailsTo } = deskCalls(world);
const { start, opened, payCheckout } = checkoutCalls(world);

interface Bought extends Buyer {
  readonly email: string;
  readonly license: string;
  readonly checkout: string;
}

async function buy(buyer: Buyer, plan = MONTHLY, body: object = {}): Promise<Bought> {
  const checkout = await opened(buyer.person, { plan, quantity: 2 });
  const paid = await payCheckout(buyer.person, checkout.id, body);
  expect([paid.status, paid.body.message]).toEqual([200, undefined]);
  await world.settle();
  return { ...buyer, email: `${buyer.person}@example.com`, license: checkout.license, checkout: checkout.id };
}
const bought = async (plan?: string): Promise<Bought> => await buy(await makeBuyer(world), plan);

const statementOf = async (id: string): Promise<Json> => {
  const staff = await makePerson(world, undefined, ["read"]);
  const { statements } = (await world.call(staff, "GET", "admin/statements/")).body;
  return statements.find((one: Json) => one.id === id);
};
const refunds = async ({ customer }: Buyer): Promise<number> =>
  (await world.provider("GET", "charges", { customer })).data.reduce(
    (sum: number, { amount_refunded: refunded }: Json) => sum + refunded,
    0,
  );
const live = async ({ customer }: Buyer): Promise<Json[]> =>
  (await world.provider("GET", "subscriptions", { customer })).data.filter(({ status }: Json) => status === "active");

/** Clicks on a button of the page behind a mailed link. */
async function click(link: string, act: "carry_out" | "not_me"): Promise<string> {
  const page = await get(link);
  expect(page.status).toBe(200);
  return (await send(new URL(link, world.origin).pathname, { ...hiddenIn(page.text), act })).text;
}

const stated = (one: Bought, more: object = {}) => state("withdraw", { reference: one.email, ...more });
const biller = (): Promise<string> => makePerson(world, undefined, ["billing", "admin"]);
const decide = (staff: string, id: string, body: object): Promise<Answer> =>
  world.call(staff, "POST", `admin/statements/${id}/decide/`, { reason: "checked", ...body });

test("DESK-04 the owner's click ends the subscription, gives everything back and tells the record, once for two clicks", async () => {
  const one = await bought();
  const { id } = await stated(one, { reference: one.email.toUpperCase(), receiptTo: "ada@else.example" });
  expect(await statementOf(id)).toMatchObject({
    state: "waiting",
    reason: "no_click",
    match: { customer: one.customer, checkout: one.checkout, license: one.license, amount: 2_000, currency: "usd" },
  });
  expect(mailsTo("ada@else.example").at(-1)?.text).not.toMatch(/order\?|Carry it out/);
  const link = linkTo(one.email) ?? "";
  // Looking at the page, as mail programs do, ends nothing.
  await get(link);
  expect([await refunds(one), (await live(one)).length]).toEqual([0, 1]);
  const fields = { ...hiddenIn((await get(link)).text), act: "carry_out" };
  const clicks = await Promise.all([send("/withdraw/order", fields), send("/withdraw/order", fields)]);
  await world.settle();
  expect([await refunds(one), await live(one)]).toEqual([2_000, []]);
  for (const { text } of [...clicks, await send("/withdraw/order", fields), await get(link)])
    expect(text).toMatch(/It is (being )?carried out/);
  expect(await statementOf(id)).toMatchObject({ state: "carried_out", reason: null, decided_by: null });
  const news = world.accounts.news.filter(({ subscription }) => subscription.customer_id === one.customer).at(-1);
  expect(news).toMatchObject({
    subscription: { status: "canceled" },
    cause: { by: one.person, statement: "withdraw" },
  });
  const subjects = mailsTo(one.email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === "Purchase of Outlinear 5 canceled")).toHaveLength(1);
  const ended = mailsTo(one.email).filter(({ subject }) => subject.endsWith("has ended"));
  expect(ended.map(({ text }) => text)).toEqual([expect.stringContaining("it was canceled")]);
  world.moveClock(61);
  await send("/withdraw/order", { ...fields, act: "not_me" });
  expect(await statementOf(id)).toMatchObject({ state: "carried_out" });
});

test("DESK-04 what is paid once ends with its license and is given back; the order is found by each of its numbers", async () => {
  const one = await bought(ONCE);
  const [invoice] = (await world.provider("GET", "invoices", { customer: one.customer })).data;
  for (const reference of [
    one.license,
    one.checkout,
    invoice.id,
    invoice.number.toLowerCase(),
    `Order #${invoice.number}`,
  ])
    expect((await statementOf((await stated(one, { reference })).id))?.match?.checkout).toBe(one.checkout);
  world.moveClock(2 * DAY);
  const { id } = await stated(one, { reference: one.license });
  await click(linkTo(one.email) ?? "", "carry_out");
  await world.settle();
  expect(await refunds(one)).toBe(2 * PRICE);
  expect(
    world.accounts.sales.findLast(({ registration_id: license }) => license === one.license)?.returned_at,
  ).toBeGreaterThan(0);
  expect(await statementOf(id)).toMatchObject({ state: "carried_out" });
});

test("DESK-04 knowing an address ends nothing: no guess of a link works, and “This was not me” ends the link", async () => {
  const one = await bought();
  const { id } = await stated(one);
  const link = linkTo(one.email) ?? "";
  const { code = "" } = hiddenIn((await get(link)).text);
  const guesses = [
    { id, code: "" },
    { id, code: `${code}x` },
    { id: `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`, code },
    { id: "'", code: "'" },
  ];
  for (const guess of guesses) {
    expect((await send("/withdraw/order", { ...guess, act: "carry_out" })).status).toBe(410);
    expect((await get(`/withdraw/order?${new URLSearchParams(guess).toString()}`)).status).toBe(410);
  }
  expect((await send("/cancel/order", { id, code, act: "carry_out" })).status).toBe(410);
  await click(link, "not_me");
  await send("/withdraw/order", { id, code, act: "carry_out" });
  await world.settle();
  expect([await refunds(one), (await live(one)).length]).toEqual([0, 1]);
  expect(await statementOf(id)).toMatchObject({ state: "waiting", reason: "not_me" });
});

test("DESK-04 the statement counts, not the click: in time it is carried out later, too late it waits for staff", async () => {
  const [early, late] = [await bought(), await bought()];
  world.moveClock(13 * DAY);
  await stated(early);
  world.moveClock(3 * DAY);
  const { id } = await stated(late);
  expect(await statementOf(id)).toMatchObject({ reason: "too_late", match: { checkout: late.checkout } });
  expect(linkTo(late.email)).toBeNull();
  await click(linkTo(early.email) ?? "", "carry_out");
  await world.settle();
  expect([await refunds(early), await refunds(late)]).toEqual([2_000, 0]);
  // After the due date the link is over, and staff decide.
  const old = await bought();
  const link = (await stated(old)) && linkTo(old.email);
  world.moveClock(14 * DAY + 1);
  expect(hiddenIn((await get(link ?? "")).text)).toEqual({});
});

test("DESK-04 no match, two matches, a business, a consent and another country wait for staff with their reason", async () => {
  const reasonOf = async (form: { readonly reference: string; readonly contract?: string }) =>
    (await statementOf((await state("withdraw", form)).id))?.reason;
  expect(await reasonOf({ reference: "nobody@else.example" })).toBe("no_match");
  const two = await makeBuyer(world);
  const first = await buy(two, ONCE);
  world.moveClock(1);
  const second = await buy(two);
  expect(await reasonOf({ reference: first.email })).toBe("several_matches");
  expect(await reasonOf({ reference: first.email, contract: `license ${second.license}` })).toBe("no_click");
  const firm = await bought();
  await world.provider("POST", `customers/${firm.customer}/tax_ids`, { type: "eu_vat", value: "DE123456789" });
  expect(await reasonOf({ reference: firm.email })).toBe("business");
  const strict = { countries: ["DE"] };
  const other = await world.another({ sales: { ...sold, consents: [waiver], consumerDesk: strict } });
  const waived = await makeBuyer(world);
  const { checkout } = (await start(waived.person, { plan: ONCE, quantity: 1 }, other.origin)).body;
  expect((await payCheckout(waived.person, checkout.id, { consents: ["withdrawal"] }, other.origin)).status).toBe(200);
  expect(await reasonOf({ reference: checkout.license })).toBe("consent");
  // The other instance's brand carries out only what buyers in Germany confirm.
  const here = await bought();
  const shown = await send("/withdraw", {
    name: "A",
    reference: here.email,
    contract: "c",
    receiptTo: "a@else.example",
  });
  const { id = "" } = hiddenIn((await send("/withdraw", hiddenIn(shown.text))).text);
  await send("/withdraw/confirm", hiddenIn(shown.text));
  await drainJobs({ database: other.service.database, jobs: other.service.jobs, log: createLog({ level: "silent" }) });
  expect(await statementOf(id)).toMatchObject({ reason: "other_country", match: { checkout: here.checkout } });
});

test("DESK-04 money that was given back in the provider's dashboard since is not given twice; what ended there waits for staff", async () => {
  const [half, gone] = [await bought(), await bought()];
  const [charge] = (await world.provider("GET", "charges", { customer: half.customer })).data;
  await stated(half);
  await world.provider("POST", "refunds", { charge: charge.id, amount: 500 });
  await world.settle();
  await click(linkTo(half.email) ?? "", "carry_out");
  await world.settle();
  expect(await refunds(half)).toBe(2_000);
  const { id } = await stated(gone);
  const [subscription] = await live(gone);
  await world.provider("DELETE" as "POST", `subscriptions/${subscription?.id}`);
  await world.settle();
  await click(linkTo(gone.email) ?? "", "carry_out");
  expect(await statementOf(id)).toMatchObject({ state: "waiting", reason: "ended_already" });
});

test("DESK-04 F1 F7 the click is kept when the provider is away or the process dies, and is carried out once", async () => {
  const one = await bought();
  const { id } = await stated(one);
  world.sandbox.setFaults([
    { kind: "error_500", when: "before", method: "DELETE", path: "subscriptions/", times: 1_000 },
  ]);
  const fields = { ...hiddenIn((await get(linkTo(one.email) ?? "")).text), act: "carry_out" };
  expect((await send("/withdraw/order", fields)).text).toContain("It is being carried out");
  expect(await statementOf(id)).toMatchObject({ state: "carrying" });
  world.sandbox.setFaults([]);
  const { kysely } = world.service.database;
  await eventually(
    async () => {
      await kysely.updateTable("operations").set({ next_attempt_at: null, leased_until: null }).execute();
      await world.sweep("resume-operations");
      // The queue would try again later; a second click does so at once.
      await send("/withdraw/order", fields);
      return (await statementOf(id)).state === "carried_out";
    },
    "the statement is carried out",
    20_000,
  );
  expect([await refunds(one), await live(one)]).toEqual([2_000, []]);
});

test("DESK-05 a confirmed cancellation ends at the end of the paid period; for good cause it waits for staff", async () => {
  const who = await makeSubscriber(world);
  const email = `${who.person}@example.com`;
  const cause = await state("cancel", { reference: email, when: "now", goodCause: "It lost my data" });
  expect(await statementOf(cause.id)).toMatchObject({ reason: "good_cause", good_cause: "It lost my data" });
  expect(linkTo(email)).toBeNull();
  const { id, text } = await state("cancel", { reference: email });
  expect(text).toContain("I cancel the contract below at the end of the paid period.");
  await click(linkTo(email) ?? "", "carry_out");
  await world.settle();
  expect(await world.provider("GET", `subscriptions/${who.subscription}`)).toMatchObject({
    status: "active",
    cancel_at_period_end: true,
  });
  expect(await statementOf(id)).toMatchObject({ state: "carried_out" });
  const news = world.accounts.news.findLast(({ subscription }) => subscription.id === who.subscription);
  expect(news?.cause).toMatchObject({ by: who.person, statement: "cancel" });
  // Staff end it at once for the good cause, and nothing is given back by itself.
  const staff = await biller();
  const shown = await decide(staff, cause.id, { decision: "carry_out", preview: true });
  expect(shown.body).toMatchObject({
    applied: false,
    after: { state: "carried_out", status: "canceled", given_back: 0 },
  });
  expect((await decide(staff, cause.id, { decision: "carry_out" })).body.applied).toBe(true);
  expect((await world.provider("GET", `subscriptions/${who.subscription}`)).status).toBe("canceled");
  expect(await refunds(who)).toBe(0);
});

test("DESK-06 staff see the match and what is given back, decide with a reason once, and the act is recorded", async () => {
  const one = await bought();
  const staff = await biller();
  const { id } = await state("withdraw", { reference: "typo@example.com", name: "Ada" });
  const named = { decision: "carry_out", customer: one.customer, contract: one.checkout };
  expect(await decide(staff, id, { decision: "carry_out" })).toMatchObject({ status: 409, body: { code: 20_005 } });
  expect((await decide(staff, id, { ...named, preview: true })).body).toMatchObject({
    applied: false,
    before: { state: "waiting", reason: "no_match" },
    after: { state: "carried_out", status: "canceled", given_back: 2_000, to: "card" },
  });
  expect(await refunds(one)).toBe(0);
  expect((await decide(staff, id, { ...named, reason: "" })).status).toBe(422);
  expect((await decide(staff, id, named)).body.applied).toBe(true);
  expect(await refunds(one)).toBe(2_000);
  expect(await statementOf(id)).toMatchObject({ state: "carried_out", decided_by: staff, name: "Ada" });
  for (const decision of ["close", "carry_out"])
    expect((await decide(staff, id, { ...named, decision })).body.code).toBe(20_005);
  const { acts } = (await world.call(staff, "GET", `admin/acts/?target=statement:${id}`)).body;
  expect(acts).toMatchObject([{ act: "statement.carry_out", reason: "checked", staff }]);
  const { timeline } = (await world.call(staff, "GET", `admin/customers/${one.customer}/`)).body;
  expect(timeline.map(({ title }: Json) => title)).toContain("statement.withdraw");
  const other = await state("withdraw", { reference: "else@example.com" });
  expect((await decide(staff, other.id, { decision: "close" })).body).toMatchObject({ after: { state: "closed" } });
  for (const bad of ["x", "00000000-0000-4000-8000-000000000000"])
    expect((await decide(staff, bad, { decision: "close" })).status).toBe(404);
});

test("DESK-06 an undecided statement holds the erasure; afterwards it names nobody, and the data archive has it before", async () => {
  const one = await bought();
  const { id } = await stated(one);
  world.accounts.exports.set("export-1", { customerIds: [one.customer], payments: null });
  await world.sweep("add-payments");
  expect(world.accounts.exports.get("export-1")?.payments).toContain("Ada Buyer");
  const begun = world.clock.now().toISOString();
  const erasure = {
    omni_id: one.person,
    username: one.person,
    addresses: [one.email],
    customer_ids: [one.customer],
    begun,
  };
  world.accounts.erasures.set(one.person, erasure);
  await world.sweep("erase-customers");
  expect(world.accounts.erasures.size).toBe(1);
  const staff = await biller();
  await decide(staff, id, { decision: "close" });
  await world.sweep("erase-customers");
  expect(world.accounts.erasures.size).toBe(0);
  const gone = "Deleted account";
  expect(await statementOf(id)).toMatchObject({ state: "closed", name: gone, reference: gone, receipt_to: gone });
  // Further statements that name the order do not delay the erasure.
  const other = await bought();
  await stated(other);
  const { person, email, customer } = other;
  const late = {
    omni_id: person,
    username: person,
    addresses: [email],
    customer_ids: [customer],
    begun: world.clock.now().toISOString(),
  };
  world.accounts.erasures.set(person, late);
  await world.sweep("erase-customers");
  expect(world.accounts.erasures.size).toBe(1);
  world.moveClock(14 * DAY);
  await world.sweep("erase-customers");
  expect(world.accounts.erasures.size).toBe(0);
});
