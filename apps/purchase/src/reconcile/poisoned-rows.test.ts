import { randomUUID } from "node:crypto";
import { openPool } from "@foyer/service-kit/db";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { testWorld, YEARLY } from "../testing/purchase-world.ts";
import { makeSubscriber, type Subscriber } from "../testing/subscribers.ts";

// In each sweep, one row that always fails must not stop the rows before and after it.

const DAY = 86_400;
const world = testWorld();
let owner: Pool;
let all: Subscriber[];
beforeAll(async () => {
  owner = openPool({ url: world.ownerUrl, role: null, schema: "purchase", max: 2 });
  all = [];
  for (let one = 0; one < 3; one++) all.push(await makeSubscriber(world, { plan: YEARLY }));
  await owner.query(
    `create function poison() returns trigger language plpgsql as $$ begin raise exception 'poisoned'; end $$`,
  );
});
beforeEach(() => world.sandbox.setWebhookChaos({ drop: false }));
afterAll(() => owner.end());

const db = () => world.service.database.kysely;

/** Makes every write of a row fail while `work` runs. */
async function poisoned(table: string, event: string, condition: string, work: () => Promise<unknown>): Promise<void> {
  await owner.query(
    `create trigger poison before ${event} on ${table} for each row when (${condition}) execute function poison()`,
  );
  try {
    await work();
  } finally {
    await owner.query(`drop trigger poison on ${table}`);
  }
}

const rowOf = (who: Subscriber) =>
  db().selectFrom("subscriptions").selectAll().where("id", "=", who.subscription).executeTakeFirstOrThrow();
const cancel = (who: Subscriber, isCanceled: boolean) =>
  world.provider("POST", `subscriptions/${who.subscription}`, { cancel_at_period_end: isCanceled });
const [first, middle, last] = [() => need(0), () => need(1), () => need(2)];
function need(at: number): Subscriber {
  const one = all[at];
  if (!one) throw new Error("no subscriber");
  return one;
}

test("R-59 compare-subscriptions: the others are compared (FAULT-01)", async () => {
  await world.sandbox.setWebhookChaos({ drop: true });
  for (const who of all) await cancel(who, true);
  await world.settle();
  world.moveClock(25 * 3_600);
  await poisoned("subscriptions", "update", `old.id = '${middle().subscription}'`, () =>
    world.sweep("compare-subscriptions"),
  );
  const canceled = await Promise.all(all.map(async (who) => (await rowOf(who)).cancel_at_period_end));
  expect(canceled).toEqual([true, false, true]);
});

test("R-59 catch-up-events: the other events are stored, and so is how far the search has come (FAULT-01)", async () => {
  await world.sandbox.setWebhookChaos({ drop: true });
  for (const who of all) await cancel(who, false);
  await world.settle();
  const before = await db().selectFrom("progress").selectAll().where("name", "=", "events").executeTakeFirst();
  world.moveClock(1);
  await poisoned("provider_events", "insert", `new.subscription_id = '${middle().subscription}'`, () =>
    world.sweep("catch-up-events"),
  );
  await world.settle();
  expect((await rowOf(first())).cancel_at_period_end).toBe(false);
  expect((await rowOf(last())).cancel_at_period_end).toBe(false);
  const after = await db().selectFrom("progress").selectAll().where("name", "=", "events").executeTakeFirstOrThrow();
  expect(after.reached_at.getTime()).toBeGreaterThan(before?.reached_at.getTime() ?? 0);
  const run = await db().selectFrom("reconciler_runs").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
  expect(run.unmended).not.toEqual([]);
});

test("DOC-04 put-back-references: the other customers' references are put back (FAULT-01)", async () => {
  const turn = { reference: "ALL", printed: "OWN", until: new Date(0) };
  await db()
    .insertInto("reference_turns")
    .values(all.map(({ customer }) => ({ ...turn, customer_id: customer, operation_id: randomUUID() })))
    .execute();
  await poisoned("reference_turns", "delete", `old.customer_id = '${middle().customer}'`, () =>
    world.sweep("put-back-references"),
  );
  const left = await db().selectFrom("reference_turns").select("customer_id").execute();
  expect(left).toEqual([{ customer_id: middle().customer }]);
});

test("BUY-16 imports: the other subscriptions are read (FAULT-01)", async () => {
  const now = world.clock.now();
  await db()
    .insertInto("imported_subscriptions")
    .values(all.map(({ subscription: id }) => ({ id, imported_at: now })))
    .execute();
  await poisoned("subscriptions", "update", `old.id = '${middle().subscription}'`, () => world.sweep("imports"));
  const left = await db().selectFrom("imported_subscriptions").select("id").execute();
  expect(left).toEqual([{ id: middle().subscription }]);
});

test("ERASE-03 erase-customers: the other accounts are erased (FAULT-01)", async () => {
  for (const { person } of all) {
    const erasure = {
      omni_id: person,
      username: person,
      addresses: [],
      customer_ids: [],
      begun: "2026-11-01T00:00:00Z",
    };
    world.accounts.erasures.set(person, erasure);
  }
  await poisoned("customers", "update or delete", `old.omni_id = '${middle().person}'`, () =>
    world.sweep("erase-customers"),
  );
  expect([...world.accounts.erasures.keys()]).toEqual([middle().person]);
  world.accounts.erasures.clear();
});

test("MAIL-05 renewal-notices and card-notices: the other customers are told (FAULT-01)", async () => {
  const { period_end: end } = await rowOf(first());
  world.moveClock((end.getTime() - world.clock.now().getTime()) / 1_000 - 20 * DAY);
  const about = async (kind: string): Promise<string[]> =>
    (await db().selectFrom("notices").select("subject").where("kind", "=", kind).execute()).map((row) => row.subject);
  await poisoned("notices", "insert", `new.subject = '${middle().subscription}'`, () => world.sweep("renewal-notices"));
  expect(new Set(await about("renewal_coming"))).toEqual(new Set([first().subscription, last().subscription]));
  const card = await world.provider("GET", `payment_methods/${first().card}`);
  const expiry = Date.UTC(card.card.exp_year, card.card.exp_month, 1);
  world.moveClock((expiry - world.clock.now().getTime()) / 1_000 - 20 * DAY);
  await poisoned("notices", "insert", `new.subject = '${middle().card}'`, () => world.sweep("card-notices"));
  expect(new Set(await about("card_expiring"))).toEqual(new Set([first().card, last().card]));
});

test("OPS-08 drop-expired: a table that cannot be cleared does not keep the next ones from it (FAULT-01)", async () => {
  const at = new Date(0);
  await db()
    .insertInto("provider_events")
    .values({
      id: "evt_old",
      type: "x",
      object_id: null,
      subscription_id: null,
      customer_id: null,
      created_at: at,
      received_at: at,
    })
    .execute();
  await poisoned("reconciler_runs", "delete", "true", () => world.sweep("drop-expired"));
  const old = await db().selectFrom("provider_events").select("id").where("id", "=", "evt_old").execute();
  expect(old).toEqual([]);
});
