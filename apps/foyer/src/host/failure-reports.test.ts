import { createHost } from "@foyer/service-kit/host";
import { fixedClock } from "@foyer/service-kit/clock";
import { openPool } from "@foyer/service-kit/db";
import { createLog } from "@foyer/service-kit/log";
import { testDatabase, type TestDatabase } from "@foyer/testing/database";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { Writable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newestFailureReports, takeFailureReports } from "./failure-reports.ts";
import { reportLimits } from "./report-gate.ts";

let database: TestDatabase;
let pool: pg.Pool;
let app: FastifyInstance;
let lines: string[];

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool({ url: database.url, role: "foyer_host", schema: "foyer" });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

beforeEach(async () => {
  await pool.query("delete from failure_reports");
  lines = [];
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const log = createLog({ level: "warn", destination });
  app = createHost({ log, trustedProxies: ["127.0.0.1"], readiness: { check: async () => null } });
  takeFailureReports(app, pool, fixedClock(new Date("2026-11-20T09:30:00Z")), log);
});
afterEach(() => app.close());

async function send(payload: string, ip = "192.0.2.1"): Promise<number> {
  const headers = { "content-type": "application/json", "x-forwarded-for": ip };
  return (await app.inject({ method: "POST", url: "/err", payload, headers })).statusCode;
}

const failure = (message: string): string => JSON.stringify({ message, path: "/manage-team", revision: "4f2a91c" });

test("R-80 2,000 reports of one address are 20 rows and 20 lines, of 2,000 addresses 300; all are answered alike", async () => {
  for (let n = 0; n < 2_000; n++) expect(await send(failure(`failure ${n}`))).toBe(204);
  expect((await newestFailureReports(pool, 5_000)).length).toBe(reportLimits.perNetwork);
  expect(lines.length).toBe(reportLimits.perNetwork);
  for (let n = 0; n < 2_000; n++) expect(await send(failure(`other ${n}`), `198.51.${n >> 8}.${n & 255}`)).toBe(204);
  expect((await newestFailureReports(pool, 5_000)).length).toBe(reportLimits.perInstance);
  expect(lines.length).toBe(reportLimits.perInstance);
});

test("R-80 the same failure is one row, which says how often, and one line of the log", async () => {
  for (let n = 0; n < 7; n++) await send(failure("TypeError: x is undefined"), `192.0.2.${n}`);
  expect(await newestFailureReports(pool, 10)).toMatchObject([{ message: "TypeError: x is undefined", times: 7 }]);
  expect(lines.length).toBe(1);
});

test.each([
  ["NUL", '{"message":"a\\u0000b","more\\u0000":{"deep":["\\u0000"]}}', "ab"],
  ["a backslash that only looks like NUL", String.raw`{"message":"a\\u0000","more":"\\u0000"}`, String.raw`a\u0000`],
  ["half a surrogate pair", String.raw`{"message":"a\ud800","more\ud800":"\udfff"}`, "a\ufffd"],
])("R-48 a report with %s is kept, not a fault", async (_what, payload, message) => {
  expect(await send(payload)).toBe(204);
  expect(await newestFailureReports(pool, 1)).toMatchObject([{ message }]);
});

test.each([
  ["nested 30,000 deep", `{"message":"m","more":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
  ["no JSON", "{"],
  ["a list", "[1]"],
])("R-48 a report that is %s is answered like any other", async (_what, payload) => {
  expect(await send(payload)).toBe(204);
});
