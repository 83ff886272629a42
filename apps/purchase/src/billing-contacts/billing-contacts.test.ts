import { beforeAll, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { type Answer, testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makePerson, makeSubscriber, type Subscriber } from "../testing/subscribers.ts";

const world = testWorld();
let other: { origin: string };
beforeAll(async () => {
  other = await world.another();
});

const DAY = 86_400;
const everything = ["invoices", "failed_payments", "renewals"];
const contacts = ({ customer }: Subscriber): string => `customer/${customer}/billing_contacts`;
const add = (who: Subscriber, email: string, mails: readonly string[] = everything, at?: string): Promise<Answer> =>
  world.call(who.person, "POST", contacts(who), { email, mails, language: "en" }, {}, at);
const list = async (who: Subscriber): Promise<Json[]> =>
  (await world.call(who.person, "GET", contacts(who), undefined, {}, other.origin)).body.contacts;
const byLink = (act: string, token: string, body: object = {}): Promise<Answer> =>
  world.call(null, "POST", `billing_link/${act}`, { token, ...body });
const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email);

/** The token in the newest mail to an address. */
function tokenOf(email: string): string {
  const [, token] = /billing-contact\?token=([\w-]+)/.exec(mailsTo(email).at(-1)?.text ?? "") ?? [];
  if (token === undefined) throw new Error(`no link to ${email}`);
  return token;
}

async function confirmed(who: Subscriber, email: string, mails?: readonly string[]): Promise<string> {
  expect((await add(who, email, mails)).status).toBe(200);
  await world.settle();
  const token = tokenOf(email);
  expect((await byLink("confirm", token)).body.link.state).toBe("confirmed");
  return token;
}

// First, because a year with the subscriptions of the other tests takes long.
test("DOC-05 a coming renewal reaches those who want to know of it, with the amount", async () => {
  const who = await makeSubscriber(world, { plan: YEARLY, quantity: 2 });
  await world.advance(334 * DAY);
  await confirmed(who, "plan@firm.example", ["renewals"]);
  await confirmed(who, "bills@firm.example", ["invoices"]);
  await world.advance(2 * DAY);
  expect(mailsTo("plan@firm.example").at(-1)?.subject).toMatch(/^Outlinear 5 renews on .* for \$200\.00$/);
  expect(mailsTo("bills@firm.example")).toHaveLength(1);
});

test("DOC-05 a contact gets nothing before it confirms, then what it is there for; each mail shows papers and stops the mails", async () => {
  const who = await makeSubscriber(world, { quantity: 3, taxPercent: 20 });
  await world.provider("POST", `customers/${who.customer}`, { name: "Paula Ltd" });
  const email = "books@paula.example";
  expect((await add(who, email, ["invoices"])).body.contact).toMatchObject({
    email,
    mails: ["invoices"],
    state: "unconfirmed",
  });
  await world.settle();
  await world.advance(31 * DAY);
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual([
    "Do you want to get the Example invoices of Paula Ltd?",
  ]);
  // The link to confirm is over after 30 days: it is mailed again.
  expect((await byLink("confirm", tokenOf(email))).body.code).toBe(20_011);
  await add(who, email, ["invoices"]);
  await world.settle();
  const token = tokenOf(email);
  expect((await byLink("look", token)).body.link).toEqual({
    email,
    buyer: "Paula Ltd",
    mails: ["invoices"],
    state: "unconfirmed",
    papers_until: null,
  });
  expect((await byLink("documents", token)).body.code).toBe(20_011);
  expect((await byLink("confirm", token)).body.link).toMatchObject({ state: "confirmed" });
  expect(await list(who)).toMatchObject([{ email, state: "confirmed" }]);

  await world.advance(30 * DAY);
  const { subject, text } = mailsTo(email).at(-1) ?? {};
  expect(subject).toMatch(/^Example invoice .*: \$36\.00$/);
  expect(text).toContain("billing contact of Paula Ltd");
  const later = tokenOf(email);
  expect(text).toContain(`https://account.example/billing-contact?token=${later}&stop=1`);
  expect(later).not.toBe(token);
  const papers = (await byLink("documents", later)).body.documents;
  expect(papers.filter(({ kind }: Json) => kind === "invoice")).toHaveLength(3);
  expect(JSON.stringify(papers)).not.toContain(who.license);
  expect((await byLink("stop", later)).body.link).toMatchObject({ state: "stopped", papers_until: null });
  const count = mailsTo(email).length;
  await world.advance(31 * DAY);
  expect(mailsTo(email)).toHaveLength(count);
  for (const one of [token, later]) expect((await byLink("documents", one)).body.code).toBe(20_011);
  expect(await list(who)).toMatchObject([{ state: "stopped" }]);
});

