import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Json } from "../testing/provider.ts";
import { testWorld } from "../testing/purchase-world.ts";
import { makePerson, makeSubscriber, type Subscriber } from "../testing/subscribers.ts";

const HOUR = 3_600;
const world = testWorld();
let who: Subscriber;
let staff: string;
beforeAll(async () => {
  who = await makeSubscriber(world);
  staff = await makePerson(world, "boss", ["admin"]);
});
beforeEach(async () => {
  world.sandbox.setFaults([]);
  await world.service.database.kysely.deleteFrom("reconciler_runs").execute();
});

const get = async (path: string): Promise<Json> => (await world.call(staff, "GET", `admin/${path}`)).body;
const runs = async (query = ""): Promise<Json[]> => (await get(`reconciler_runs/${query}`)).runs;

/** Changes something at the provider without a webhook. */
async function changeUnheard(cancel: boolean): Promise<void> {
  await world.sandbox.setWebhookChaos({ drop: true });
  await world.provider("POST", `subscriptions/${who.subscription}`, { cancel_at_period_end: cancel });
  await world.settle();
  await world.sandbox.setWebhookChaos({ drop: false });
}

test("ROLE-04 R-59 each search for missed events is stored: when, how long it took, and how many it processed", async () => {
  await world.sweep("catch-up-events");
  await changeUnheard(true);
  await world.sweep("catch-up-events");
  const [newest, first] = await runs();
  expect(newest).toMatchObject({ what: "events", asked_by: "sweep", dry_run: false, mended: 1, error: null });
  expect(newest.at).toBe(world.clock.now().toISOString().replace(".000", ""));
  expect(newest.took_ms).toBeGreaterThan(0);
  expect(first.mended).toBe(0);
  expect(await runs("?eventful=true")).toEqual([newest]);
  expect(await runs("?limit=1")).toEqual([newest]);
  expect(await runs(`?before=${newest.id}`)).toEqual([first]);
  await world.settle();
});

test("ROLE-04 R-59 each comparison is stored with what differed, what was repaired, and what could not be", async () => {
  const { kysely } = world.service.database;
  await changeUnheard(false);
  const row = await kysely
    .selectFrom("subscriptions")
    .selectAll()
    .where("id", "=", who.subscription)
    .executeTakeFirst();
  if (!row) throw new Error("no row");
  const [ours, items] = [JSON.stringify(row.default_tax_rates), JSON.stringify(row.item_tax_rates)];
  const rates = { default_tax_rates: ours, item_tax_rates: items };
  const foreign = { ...row, ...rates, id: "sub_gone", open_invoice: null, discount: null };
  await kysely.insertInto("subscriptions").values(foreign).execute();
  world.moveClock(25 * HOUR);
  await world.sweep("compare-subscriptions");
  const change = { subscription: who.subscription, what: "cancel_at_period_end", here: "true", provider: "false" };
  expect(await runs()).toMatchObject([
    {
      what: "subscriptions",
      asked_by: "sweep",
      checked: 2,
      mended: 1,
      drift: [change],
      unmended: [{ what: "sub_gone", reason: "The provider does not know it." }],
    },
  ]);
  await kysely.deleteFrom("subscriptions").where("id", "=", "sub_gone").execute();
  await world.service.reconcile({ dryRun: true });
  expect((await runs())[0]).toMatchObject({ what: "everything", asked_by: "command", dry_run: true, mended: 0 });
});

test("ROLE-04 R-60 a continued change is stored as repaired, and while its outcome is open as not repaired", async () => {
  const path = `customer/${who.customer}/subscription/${who.subscription}`;
  const away = { kind: "error_500", when: "before", path: "subscriptions", times: 20 } as const;
  world.sandbox.setFaults([away, { ...away, method: "GET" }]);
  expect((await world.call(who.person, "POST", path, { cancel_at_period_end: true })).status).toBe(503);
  world.moveClock(10);
  await world.sweep("resume-operations");
  const reason = "The provider's answer got lost.";
  expect(await runs()).toMatchObject([{ what: "operations", checked: 1, mended: 0, unmended: [{ reason }] }]);
  world.sandbox.setFaults([]);
  world.moveClock(300);
  await world.sweep("resume-operations");
  await world.sweep("resume-operations");
  expect(await runs()).toMatchObject([{ what: "operations", mended: 1, unmended: [] }, { mended: 0 }]);
});

test("ROLE-04 a failed run has its reason, can be retried from the machine room, and old runs are deleted", async () => {
  world.sandbox.setFaults([{ kind: "error_500", when: "before", method: "GET", path: "events", times: 9 }]);
  await expect(world.sweep("catch-up-events")).rejects.toThrow();
  const failed = async (): Promise<Json[]> =>
    (await get("tasks/")).tasks.filter(({ title }: Json) => title.startsWith("reconcile"));
  const [task] = await failed();
  expect(task).toMatchObject({ title: "reconcile events", state: "failed", error: expect.any(String) });
  expect((await runs())[0]).toMatchObject({ what: "events", error: task.error });
  world.sandbox.setFaults([]);
  const retried = await world.call(staff, "POST", `admin/tasks/${task.id}/retry/`, { reason: "it is there again" });
  expect(retried.body).toEqual({ status: "success" });
  await world.settle();
  expect(await failed()).toEqual([]);
  expect((await runs()).map(({ what, asked_by }) => [what, asked_by])).toEqual([
    ["everything", "staff"],
    ["events", "staff"],
    ["events", "sweep"],
  ]);
  await world.call(staff, "POST", "admin/tasks/reconcile-now/retry/", { reason: "to be sure" });
  await world.settle();
  expect((await runs())[0]).toMatchObject({ what: "everything", asked_by: "staff", checked: 1, drift: [] });
  world.moveClock(30 * HOUR);
  await world.sweep("drop-expired");
  expect((await runs()).every((run) => run.error !== null || run.mended > 0 || run.drift.length > 0)).toBe(true);
  world.moveClock(30 * 24 * HOUR);
  await world.sweep("drop-expired");
  expect(await runs()).toEqual([]);
});
