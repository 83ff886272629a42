import { endpoint } from "@foyer/contract/endpoint";
import { testDatabase, type TestDatabase } from "@foyer/testing/database";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { fixedClock } from "./clock.ts";
import { openDatabase, type Database } from "./db.ts";
import { refuse } from "./errors.ts";
import { createHost } from "./host.ts";
import { route, servicePlugin } from "./http.ts";
import { createLog } from "./log.ts";

const none = z.object({});
const shared = {
  requirement: null,
  service: "accounts",
  params: none,
  query: none,
  refusals: [],
  summary: "A test",
} as const;

const echo = endpoint({
  ...shared,
  name: "echo",
  method: "POST",
  path: "/api/1.1/echo/",
  access: "open",
  body: z.object({
    text: z.string(),
    count: z.int().optional(),
    yes: z.boolean().optional(),
    list: z.array(z.string()).optional(),
  }),
  reply: z.object({ text: z.string(), count: z.int().nullable(), list: z.array(z.string()) }),
});
const renamed = endpoint({
  ...shared,
  name: "renamed",
  method: "POST",
  path: "/api/1.1/echo/",
  access: "open",
  when: (body) => "name" in body,
  body: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
});
const mine = endpoint({
  ...shared,
  name: "mine",
  method: "POST",
  path: "/api/1.1/mine/",
  access: "person",
  body: none,
  reply: z.object({ n: z.int() }),
});
const broken = endpoint({
  ...shared,
  name: "broken",
  method: "GET",
  path: "/api/1.1/broken/",
  access: "open",
  body: none,
  reply: z.object({ n: z.int() }),
});
const owned = endpoint({
  ...shared,
  name: "owned",
  method: "GET",
  path: "/api/1.1/customer/:id",
  access: "customer",
  params: z.object({ id: z.string() }),
  body: none,
  reply: z.object({ ok: z.literal(true) }),
});

let template: TestDatabase;
let database: Database<never>;
let app: FastifyInstance;
let acted = 0;
let logged = "";
const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));

const person = {
  kind: "person" as const,
  id: "a-1",
  username: "maria",
  email: "maria@example.com",
  sessionId: "s-1",
  isStaff: false,
  staffRights: [],
  customerIds: ["cus_1"],
  viewOnly: false,
};

beforeAll(async () => {
  template = await testDatabase();
  database = openDatabase({ url: template.url, role: "foyer_accounts", schema: "accounts" });
  const log = createLog({
    level: "info",
    destination: { write: (line: string) => ((logged += line), true) } as unknown as NodeJS.WritableStream,
  });
  app = createHost({ log, trustedProxies: [], readiness: { check: async () => null } });
  await app.register(
    servicePlugin({
      name: "accounts",
      routes: [
        route(renamed, async ({ body }) => ({ name: body.name })),
        route(echo, async ({ body }) => ({
          text: body.text,
          count: body.count ?? null,
          list: body.list ?? [],
          secret: "not in the contract",
        })),
        route(mine, async () => {
          acted += 1;
          if (acted > 100) refuse("seats.not_enough");
          return { n: acted };
        }),
        route(broken, async () => ({ n: "not a number" }) as never),
        route(owned, async () => ({ ok: true as const })),
      ],
      authenticate: async (token) => (token === "good" ? person : null),
      serviceCredential: "service-credential-of-32-characters",
      database,
      clock,
      log,
      portalOrigins: ["https://portal.example.com"],
    }),
  );
});
afterAll(async () => {
  await app.close();
  await database.close();
  await template.close();
});
beforeEach(() => {
  acted = 0;
});

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({ method: "POST", url, payload: payload as object, headers });

test("forms and JSON mean the same, and an answer holds only what the contract names", async () => {
  const json = await post("/api/1.1/echo/", { text: "a", count: 5, list: ["x"] });
  const form = await app.inject({
    method: "POST",
    url: "/api/1.1/echo",
    payload: "text=a&count=5&list=x&unknown=1",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(json.json()).toEqual({ text: "a", count: 5, list: ["x"] });
  expect(form.json()).toEqual(json.json());
});

test("the body decides between calls of one address", async () => {
  expect((await post("/api/1.1/echo/", { name: "b" })).json()).toEqual({ name: "b" });
});

test.each([
  ["a wrong type", { text: 5 }, "text"],
  ["a number as text in JSON", { text: "a", count: "5" }, "count"],
  ["a missing field", {}, "text"],
  ["a NUL character", { text: "a\u0000b" }, "body"],
])("R-46 %s is refused with the field's name", async (_what, body, field) => {
  const answer = await post("/api/1.1/echo/", body);
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ status: "error", code: 4000, errors: [{ code: 4000, field }] });
});