test("DOC-05 failed payments reach those who want them, with the amount, and the payer as before", async () => {
  const failing = await makeSubscriber(world, { quantity: 3, card: "pm_card_chargeCustomerFail" });
  await confirmed(failing, "alarm@firm.example", ["failed_payments"]);
  await confirmed(failing, "quiet@firm.example", ["renewals"]);
  await world.advance(31 * DAY + 3_700);
  await world.settle();
  expect(mailsTo("alarm@firm.example").at(-1)?.subject).toBe("Payment of $30.00 for Outlinear 5 failed");
  expect(mailsTo(`${failing.person}@example.com`).at(-1)?.subject).toBe("Payment of $30.00 for Outlinear 5 failed");
  expect(mailsTo("quiet@firm.example")).toHaveLength(1);
});

test("DOC-05 a link shows papers for 30 days and nothing else, and stops the mails after them too", async () => {
  const who = await makeSubscriber(world, { quantity: 1 });
  const token = await confirmed(who, "later@firm.example");
  const { link } = (await byLink("look", token)).body;
  expect(link.papers_until - Math.floor(world.clock.now().getTime() / 1_000)).toBe(30 * DAY);
  for (const path of [contacts(who), `customer/${who.customer}`, `customer/${who.customer}/documents`]) {
    expect((await world.call(token, "GET", path)).status).toBe(401);
  }
  world.moveClock(30 * DAY + 1);
  expect((await byLink("documents", token)).body.code).toBe(20_011);
  expect((await byLink("look", token)).body.link).toMatchObject({ state: "confirmed", papers_until: null });
  expect((await byLink("stop", token)).body.link.state).toBe("stopped");
  expect((await byLink("look", "bl_nothing")).status).toBe(410);
});

test("DOC-05 five contacts, each address once, also when added at once on two instances", async () => {
  const who = await makeSubscriber(world);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      add(who, `c${at}@firm.example`, everything, at % 2 ? other.origin : world.origin),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({ status: 409, body: { code: 2_006 } });
  const [one] = await list(who);
  expect((await add(who, one.email.toUpperCase(), ["renewals"])).body.contact).toMatchObject({
    id: one.id,
    mails: ["renewals"],
  });
  const changed = { mails: ["invoices"], language: "en" };
  expect((await world.call(who.person, "POST", `${contacts(who)}/${one.id}`, changed)).body.contact.mails).toEqual([
    "invoices",
  ]);
  const left = await world.call(who.person, "POST", `${contacts(who)}/${one.id}/remove`, {});
  expect(left.body.contacts).toHaveLength(4);
  expect((await add(who, "not an address")).body).toMatchObject({ code: 3_019 });
});

test("DOC-05 nobody is bothered: three links a day to one address, whoever asks for them", async () => {
  const payers = [await makeSubscriber(world), await makeSubscriber(world)];
  const answers: number[] = [];
  for (let at = 0; at < 4; at++) answers.push((await add(payers[at % 2] as Subscriber, "victim@else.example")).status);
  expect(answers).toEqual([200, 200, 200, 429]);
});

test("DOC-05 staff can remove a contact, with a reason that is recorded; its links end", async () => {
  const who = await makeSubscriber(world);
  const token = await confirmed(who, "left@firm.example");
  const [{ id }] = await list(who);
  const staff = await makePerson(world, "helper", ["read", "support"]);
  const path = `admin/billing_contacts/${id}/remove/`;
  expect((await world.call(await makePerson(world), "POST", path, { reason: "x" })).status).toBe(404);
  expect((await world.call(staff, "POST", path, { reason: "left the firm", preview: true })).body.applied).toBe(false);
  expect((await world.call(staff, "POST", path, { reason: "left the firm" })).body).toMatchObject({ applied: true });
  expect(await list(who)).toEqual([]);
  expect((await byLink("look", token)).body.code).toBe(20_011);
  const { acts } = (await world.call(staff, "GET", "admin/acts/")).body;
  expect(acts[0]).toMatchObject({
    act: "billing_contact.remove",
    reason: "left the firm",
    target: `customer:${who.customer}`,
  });
});

test("DOC-20 another customer's contact does not exist", async () => {
  const [who, thief] = [await makeSubscriber(world), await makeSubscriber(world)];
  await add(who, "own@firm.example");
  const [{ id }] = await list(who);
  for (const customer of [who.customer, thief.customer]) {
    const path = `customer/${customer}/billing_contacts/${id}`;
    expect((await world.call(thief.person, "POST", path, { mails: ["invoices"], language: "en" })).body.code).toBe(
      2_004,
    );
    expect((await world.call(thief.person, "POST", `${path}/remove`, {})).body.code).toBe(2_004);
  }
  expect(await list(who)).toHaveLength(1);
});
