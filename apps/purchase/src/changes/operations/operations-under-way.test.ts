import { openPool } from "@foyer/service-kit/db";
import { migrate } from "@foyer/service-kit/migrate";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { purchaseSchema } from "../../db/migrations.ts";
import { type Change, changes, charged, increase, makeLateTerms, type Subject } from "../../testing/changes.ts";
import type { Json } from "../../testing/provider.ts";
import { MONTHLY, type PurchaseWorld, testWorld } from "../../testing/purchase-world.ts";
import { makePerson, makeSubscriber, subscriptionCalls } from "../../testing/subscribers.ts";

// Operations of every kind and stage that the previous version began: in the old table format, and in the new
// format while both versions run. `changes` has every kind except refunds.

type Fault = Parameters<PurchaseWorld["sandbox"]["setFaults"]>[0][number];

const world = testWorld({ stripe: { timeoutMs: 3_000, retries: 0 } });
const { post, read, create } = subscriptionCalls(world);
let owner: ReturnType<typeof openPool>;
beforeAll(async () => {
  await makeLateTerms(world);
  owner = openPool({ url: world.ownerUrl, role: null, schema: "purchase", max: 1 });
}, 120_000);
afterEach(() => world.sandbox.setFaults([]));
afterAll(() => owner.end());

const refund: Change = {
  name: "money given back",
  make: async () => {
    const who = await makeSubscriber(world, { quantity: 5 });
    const staff = await makePerson(world, undefined, ["admin"]);
    const [paid] = (await world.provider("GET", "invoices", { customer: who.customer })).data;
    const body = { amount: 700, to: "card", reason: "a wrong order", password: "the password" };
    const notes = async (): Promise<number[]> =>
      (await world.provider("GET", "credit_notes", { invoice: paid.id })).data.map(({ amount }: Json) => amount);
    return {
      path: "credit_notes",
      send: (origin) => world.call(staff, "POST", `admin/invoices/${paid.id}/refund/`, body, {}, origin),
      isAtProvider: async () => (await notes()).length > 0,
      expectOnce: async () => {
        expect(await notes()).toEqual([700]);
        const { acts } = (await world.call(staff, "GET", `admin/acts/?target=invoice:${paid.id}`)).body;
        expect(acts).toMatchObject([{ act: "invoice.refund", staff, reason: body.reason }]);
      },
      expectNothing: async () => expect(await notes()).toEqual([]),
    };
  },
};

const away: Fault = { kind: "error_500", when: "before", path: "", times: 500 };
const blind = ["invoices", "subscriptions", "credit_notes", "customers"].map((path): Fault => ({
  ...away,
  method: "GET",
  path,
  times: 50,
}));

/** Progress of an operation when its process dies. */
interface Stage {
  readonly name: string;
  readonly faults: (subject: Subject) => Fault[];
  /** Resets the operation to the state before the first try. */
  readonly isRecorded?: boolean;
}

const stages: readonly Stage[] = [
  { name: "recorded", isRecorded: true, faults: ({ path }) => [{ ...away, path }] },
  { name: "sent, and not done", faults: ({ path }) => [{ ...away, path, times: 1 }] },
  {
    name: "sent, and done with a lost answer",
    faults: ({ path }) => [{ kind: "error_500", when: "after", path, times: 1, afterwards: blind }],
  },
];

interface UnderWay {
  readonly what: string;
  readonly subject: Subject;
}

const openIds = async (): Promise<string[]> =>
  (await owner.query<{ id: string }>("select id from operations where state in ('pending', 'unknown')")).rows.map(
    ({ id }) => id,
  );

async function begun(change: Change, { name, faults, isRecorded }: Stage): Promise<UnderWay> {
  const subject = await change.make(world);
  const before = new Set(await openIds());
  world.sandbox.setFaults(faults(subject));
  expect((await subject.send()).status, `${change.name} ${name}`).toBe(503);
  world.sandbox.setFaults([]);
  const [id] = (await openIds()).filter((one) => !before.has(one));
  expect(id, `${change.name} ${name}`).toBeDefined();
  if (isRecorded) {
    await owner.query(
      `update operations set state = 'pending', attempts = 0, recovery_point = 'recorded', next_attempt_at = null,
         request = request - 'itemId' - 'trialEnd' - 'inForce' - 'quantityBefore' where id = $1`,
      [id],
    );
  }
  return { what: `${change.name}, ${name}`, subject };
}

/** The paid quantity is restored, but the change is not sent yet. */
const restored: Stage = {
  name: "restored",
  faults: ({ path }) => {
    const preview: Fault = { ...away, method: "POST", path: "invoices/create_preview", times: 1 };
    return [{ kind: "error_500", when: "after", method: "POST", path, times: 1, afterwards: [preview] }];
  },
};

async function allUnderWay(): Promise<UnderWay[]> {
  const under: UnderWay[] = [];
  for (const change of [...changes, refund]) {
    for (const stage of stages) under.push(await begun(change, stage));
  }
  const lowered = changes.find(({ name }) => name.includes("the provider's own decrease"));
  if (lowered) under.push(await begun(lowered, restored));
  return under;
}

