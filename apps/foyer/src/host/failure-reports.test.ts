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

async function send(payload: string, ip = "192.0.2.1", type = "application/json"): Promise<number> {
  const headers = { "content-type": type, "x-forwarded-for": ip };
  return (await app.inject({ method: "POST", url: "/err", payload, headers })).statusCode;
}

const failure = (message: string): string => JSON.stringify({ message, path: "/manage-team", revision: "4f2a91c" });

test("R-80 2,000 reports of one address are 20 rows and 20 lines, of 2,000 addresses 300; all get the same answer", async () => {
  for (let n = 0; n < 2_000; n++) expect(await send(failure(`failure ${n}`))).toBe(204);
  expect((await newestFailureReports(pool, 5_000)).length).toBe(reportLimits.perNetwork);
  expect(lines.length).toBe(reportLimits.perNetwork);
  for (let n = 0; n < 2_000; n++) expect(await send(failure(`other ${n}`), `198.51.${n >> 8}.${n & 255}`)).toBe(204);
  expect((await newestFailureReports(pool, 5_000)).length).toBe(reportLimits.perInstance);
  expect(lines.length).toBe(reportLimits.perInstance);
});

test("R-80 the same failure is one row, which has its count, and one line of the log", async () => {
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

const sendViolation = (payload: unknown, ip = "192.0.2.1", type = "application/csp-report"): Promise<number> =>
  app
    .inject({
      method: "POST",
      url: "/csp-report",
      payload: typeof payload === "string" ? payload : JSON.stringify(payload),
      headers: { "content-type": type, "x-forwarded-for": ip },
    })
    .then(({ statusCode }) => statusCode);

const single = (blocked: string, page = "https://account.example.com/manage-team?ref=a-secret#b") => ({
  "csp-report": {
    "document-uri": page,
    referrer: "https://account.example.com/?token=a-secret",
    "violated-directive": "script-src-elem",
    "effective-directive": "script-src-elem",
    "blocked-uri": blocked,
    "script-sample": "a-secret",
    "source-file": "https://account.example.com/assets/start.js?token=a-secret",
    "line-number": 7,
  },
});

const batched = (blockedURL: string) => ({
  type: "csp-violation",
  age: 3,
  url: "https://account.example.com/?token=a-secret",
  user_agent: "any",
  body: {
    documentURL: "https://account.example.com/?token=a-secret",
    blockedURL,
    effectiveDirective: "require-trusted-types-for",
    sourceFile: null,
    sample: "Element innerHTML|a-secret",
    disposition: "enforce",
    lineNumber: 1,
  },
});

test("R-50 a violation of the page's policy is one row and one line, in either format, without any secret", async () => {
  const evil = "https://evil.example/x.js";
  for (let n = 0; n < 3; n++) expect(await sendViolation(single(`${evil}?token=a-secret`), `192.0.2.${n}`)).toBe(204);
  const batch = [batched("trusted-types-sink"), batched(`${evil}?token=a-secret`)];
  expect(await sendViolation(batch, "192.0.2.9", "application/reports+json")).toBe(204);
  const reports = await newestFailureReports(pool, 10);
  expect(
    reports
      .map(({ message, path, times }) => [message, path, times])
      .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  ).toEqual([
    [`content policy: require-trusted-types-for refused ${evil}`, "/", 1],
    ["content policy: require-trusted-types-for refused trusted-types-sink", "/", 1],
    [`content policy: script-src-elem refused ${evil}`, "/manage-team", 3],
  ]);
  const { rows } = await pool.query("select to_jsonb(failure_reports.*)::text as kept from failure_reports");
  expect(JSON.stringify(rows) + lines.join("")).not.toContain("a-secret");
  expect(lines.map((written) => (JSON.parse(written) as { failure: string }).failure)).toHaveLength(3);
});

test("R-81 a failure is kept and logged without tokens, keys and addresses, and its files stay readable (FAULT-63)", async () => {
  app.get("/i/:code", async () => "");
  const secret = "q7Rz0aVbX3kLm9TnYp2w";
  const text = `TypeError: maya.o'neil@bücher.example asked https://a.example/confirm?token=${secret} and /i/${secret}, with Bearer ${secret} and FOYER-7K2M9-QQ4TX-81ZZA`;
  const stack = `at f (https://a.example/assets/subscription-settings-B3k2Jd9x.js:1:42)\n<maya%40example.com>`;
  const report = { message: text, path: `/team/maya@example.com/x#${secret}`, stack, deep: [{ key: secret }] };
  expect(await send(JSON.stringify(report))).toBe(204);
  const { rows } = await pool.query<{ kept: string }>(
    "select to_jsonb(failure_reports.*)::text as kept from failure_reports",
  );
  const all = JSON.stringify(rows) + lines.join("");
  expect(all).not.toMatch(new RegExp(`${secret}|maya|neil|7K2M9`));
  expect(all).toContain("/team/[address]/x");
  expect(all).toContain("subscription-settings-B3k2Jd9x.js:1:42");
});

test("R-50 R-81 codes in the path of a reported page are masked", async () => {
  app.get("/i/:code", async () => "");
  await sendViolation(single("inline", "https://account.example.com/i/a-secret"));
  expect(await newestFailureReports(pool, 1)).toMatchObject([{ path: "/i/[secret]" }]);
});

test("R-50 violations share their limits with failures; each report in a batch counts, and at most ten of a batch are read", async () => {
  const batch = (from: number) => Array.from({ length: 40 }, (_, n) => batched(`https://evil.example/${from + n}`));
  await sendViolation(batch(0));
  expect((await newestFailureReports(pool, 100)).length).toBe(10);
  await send(failure("a failure"));
  await sendViolation(batch(100));
  await sendViolation(batch(200));
  expect((await newestFailureReports(pool, 100)).length).toBe(reportLimits.perNetwork);
  expect(lines.length).toBe(reportLimits.perNetwork);
});

test.each([
  ["no JSON", "{"],
  ["of another kind", [{ type: "deprecation", body: {} }, null, 7]],
  ["empty", ""],
  ["with an empty report", { "csp-report": null }],
  ["nested deeply", `{"csp-report":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
  ["of a browser's extension", single("chrome-extension://abc/x.js")],
])("R-50 a violation %s is answered like any other and leaves nothing", async (_what, payload) => {
  expect(await sendViolation(payload)).toBe(204);
  expect(await newestFailureReports(pool, 1)).toEqual([]);
});

test("R-48 a violation with characters that the database cannot store is stored without them", async () => {
  expect(
    await sendViolation(String.raw`{"csp-report":{"violated-directive":"a\u0000\ud800b","blocked-uri":"\u0000"}}`),
  ).toBe(204);
  expect((await newestFailureReports(pool, 1)).length).toBe(1);
});

test("R-46 a report of 65 KB is not read", async () => {
  expect(await sendViolation(single(`https://evil.example/${"x".repeat(66_000)}`))).toBe(413);
  expect(await newestFailureReports(pool, 1)).toEqual([]);
});

test.each([
  ["application/json", 204],
  ["text/plain;charset=UTF-8", 204],
  ["application/x-sentry-envelope", 204],
  ["text/xml", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/x-www-form-urlencoded", 415],
])("R-46 a report of the type %s is answered %i", async (type, status) => {
  expect(await send(failure("typed"), "192.0.2.1", type)).toBe(status);
  expect((await newestFailureReports(pool, 10)).length).toBe(status === 204 ? 1 : 0);
});
