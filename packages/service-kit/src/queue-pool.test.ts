import type pg from "pg";
import { expect, test } from "vitest";
import { queuePool } from "./queue-pool.ts";

const lost = (): Error => Object.assign(new Error("Connection terminated unexpectedly"), { code: "ECONNRESET" });

/** A pool that gives one query after the other its scripted result. */
function poolThat(...behave: (() => Promise<unknown>)[]) {
  const asked: unknown[] = [];
  const client = {
    query: (query: unknown) => {
      asked.push(query);
      return (behave.shift() ?? (() => Promise.resolve({ rows: [] })))();
    },
    release: () => undefined,
  };
  const isAway = { yes: false };
  const connect = (): Promise<unknown> => (isAway.yes ? Promise.reject(lost()) : Promise.resolve(client));
  return { pool: { connect, query: client.query } as unknown as pg.Pool, asked, isAway };
}

const complete = { name: "complete_job/accounts_jobs", text: "delete …", values: [7] };
const fail = { name: "fail_job/accounts_jobs", text: "update …", values: ["pool-1", '[{"jobId":8},{"jobId":9}]'] };

test("HA-02 HA-03 the record of a job's end is retried after a lost answer, and then the job counts as ended", async () => {
  const { pool, asked } = poolThat(() => Promise.reject(lost()));
  const recorded: string[] = [];
  const client = await queuePool(pool, (id) => recorded.push(id)).pool.connect();
  await client.query(complete);
  await client.query(fail);
  expect(asked).toEqual([complete, complete, fail]);
  expect(recorded).toEqual(["7", "8", "9"]);
});

test("HA-03 other failing queries, and a record that the database refuses, fail without a retry", async () => {
  const refused = Object.assign(new Error("no such table"), { code: "42P01" });
  const { pool } = poolThat(
    () => Promise.reject(lost()),
    () => Promise.reject(refused),
  );
  const client = await queuePool(pool, () => undefined).pool.connect();
  await expect(client.query("select 1")).rejects.toThrow("terminated");
  await expect(client.query(complete)).rejects.toThrow("no such table");
});

test("R-74 HA-02 the library gets no code of an outage at which it would sleep for minutes", async () => {
  const unreachable = Object.assign(new Error("connect EHOSTUNREACH"), { code: "EHOSTUNREACH" });
  const { pool } = poolThat(() => Promise.reject(unreachable));
  const client = await queuePool(pool, () => undefined).pool.connect();
  await expect(client.query("select 1")).rejects.toMatchObject({ code: "08006", message: "connect EHOSTUNREACH" });
});

test("HA-02 stopping during an outage does not wait and leaves no unhandled rejection", async () => {
  const { pool, isAway } = poolThat();
  isAway.yes = true;
  const queue = queuePool(pool, () => undefined);
  const waiting = queue.pool.connect();
  queue.stop();
  const client = await waiting;
  await expect(client.query(complete)).resolves.toMatchObject({ rows: [] });
  await expect(client.query("select 1")).rejects.toThrow("terminated");
  client.release();
});