test("R-46 malformed JSON is 400, a scalar that comes twice 422, a body above 1 MiB 413", async () => {
  const headers = { "content-type": "application/json" };
  const malformed = await app.inject({ method: "POST", url: "/api/1.1/echo/", payload: "{", headers });
  expect([malformed.statusCode, malformed.json().code]).toEqual([400, 4000]);
  const twice = await app.inject({
    method: "POST",
    url: "/api/1.1/echo/",
    payload: "text=a&text=b",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(twice.statusCode).toBe(422);
  const large = await post("/api/1.1/echo/", { text: "x".repeat(1_100_000) });
  expect([large.statusCode, large.json().code]).toEqual([413, 4000]);
});

test("R-49 a wrong method is 405 with Allow, an unknown address 404", async () => {
  const wrong = await app.inject({ method: "PUT", url: "/api/1.1/echo/" });
  expect([wrong.statusCode, wrong.headers["allow"]]).toEqual([405, "POST"]);
  expect((await app.inject({ method: "GET", url: "/api/1.1/nothing/" })).statusCode).toBe(404);
});

test.each(["/api/1.1//mine/", "/api/1.1/./mine/../mine", "/API/1.1/mine/", "/api/1.1/mine%2f"])(
  "R-08 the spelling %s of a guarded address is not another way in",
  async (url) => {
    const answer = await post(url, {});
    expect([401, 404]).toContain(answer.statusCode);
  },
);

test("R-19 a token counts only in the Authorization header", async () => {
  expect((await post("/api/1.1/mine/?access_token=good", { access_token: "good" })).json()).toMatchObject({
    code: 1002,
  });
  expect((await post("/api/1.1/mine/", {}, { authorization: "Bearer good" })).statusCode).toBe(200);
});

test("R-39 a customer that is not the caller's answers as one that does not exist", async () => {
  const headers = { authorization: "Bearer good" };
  const own = await app.inject({ url: "/api/1.1/customer/cus_1", headers });
  const foreign = await app.inject({ url: "/api/1.1/customer/cus_2", headers });
  expect([own.statusCode, foreign.statusCode, foreign.json().code]).toEqual([200, 404, 2004]);
});

test("R-82 a fault answers 500 with a request id and no inside, and is logged under that id", async () => {
  const answer = await app.inject({ url: "/api/1.1/broken/", headers: { "x-request-id": "request-12345" } });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers["x-request-id"]).toBe("request-12345");
  expect(answer.json()).toEqual({
    status: "error",
    code: 5000,
    message: "Something went wrong on our side.",
    errors: [{ code: 5000, message: "Something went wrong on our side." }],
  });
  expect(logged).toContain('"requestId":"request-12345"');
});

test("R-51 R-52 every answer carries the security headers, and no service answer is stored", async () => {
  for (const url of ["/api/1.1/echo/", "/healthz", "/nowhere"]) {
    const { headers } = await app.inject({ url });
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(headers["strict-transport-security"]).toContain("max-age=31536000");
    expect(headers["server"]).toBeUndefined();
  }
  expect((await post("/api/1.1/echo/", {})).headers["cache-control"]).toBe("no-store");
});

test.each([
  ["https://portal.example.com", "https://portal.example.com"],
  ["https://portal.example.com.evil.test", undefined],
  ["https://evil.test", undefined],
  ["null", undefined],
])("R-53 the origin %s may read answers: %s", async (origin, allowed) => {
  const answer = await post("/api/1.1/echo/", { text: "a" }, { origin });
  expect(answer.headers["access-control-allow-origin"]).toBe(allowed);
});

test("R-62 an Idempotency-Key acts once, answers alike, and refuses another body", async () => {
  const headers = { authorization: "Bearer good", "idempotency-key": "once-1" };
  const first = await post("/api/1.1/mine/", { a: 1 }, headers);
  const again = await post("/api/1.1/mine/", { a: 1 }, headers);
  const other = await post("/api/1.1/mine/", { a: 2 }, headers);
  expect([first.json(), again.json(), again.headers["idempotent-replayed"]]).toEqual([{ n: 1 }, { n: 1 }, "true"]);
  expect([other.statusCode, other.json().code]).toEqual([422, 2010]);
});

test("R-62 twenty parallel repeats of one key act once", async () => {
  const headers = { authorization: "Bearer good", "idempotency-key": "once-2" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => post("/api/1.1/mine/", {}, headers)));
  expect(acted).toBe(1);
  for (const answer of answers) {
    if (answer.statusCode === 200) expect(answer.json()).toEqual({ n: 1 });
    else expect([answer.statusCode, answer.json().code]).toEqual([409, 2009]);
  }
});

test("a key is free again after 24 hours, and a refusal is repeated too", async () => {
  acted = 100;
  const headers = { authorization: "Bearer good", "idempotency-key": "once-3" };
  const refused = await post("/api/1.1/mine/", {}, headers);
  acted = 0;
  expect((await post("/api/1.1/mine/", {}, headers)).json()).toEqual(refused.json());
  clock.advance(24 * 3600 + 1);
  expect((await post("/api/1.1/mine/", {}, headers)).json()).toEqual({ n: 1 });
});

test("R-81 a stored answer cannot be read from the database without the key", async () => {
  await post("/api/1.1/mine/", {}, { authorization: "Bearer good", "idempotency-key": "once-4" });
  const { rows } = await database.pool.query<{ text: string }>(
    "select encode(answer, 'escape') as text from idempotency_keys",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { text } of rows) expect(text ?? "").not.toContain('"body"');
});