/** The format of the previous version: a value for every column, even if the kind does not use it. */
const OLD_REQUEST = `case when kind in ('auto_renewal', 'give_back', 'pay')
  then '{"plan": "", "quantity": 0}'::jsonb || request else request end`;

/** Restores the table of the previous version and runs the migration again. */
async function migrateAgain(): Promise<void> {
  await owner.query(`
    drop trigger operations_both_subjects on operations;
    drop function operations_both_subjects;
    alter table operations drop column subject;
    update operations set request = ${OLD_REQUEST};
    alter table operations drop constraint operations_kind;
    alter table operations add constraint operations_kind
      check (kind in ('charge', 'record', 'auto_renewal', 'start', 'give_back', 'pay'));
    delete from kysely_migration where name = '0013-operation-subjects'`);
  await migrate(world.ownerUrl, [purchaseSchema]);
}

/** The same operations, written by an instance of the previous version next to newer instances. */
async function writtenBefore(): Promise<void> {
  const columns = `id, kind, subscription_id, customer_id, recovery_point, state, outcome, invoice_id, attempts,
    created_at, finished_at, leased_until, next_attempt_at`;
  await owner.query(`
    create temporary table old as select ${columns}, ${OLD_REQUEST} as request from operations
      where state in ('pending', 'unknown', 'waiting') order by number;
    delete from operations where id in (select id from old);
    insert into operations (${columns}, request) select ${columns}, request from old;
    drop table old`);
}

/** A charge that waits for the card holder's bank. */
async function waiting() {
  const who = await makeSubscriber(world, { quantity: 3, card: "pm_card_authenticationRequired" });
  const subject = await charged(world, who, { plan: MONTHLY, quantity: 5 });
  const { body } = await subject.send();
  const secret: string = body.requires_action.client_secret;
  return {
    subject,
    shown: async () => (await read(who)).waiting,
    agree: async () => {
      await world.bank(secret, "success");
      await post(who, `invoice/${body.invoice.id}/finalize`);
    },
    repeat: () => create(who),
    invoice: body.invoice.id,
  };
}

describe.each([
  ["the migration runs while they are live", migrateAgain],
  ["the previous version writes them next to newer ones", writtenBefore],
] as const)("%s", (_name, carryOver) => {
  test("R-60 R-61 R-74 operations of every kind and stage are completed, each once", async () => {
    const under = await allUnderWay();
    await carryOver();
    world.moveClock(300);
    await world.sweep("resume-operations");
    expect(await openIds()).toEqual([]);
    for (const { what, subject } of under) {
      try {
        await subject.expectOnce();
      } catch (error) {
        throw new Error(what, { cause: error });
      }
    }
  }, 120_000);

  test("R-61 R-74 a charge that waits for the bank keeps waiting, answers its repeats, and is made once", async () => {
    const { subject, shown, agree, repeat, invoice } = await waiting();
    const before = await shown();
    expect(before).toMatchObject({ plan: MONTHLY, quantity: 5, invoice });
    await carryOver();
    expect(await shown()).toEqual(before);
    expect((await repeat()).body.invoice.id).toBe(invoice);
    await agree();
    await subject.expectOnce();
  });
});

test("R-74 two versions never change the same subject concurrently: a subject that one works on is locked for the other", async () => {
  const { kysely } = world.service.database;
  await begun(increase, { name: "unheard", faults: ({ path }) => [{ ...away, path, times: 1 }] });
  const live = await kysely
    .selectFrom("operations")
    .select(["subject", "customer_id"])
    .where("state", "=", "unknown")
    .executeTakeFirstOrThrow();
  const old =
    "insert into operations (kind, subscription_id, customer_id, request, created_at) values ($1, $2, $3, $4, now())";
  const request = { plan: "", quantity: 0, cancelAtPeriodEnd: true };
  const second = owner.query(old, ["auto_renewal", live.subject, live.customer_id, request]);
  await expect(second).rejects.toMatchObject({ code: "23505" });
  const pay = { plan: "", quantity: 0, pay: { invoice: "in_old", card: null }, twin: "" };
  await owner.query(old, ["pay", "invoice:in_old", live.customer_id, pay]);
  const newer = owner.query(
    "insert into operations (kind, subject, customer_id, request, created_at) values ('pay', 'invoice:in_old', $1, '{}', now())",
    [live.customer_id],
  );
  await expect(newer).rejects.toMatchObject({ code: "23505" });
  await owner.query("delete from operations where subject = 'invoice:in_old'");
});

test("R-74 an operation of a kind that only a newer version knows is left to that version", async () => {
  const { rows } = await owner.query<{ id: string }>(
    `insert into operations (kind, subject, customer_id, request, created_at)
      values ('gift', 'gift:1', 'cus_1', '{}', now() - interval '1 day') returning id`,
  );
  world.moveClock(300);
  await world.sweep("resume-operations");
  const { rows: after } = await owner.query("select state, attempts from operations where id = $1", [rows[0]?.id]);
  expect(after).toEqual([{ state: "pending", attempts: 0 }]);
  await owner.query("delete from operations where id = $1", [rows[0]?.id]);
});
