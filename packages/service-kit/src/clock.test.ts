import { testDatabase, type TestDatabase } from "@foyer/testing/database";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { databaseClock, fixedClock } from "./clock.ts";
import { openPool } from "./db.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool({ url: database.url, role: "foyer_host", schema: "foyer" });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await pool.query("delete from clock");
});

const setOffset = (seconds: number): Promise<unknown> =>
  pool.query(
    "insert into clock (offset_seconds) values ($1) on conflict (only_row) do update set offset_seconds = $1",
    [seconds],
  );

async function databaseTime(): Promise<number> {
  const { rows } = await pool.query<{ at: Date }>("select clock_timestamp() as at");
  return rows[0]?.at.getTime() ?? Number.NaN;
}

test("a fixed clock changes only when it is advanced", () => {
  const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));
  expect(clock.now().toISOString()).toBe("2026-11-20T09:30:00.000Z");
  clock.advance(90);
  expect(clock.now().toISOString()).toBe("2026-11-20T09:31:30.000Z");
});

test.each([-600_000, 600_000, -3_600_000])(
  "R-78 F16 the database's time is used on a machine with a clock that is %i ms off",
  async (skewMs) => {
    const real = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(real + skewMs);
    const clock = await databaseClock(pool, false);
    expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(1_000);
    clock.stop();
  },
);

test("R-78 a jump of the machine's clock does not change the time", async () => {
  const clock = await databaseClock(pool, false);
  vi.spyOn(Date, "now").mockReturnValue(0);
  expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(1_000);
  clock.stop();
});

test("the sandbox's offset applies at once after a refresh, and on another instance after its next query", async () => {
  const mover = await databaseClock(pool, true, 3_600_000);
  const other = await databaseClock(pool, true, 20);
  await setOffset(86_400);
  await mover.refresh();
  const wanted = (await databaseTime()) + 86_400_000;
  expect(Math.abs(mover.now().getTime() - wanted)).toBeLessThan(1_000);
  await vi.waitFor(() => expect(Math.abs(other.now().getTime() - wanted)).toBeLessThan(2_000), { timeout: 2_000 });
  mover.stop();
  other.stop();
});

test("the sandbox's offset does not apply in production", async () => {
  await setOffset(86_400);
  const clock = await databaseClock(pool, false);
  expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(1_000);
  clock.stop();
});

test("R-75 a clock without its database continues from the last answer", async () => {
  const own = openPool({ url: database.url, role: "foyer_host", schema: "foyer" });
  const clock = await databaseClock(own, true, 10);
  await own.end();
  const before = clock.now().getTime();
  await vi.waitFor(() => expect(clock.now().getTime() - before).toBeGreaterThan(50), { timeout: 2_000 });
  expect(Math.abs(clock.now().getTime() - (await databaseTime()))).toBeLessThan(1_000);
  clock.stop();
});
