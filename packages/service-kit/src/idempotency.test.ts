import { expect, test } from "vitest";
import { fixedClock } from "./clock.ts";
import { answerOnce, type StoredAnswer } from "./idempotency.ts";
import { accountsDatabase } from "./testing/test-service.ts";

const database = (await accountsDatabase()).open();
const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));

const answerOf = (n: number): StoredAnswer => ({ status: 200, body: { n } });
const ask = (key: string, work: () => Promise<StoredAnswer>) =>
  answerOnce(database, clock, { caller: "person:a-1", key, request: "POST /" }, work);

/** Work that ends when the test releases it. */
function paused(answer: StoredAnswer): {
  work: () => Promise<StoredAnswer>;
  isBegun: Promise<void>;
  goOn: () => void;
} {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<StoredAnswer>();
  const work = (): Promise<StoredAnswer> => {
    begun.resolve();
    return gate.promise;
  };
  return { work, isBegun: begun.promise, goOn: () => gate.resolve(answer) };
}

const lockOf = async (): Promise<Date | undefined> =>
  (
    await database.pool.query<{ locked_until: Date }>(
      "select locked_until from idempotency_keys where answer is null order by locked_until desc limit 1",
    )
  ).rows[0]?.locked_until;

test("R-61 a running process leases its key for seconds and renews the lease", async () => {
  const slow = paused(answerOf(1));
  const first = ask("renewed", slow.work);
  await slow.isBegun;
  const begun = await lockOf();
  const { rows } = await database.pool.query<{ seconds: number }>(
    "select extract(epoch from locked_until - clock_timestamp())::float8 as seconds from idempotency_keys where answer is null",
  );
  expect(rows[0]?.seconds).toBeLessThanOrEqual(10);
  await expect.poll(async () => (await lockOf())?.getTime(), { timeout: 8_000 }).toBeGreaterThan(begun?.getTime() ?? 0);
  await expect(ask("renewed", async () => answerOf(2))).rejects.toMatchObject({ refusal: "idempotency.in_progress" });
  slow.goOn();
  expect(await first).toEqual({ ...answerOf(1), replayed: false });
  expect(await ask("renewed", async () => answerOf(3))).toEqual({ ...answerOf(1), replayed: true });
});

test.each([
  ["answers", answerOf(1)],
  ["frees the key", { status: 503, body: {} }],
])(
  "R-61 a process that was paused until its key was taken over neither answers for it nor frees it (it %s)",
  async (how, late) => {
    const [slow, other] = [paused(late), paused(answerOf(2))];
    const first = ask(how, slow.work);
    await slow.isBegun;
    // Ends the lease, as if the process had not renewed it.
    await database.pool.query("update idempotency_keys set locked_until = 'epoch' where answer is null");
    const second = ask(how, other.work);
    await other.isBegun;
    slow.goOn();
    await first;
    await expect(ask(how, async () => answerOf(3))).rejects.toMatchObject({ refusal: "idempotency.in_progress" });
    other.goOn();
    await second;
    expect(await ask(how, async () => answerOf(3))).toEqual({ ...answerOf(2), replayed: true });
  },
);
