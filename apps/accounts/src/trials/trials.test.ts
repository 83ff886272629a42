import { expect, test } from "vitest";
import {
  holdAccount,
  makeAccounts,
  makeLicense,
  makeSeats,
  openSessions,
  setAccount,
  tellSubscription,
} from "../testing/factories.ts";
import { type Answer, serviceCredential, testAccounts } from "../testing/test-accounts.ts";

const DAY = 86_400;
const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";
let made = 0;

const products = [
  { code: "OUTLINE", name: "Outliner", supportedVersion: 5, trialDays: 14 },
  { code: "TASK", name: "Tasks", supportedVersion: 3 },
];
const plan = { id: YEARLY, amountCents: 1_000, currency: "usd", product: "OUTLINE", nickname: "x" };
const service = testAccounts({ instances: 2, brand: { products, plans: [{ ...plan, interval: "year" }] } });

interface Someone {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

async function someone(email?: string): Promise<Someone> {
  const name = `trier${(made += 1)}`;
  const ids = await makeAccounts(service, { username: name, email: email ?? `${name}@example.com` });
  const [token = ""] = await openSessions(service, name);
  return { id: ids.get(name) ?? "", name, token };
}

const start = (token: string, body: object = {}, instance = 0): Promise<Answer> =>
  service.call("POST", "trials/", { body: { product: "OUTLINE-5", seats: 3, ...body }, token, instance });
const started = async (token: string, body: object = {}) => {
  const answer = await start(token, body);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  return answer.body.trial;
};
const codes = async (answers: readonly Promise<Answer>[]) =>
  (await Promise.all(answers)).map(({ status, body }) => body.code ?? status).toSorted((one, other) => one - other);
const managed = async (token: string, id: string) =>
  (await service.post("managed_team_licenses/", undefined, token)).body.managed_team_licenses.find(
    (license: { id: string }) => license.id === id,
  );
const sweep = (instance = 0) => service.sweep("end-trials", instance);
/** Both workers look at the same time, then the mails go out. Returns their subjects. */
async function mailsAt(email: string): Promise<string[]> {
  await Promise.all([sweep(0), sweep(1)]);
  await service.work();
  const own = service.mailer.messages.filter(({ to }) => to === email).map(({ subject }) => subject);
  service.mailer.messages.length = 0;
  return own;
}
const internal = (path: string, body: object) => service.post(`internal/${path}/`, body, serviceCredential);
const toBuy = async ({ id }: Someone) => (await internal("trials", { omni_id: id, product: "OUTLINE-5" })).body.trial;
const reserve = ({ id }: Someone, license: string, own: object = {}) =>
  internal("reserved_licenses", {
    registration_id: license,
    omni_id: id,
    customer_id: "cus_1",
    is_return: false,
    is_trial: true,
    description: "Outliner 5",
    amount: 2_000,
    currency: "usd",
    ...own,
  });

test("BUY-12 a trial is a TRIAL license of one to five seats, without a card, managed by the person who starts it", async () => {
  const { token, name } = await someone();
  const trial = await started(token);
  const ends = service.clock.now().getTime() + 14 * DAY * 1_000;
  const instant = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
  expect(trial).toEqual({
    registration_id: trial.registration_id,
    product_id: "OUTLINE-5-TRIAL-WEB",
    description: "Outliner 5",
    seats: 3,
    ends_at: instant(ends),
    deleted_at: instant(ends + 60 * DAY * 1_000),
  });
  expect(await managed(token, trial.registration_id)).toMatchObject({
    product_id: "OUTLINE-5-TRIAL-WEB",
    total_seats: 3,
    used_seats: 0,
    expires_date: trial.ends_at,
    trial: { buy_plan: YEARLY, deleted_at: trial.deleted_at },
  });
  const { events } = (await service.get(`licenses/${trial.registration_id}/events/`, token)).body;
  expect(events).toMatchObject([{ act: "license.tried", by: name, details: { total_seats: 3, days: 14 } }]);
  const other = await someone();
  expect(await codes([start(other.token, { seats: 6 }), start(other.token, { seats: 0 })])).toEqual([4_000, 4_000]);
  expect(
    await codes([start(other.token, { product: "TASK-3" }), start(other.token, { product: "OUTLINE-4" })]),
  ).toEqual([20_009, 20_009]);
});

test("BUY-12 an account and an address get one trial of a product; dots and tags make no other address", async () => {
  const { token } = await someone("anna.ray@example.com");
  await started(token);
  expect((await start(token)).body.code).toBe(20_008);
  for (const address of ["annaray@example.com", "a.n.n.a.ray+again@example.com", "Anna.Ray+2@Example.com"]) {
    const { token: other } = await someone(address);
    expect((await start(other)).body).toMatchObject({ code: 20_008, errors: [{ code: 20_008 }] });
  }
  // Sign-in and sign-up still tell these addresses apart, and another mailbox has its own trial.
  await started((await someone("anna.ray@mail.example.com")).token);
});

test("BUY-12 a person who ever had the product or paid for it gets no trial of it", async () => {
  const [owner, payer, buyer] = [await someone(), await someone(), await someone()];
  await makeLicense(service, { id: "lic-perpetual", owners: [owner.name] });
  expect((await start(owner.token)).body.code).toBe(20_008);
  // The license was handed over, the customer stays.
  await makeLicense(service, { id: "lic-handed", owners: [owner.name], purchase_type: "renewable" });
  await internal("customers", { omni_id: payer.id, customer_id: "cus_payer" });
  await tellSubscription(service, "lic-handed", { customer_id: "cus_payer", status: "canceled" });
  expect((await start(payer.token)).body.code).toBe(20_008);
  // A license of another version is another product; a seat of others is no purchase, nor is managing their license.
  await makeLicense(service, { id: "lic-managed", owners: [owner.name, buyer.name] });
  await makeLicense(service, { id: "lic-four", owners: [buyer.name], product_id: "OUTLINE-4" });
  await makeSeats(service, "lic-perpetual", buyer.name);
  await started(buyer.token);
});

test("BUY-12 parallel starts in two instances: one wins, of one account and of one mailbox", async () => {
  const one = await someone();
  const both = Array.from({ length: 6 }, (_, at) => start(one.token, {}, at % 2));
  expect(await codes(both)).toEqual([200, ...Array<number>(5).fill(20_008)]);
  const mailbox = [await someone("ben.low@example.com"), await someone("benlow+x@example.com")];
  expect(await codes(mailbox.map(({ token }, at) => start(token, {}, at)))).toEqual([200, 20_008]);
  const { rows } = await service.database.pool.query(
    "select count(*)::int from licenses where purchase_type = 'trial' and key_owner = any($1)",
    [[one.name, ...mailbox.map(({ name }) => name)]],
  );
  expect(rows[0].count).toBe(2);
});

test("BUY-12 20 starts a day from one address", async () => {
  const people = await Promise.all(Array.from({ length: 21 }, () => someone()));
  const answers = people.map(({ token }) =>
    service.call("POST", "trials/", { body: { product: "OUTLINE-5", seats: 1 }, token, ip: "203.0.113.77" }),
  );
  expect(await codes(answers)).toEqual([...Array<number>(20).fill(200), 1_003].toSorted((one, other) => one - other));
});

test("BUY-12 mails come before the end and at the end, once each; then no access, and nothing is deleted for 60 days", async () => {
  const trier = await someone();
  const email = `${trier.name}@example.com`;
  const { registration_id: id } = await started(trier.token);
  await service.post(`registration_seats/${id}/own/`, undefined, trier.token);
  const seats = async () =>
    (await service.post("seats/", { show_personal_seats: true }, trier.token)).body.seats.length;
  expect([await mailsAt(email), await seats()]).toEqual([[], 1]);
  const subjects: string[][] = [];
  const until = async (days: number) => {
    service.clock.advance(days * DAY);
    subjects.push(await mailsAt(email));
  };
  for (const days of [7, 3, 1, 3]) await until(days);
  const [ends] = subjects[0]?.[0]?.split(" ends on ").slice(1) ?? [];
  expect(subjects).toEqual([
    [`Your trial of Outliner 5 ends on ${ends}`],
    [],
    [`Your trial of Outliner 5 ends on ${ends}`],
    ["Your trial of Outliner 5 has ended"],
  ]);
  const [again = ""] = await openSessions(service, trier.name);
  expect((await service.post("seats/", { show_personal_seats: true }, again)).body.seats).toEqual([]);
  service.clock.advance(60 * DAY - 1);
  expect(await mailsAt(email)).toEqual([]);
  const [later = ""] = await openSessions(service, trier.name);
  expect(await managed(later, id)).toMatchObject({ used_seats: 1, total_seats: 3 });
  expect(await toBuy(trier)).toEqual({ registration_id: id, used_seats: 1 });
  service.clock.advance(1);
  await Promise.all([sweep(0), sweep(1)]);
  expect(await managed(later, id)).toBeUndefined();
  expect(await toBuy(trier)).toBeNull();
  // The trial is gone, but it was used.
  expect((await start(later)).body.code).toBe(20_008);
});

test("BUY-12 buying turns the same license into a paid one with its seats, also after the end", async () => {
  const trier = await someone();
  const { registration_id: id } = await started(trier.token, { seats: 3 });
  await makeSeats(service, id, trier.name, "new.person@example.com");
  service.clock.advance(20 * DAY);
  const [token = ""] = await openSessions(service, trier.name);
  expect((await reserve(await someone(), id)).status).toBe(404);
  expect((await reserve(trier, id)).status).toBe(200);
  // A purchase that was not paid leaves the trial alone.
  expect(await tellSubscription(service, id, { status: "canceled", id: "sub_unpaid" })).toBe(false);
  expect(await tellSubscription(service, id, { quantity: 2 })).toBe(true);
  expect(await managed(token, id)).toMatchObject({
    product_id: YEARLY,
    subscription_state: "active",
    expires_date: null,
    total_seats: 2,
    used_seats: 2,
  });
  expect((await managed(token, id)).trial).toBeUndefined();
  const { purchases } = (await service.post("purchases/", undefined, token)).body;
  expect(purchases).toMatchObject([{ registration_id: id, type: "renewable" }]);
  const { events } = (await service.get(`licenses/${id}/events/`, token)).body;
  expect(events[0]).toMatchObject({ act: "license.bought", by: trier.name, amount: 2_000 });
  expect(await mailsAt(`${trier.name}@example.com`)).toEqual(["Your license of Outliner 5"]);
  expect(await toBuy(trier)).toBeNull();
  expect((await reserve(trier, id)).body.code).toBe(20_005);
  service.clock.advance(100 * DAY);
  await sweep();
  const [later = ""] = await openSessions(service, trier.name);
  expect(await managed(later, id)).toBeDefined();
});

test("BUY-12 bought for fewer seats than are taken, the newest seats and invitations lapse", async () => {
  const trier = await someone();
  const { registration_id: id } = await started(trier.token, { seats: 5 });
  await makeSeats(service, id, trier.name, "one@example.com", "two@example.com");
  await reserve(trier, id);
  await tellSubscription(service, id, { quantity: 1 });
  expect(await managed(trier.token, id)).toMatchObject({ total_seats: 1, used_seats: 1 });
  const { seats } = (await service.get(`registration_seats/${id}/`, trier.token)).body;
  expect(seats.map(({ username }: { username: string }) => username)).toEqual([trier.name]);
});

test("BUY-12 a legal hold keeps an unpaid trial, which is deleted after the hold", async () => {
  const trier = await someone();
  const { registration_id: id } = await started(trier.token);
  service.clock.advance(80 * DAY);
  await holdAccount(service, trier.id, DAY);
  const isThere = async () => {
    await sweep();
    const { rows } = await service.database.pool.query("select from licenses where id = $1", [id]);
    return rows.length === 1;
  };
  expect(await isThere()).toBe(true);
  service.clock.advance(2 * DAY);
  expect(await isThere()).toBe(false);
});

test("BUY-12 ERASE-03 after an erasure a used trial is only a keyed hash, for two years", async () => {
  const trier = await someone("gone.person@example.com");
  await started(trier.token);
  const trials = service.database.kysely.selectFrom("trials").selectAll().where("account_id", "=", trier.id);
  const kept = await trials.execute();
  expect([kept.length, JSON.stringify(kept).includes("gone")]).toEqual([1, false]);
  await setAccount(service, trier.name, { state: 300, closed_at: service.clock.now() });
  service.clock.advance(61 * DAY);
  await service.sweep("erase-accounts");
  expect(await trials.execute()).toEqual([]);
  const same = await someone("goneperson@example.com");
  expect((await start(same.token)).body.code).toBe(20_008);
  service.clock.advance(3 * 365 * DAY);
  await sweep();
  await service.sweep("prune-sessions");
  const [token = ""] = await openSessions(service, same.name);
  await started(token);
});

test("BUY-12 an account that is merged into another takes its used trial along", async () => {
  const [from, into] = [await someone(), await someone()];
  await started(from.token);
  const { giveTrialsOf, hadTrial } = await import("../stores/trial-store.ts");
  await service.database.kysely.transaction().execute((tx) => giveTrialsOf(tx, from.id, into.id));
  expect(await hadTrial(service.database.kysely, into.id, "OUTLINE-5")).toBe(true);
  expect((await start(into.token)).body.code).toBe(20_008);
});
