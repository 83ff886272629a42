import { once } from "node:events";
import { connect } from "node:net";
import { endpointAt } from "@foyer/contract/endpoint";
import type { FastifyInstance, InjectOptions } from "fastify";
import { NoResultError } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fixedClock } from "./clock.ts";
import { cookieIn } from "./cookies.ts";
import { DamagedRow, type Refusal, refuse } from "./errors.ts";
import { asRefusal, route } from "./http.ts";
import { checked } from "./request-body.ts";
import { accountsDatabase, keptLog, portOf, serviceCredential, serviceWith } from "./testing/test-service.ts";
import { holdsNul } from "./unkeepable-text.ts";

const shared = { summary: "A test" } as const;

const echo = endpointAt("echo", "POST /api/1.1/echo/ open", {
  ...shared,
  access: "open",
  body: z.object({
    text: z.string(),
    count: z.int().optional(),
    yes: z.boolean().optional(),
    list: z.array(z.string()).optional(),
  }),
  reply: z.object({ text: z.string(), count: z.int().nullable(), list: z.array(z.string()) }),
});
const renamed = endpointAt("renamed", "POST /api/1.1/echo/ open", {
  ...shared,
  access: "open",
  when: (body) => "name" in body,
  body: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
});
const mine = endpointAt("mine", "POST /api/1.1/mine/", {
  ...shared,
  access: "person",
  refusals: ["seats.not_enough"],
  reply: z.object({ n: z.int() }),
});
const baking = endpointAt("baking", "POST /api/1.1/baking/ open", {
  ...shared,
  access: "open",
  body: z.object({ value: z.string(), refused: z.boolean().optional() }),
  reply: z.object({ value: z.string() }),
});
const broken = endpointAt("broken", "GET /api/1.1/broken/ open", {
  ...shared,
  access: "open",
  reply: z.object({ n: z.int() }),
});
const owned = endpointAt("owned", "GET /api/1.1/customer/:id", {
  ...shared,
  access: "customer",
  params: z.object({ id: z.string() }),
  reply: z.object({ ok: z.literal(true) }),
});

const database = (await accountsDatabase()).open();
let app: FastifyInstance;
let port = 0;
let acted = 0;
const { log, lines } = keptLog("info");
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
  app = await serviceWith(
    database,
    {
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
        route(baking, async ({ body, headers, setCookie }) => {
          const cookie = { name: "__Host-one", maxAgeSeconds: 60, secure: true };
          setCookie({ ...cookie, value: "before" });
          setCookie({ ...cookie, value: body.value });
          setCookie({ name: "two", value: "2", maxAgeSeconds: 9.5, secure: false });
          if (body.refused) refuse("seats.not_enough");
          return { value: cookieIn(headers["cookie"], "__Host-one") ?? "none" };
        }),
        route(broken, async () => ({ n: "not a number" }) as never),
        route(owned, async () => ({ ok: true as const })),
      ],
      authenticate: async (token) => (token === "good" ? person : null),
      clock,
      portalOrigins: ["https://portal.example.com"],
    },
    { log },
  );
  app.get("/sandbox/keep", (_request, reply) => reply.header("cache-control", "public, max-age=60").send("kept"));
  port = await portOf(app);
});
afterAll(() => app.close());
beforeEach(() => {
  acted = 0;
});

/** The server's answer to raw bytes. */
async function saidTo(bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let said = "";
  socket.on("data", (chunk: Buffer) => (said += chunk.toString()));
  socket.write(bytes);
  await once(socket, "close");
  return said;
}

const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({ method: "POST", url, payload: payload as object, headers });

test("forms and JSON are equivalent, and an answer contains only what the contract names", async () => {
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

test("the body selects among the calls of one path", async () => {
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

const seatObject = { id: "s", username: null, email: "a@example.com", status: "active", short_url: null };
const numbered = (count: number): string => Array.from({ length: count }, (_, n) => `f${n}=1`).join("&");
const deep = (depth: number): string => `{"text":"a","more":${"[".repeat(depth)}${"]".repeat(depth)}}`;
const form = "application/x-www-form-urlencoded";
const inJson = "application/json";

test.each<[string, string, string, number]>([
  ["a form of 100 fields", form, `text=a&${numbered(99)}`, 200],
  ["a form of 101 fields", form, `text=a&${numbered(100)}`, 400],
  ["a form of 2,200 entries", form, `text=a${"&list=x".repeat(2_200)}`, 200],
  ["a form of 2,201 entries", form, `text=a${"&list=x".repeat(2_201)}`, 400],
  ["a form with broken percents", form, "text=%zz", 400],
  ["a form of a name that objects have", form, "text=a&__proto__=b&constructor=c", 200],
  ["101 fields in JSON", inJson, `{"text":"a"${numbered(100).replaceAll(/(\w+)=1&?/g, ',"$1":1')}}`, 400],
  ["2,200 entries in JSON", inJson, JSON.stringify({ text: "a", list: Array<string>(2_200).fill("x") }), 200],
  ["2,201 entries in JSON", inJson, JSON.stringify({ text: "a", list: Array<string>(2_201).fill("x") }), 400],
  ["2,200 seats", inJson, JSON.stringify({ text: "a", seats: Array<unknown>(2_200).fill(seatObject) }), 200],
  ["depth 5", inJson, deep(4), 200],
  ["depth 6", inJson, deep(5), 400],
  ["depth 5,000", inJson, deep(5_000), 400],
  ["one field twice", inJson, '{"text":"a","text":"b"}', 400],
  ["one field twice, once escaped", inJson, String.raw`{"text":"a","te\u0078t":"b"}`, 400],
  ["500,000 wrong entries", inJson, `{"text":"a","list":[${"1,".repeat(500_000)}1]}`, 400],
])("R-46 %s: refused before any schema with 400 4000", async (_what, type, payload, status) => {
  const answer = await app.inject({
    method: "POST",
    url: "/api/1.1/echo/",
    payload,
    headers: { "content-type": type },
  });
  expect(answer.statusCode).toBe(status);
  if (status === 400) expect(answer.json()).toMatchObject({ status: "error", code: 4000, errors: [{ code: 4000 }] });
});

test("R-46 a query has no more fields than a body", async () => {
  const answer = await app.inject({ method: "POST", url: `/api/1.1/echo/?${numbered(101)}`, payload: { text: "a" } });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 4000]);
});

test("R-46 NUL is found at any depth, and at most a hundred faults are reported", () => {
  let value: unknown = "a\u0000b";
  for (let depth = 0; depth < 100_000; depth++) value = depth % 2 ? [value] : { value };
  expect(holdsNul(value)).toBe(true);
  expect(holdsNul({ "a\u0000": 1 })).toBe(true);
  expect(holdsNul({ a: ["b", 1, null, { c: true }] })).toBe(false);
  const told = vi.fn<(error: unknown) => void>();
  try {
    checked(z.object({ list: z.array(z.string()) }), { list: Array<number>(2_200).fill(1) }, "body");
  } catch (error) {
    told((error as Refusal).details.length);
  }
  expect(told).toHaveBeenCalledExactlyOnceWith(100);
});

test.each<[string | undefined, string, number]>([
  ["application/json", '{"text":"a"}', 200],
  ["Application/JSON ; charset=utf-8", '{"text":"a"}', 200],
  ["application/merge-patch+json", '{"text":"a"}', 200],
  [form, "text=a", 200],
  [`${form}; charset=UTF-8`, "text=a", 200],
  ["text/plain", '{"text":"a"}', 415],
  ["text/xml", "<text>a</text>", 415],
  ["multipart/form-data; boundary=x", '--x\r\ncontent-disposition: form-data; name="text"\r\n\r\na\r\n--x--', 415],
  ["application/octet-stream", '{"text":"a"}', 415],
  ["application/json, text/plain", '{"text":"a"}', 415],
  ["application/jsonp", '{"text":"a"}', 415],
  ["json", '{"text":"a"}', 415],
  [";", '{"text":"a"}', 415],
  ["", '{"text":"a"}', 415],
  [undefined, '{"text":"a"}', 415],
  ["text/xml", "", 422],
  [undefined, "", 422],
])("R-46 a body of the type %s that says %s is answered %i", async (type, payload, status) => {
  const headers = type === undefined ? {} : { "content-type": type };
  const answer = await app.inject({ method: "POST", url: "/api/1.1/echo/", payload: Buffer.from(payload), headers });
  expect(answer.statusCode).toBe(status);
  if (status === 415) {
    const message = "A body has to be JSON or form-encoded, and to say so in its Content-Type.";
    const fault = { code: 4000, name: "input.unsupported_type", message };
    expect(answer.json()).toEqual({ status: "error", ...fault, errors: [fault] });
  }
});

test("R-46 malformed JSON gets 400, a repeated scalar 422, a body above 1 MiB 413", async () => {
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

test("R-49 a wrong method gets 405 with Allow, an unknown path 404", async () => {
  const wrong = await app.inject({ method: "PUT", url: "/api/1.1/echo/" });
  expect([wrong.statusCode, wrong.headers["allow"]]).toEqual([405, "POST"]);
  expect((await app.inject({ method: "GET", url: "/api/1.1/nothing/" })).statusCode).toBe(404);
});

test.each(["/api/1.1//mine/", "/api/1.1/./mine/../mine", "/API/1.1/mine/", "/api/1.1/mine%2f"])(
  "R-08 the spelling %s of a guarded path does not bypass its guard",
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

test("R-39 another account's customer gets the same answer as an unknown one", async () => {
  const headers = { authorization: "Bearer good" };
  const own = await app.inject({ url: "/api/1.1/customer/cus_1", headers });
  const foreign = await app.inject({ url: "/api/1.1/customer/cus_2", headers });
  expect([own.statusCode, foreign.statusCode, foreign.json().code]).toEqual([200, 404, 2004]);
});

test("R-82 a fault answers 500 with a request id and no internals, and is logged under that id", async () => {
  const answer = await app.inject({ url: "/api/1.1/broken/" });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  const fault = { code: 5000, name: "internal", message: "Something went wrong on our side." };
  expect(answer.json()).toEqual({ status: "error", ...fault, errors: [fault] });
  expect(lines.join("")).toContain(`"requestId":"${String(answer.headers["x-request-id"])}"`);
});

/** The log of a request with these headers, and the id in its answer. */
async function loggedOf(headers: Record<string, string>) {
  lines.length = 0;
  const answer = await app.inject({ url: "/healthz", headers });
  const [line = "{}"] = lines;
  const { requestId, callerRequestId } = JSON.parse(line) as Record<string, unknown>;
  expect(requestId).toBe(answer.headers["x-request-id"]);
  return { requestId, callerRequestId };
}

test.each([
  ["a caller without a token", {}],
  ["a person", { authorization: "Bearer good" }],
  ["a caller with a wrong credential", { authorization: `Bearer ${serviceCredential}x` }],
  ["a caller with the credential in another scheme", { authorization: `Basic ${serviceCredential}` }],
])("R-82 the id that %s sends is not used, but logged next to ours", async (_who, headers) => {
  const { requestId, callerRequestId } = await loggedOf({ ...headers, "x-request-id": "my-request.1" });
  expect(requestId).toMatch(/^[\da-f-]{36}$/);
  expect(callerRequestId).toBe("my-request.1");
});

test("R-82 one of our services passes on the id of the request that it serves", async () => {
  const headers = { authorization: `Bearer ${serviceCredential}`, "x-request-id": "0a1b2c3d-the-other-one" };
  expect(await loggedOf(headers)).toEqual({ requestId: "0a1b2c3d-the-other-one", callerRequestId: undefined });
});

test.each(["", "two words", 'a","requestId":"b', "a".repeat(65), "é", "a%0ab", "<b>"])(
  "R-82 R-47 %s is refused as an id in the log, from any caller",
  async (given) => {
    for (const authorization of ["Bearer good", `Bearer ${serviceCredential}`]) {
      const { requestId, callerRequestId } = await loggedOf({ authorization, "x-request-id": given });
      expect(requestId).toMatch(/^[\da-f-]{36}$/);
      expect(callerRequestId).toBe(undefined);
    }
  },
);

test("R-19 the log line of a fault contains the path without the query", async () => {
  lines.length = 0;
  await app.inject({ url: "/api/1.1/broken/?access_token=hush&token=hush" });
  expect(lines.join("")).toContain('"path":"/api/1.1/broken/"');
  expect(lines.join("")).not.toContain("hush");
});

const unread = { "content-type": "application/json" };
test.each<[string, InjectOptions, number]>([
  ["a path that cannot be decoded", { url: "/api/1.1/%zz" }, 404],
  ["such a path of the sandboxes", { url: "/sandbox/%zz" }, 404],
  ["such a path of a short link", { url: "/i/%zz" }, 404],
  ["a parameter that is too long", { url: `/api/1.1/customer/${"a".repeat(600)}` }, 404],
  ["an unknown address", { url: "/api/1.1/nothing/" }, 404],
  ["an unknown path", { url: "/nothing" }, 404],
  ["a wrong method", { method: "PUT", url: "/api/1.1/echo/" }, 405],
  ["a method of another protocol", { method: "PROPFIND" as "GET", url: "/api/1.1/echo/" }, 404],
  ["a body that is too large", { method: "POST", url: "/api/1.1/echo/", payload: "x".repeat(1_100_000) }, 413],
  ["malformed JSON", { method: "POST", url: "/api/1.1/echo/", payload: "{", headers: unread }, 400],
  ["a fault", { url: "/api/1.1/broken/" }, 500],
  ["a preflight", { method: "OPTIONS", url: "/api/1.1/echo/", headers: { origin: "https://portal.example.com" } }, 204],
  ["a route of the sandboxes that says otherwise", { url: "/sandbox/keep" }, 200],
  ["the API under another spelling", { url: "/API/1.1/echo/" }, 404],
])("R-52 the answer to %s is not cached", async (_what, request, status) => {
  const answer = await app.inject(request);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.headers["x-request-id"]).toEqual(expect.any(String));
});

test("R-52 R-51 an unreadable request gets an answer with the usual headers", async () => {
  const said = await Promise.all(
    ["nonsense\r\n\r\n", `GET /api/1.1/echo/ HTTP/1.1\r\nhost: a\r\nx: ${"a".repeat(40_000)}\r\n\r\n`].map(saidTo),
  );
  expect(said.map((text) => text.split(" ")[1])).toEqual(["400", "431"]);
  for (const text of said) {
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head.toLowerCase()).toContain("cache-control: no-store");
    expect(head).toContain("x-content-type-options: nosniff");
    expect(head).toContain("x-request-id: ");
    expect(JSON.parse(body)).toMatchObject({ status: "error", code: 4000, errors: [{ code: 4000 }] });
  }
});

test("R-51 R-52 every answer carries the security headers, and no service answer is cached", async () => {
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
  // The session's cookie goes to configured portals only.
  expect(answer.headers["access-control-allow-credentials"]).toBe(allowed && "true");
});

test("KEY-06 R-53 an answer sets its handler's cookies, the last of each name; a refusal, a fault and a repeat set none", async () => {
  const bake = (body: object, headers = {}) => post("/api/1.1/baking/", body, headers);
  const given = (answer: { headers: Readonly<Record<string, unknown>> }) => answer.headers["set-cookie"];
  const cookies = [
    "__Host-one=new; Max-Age=60; Path=/; HttpOnly; SameSite=Strict; Secure",
    "two=2; Max-Age=9; Path=/; HttpOnly; SameSite=Strict",
  ];
  expect(given(await bake({ value: "new" }))).toEqual(cookies);
  expect(given(await bake({ value: "new", refused: true }))).toBeUndefined();
  for (const value of ["a;b", "a b", "a\r\nset-cookie: x=y", ""]) {
    const answer = await bake({ value });
    expect([answer.statusCode, given(answer)]).toEqual([500, undefined]);
  }
  const headers = { "idempotency-key": "baked-once" };
  expect(given(await bake({ value: "new" }, headers))).toEqual(cookies);
  expect(given(await bake({ value: "new" }, headers))).toBeUndefined();
});

test.each([
  ["__Host-one=a", "a"],
  ["x=1;__Host-one=a ; __Host-one=b", "a"],
  ["__Host-one", "none"],
  ["__host-one=a", "none"],
  ["x__Host-one=a", "none"],
  ["__Host-one=a=b", "a=b"],
  [";;=;", "none"],
])("KEY-06 of the cookie header %j a handler reads %j", async (cookie, value) => {
  expect((await post("/api/1.1/baking/", { value: "x" }, { cookie })).json()).toEqual({ value });
});

test("R-62 an Idempotency-Key runs once, repeats the answer, and refuses another body", async () => {
  const headers = { authorization: "Bearer good", "idempotency-key": "once-1" };
  const first = await post("/api/1.1/mine/", { a: 1 }, headers);
  const again = await post("/api/1.1/mine/", { a: 1 }, headers);
  const other = await post("/api/1.1/mine/", { a: 2 }, headers);
  expect([first.json(), again.json(), again.headers["idempotent-replayed"]]).toEqual([{ n: 1 }, { n: 1 }, "true"]);
  expect([other.statusCode, other.json().code]).toEqual([422, 2010]);
});

test("R-62 twenty concurrent repeats of one key run once", async () => {
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

test("R-60 a row of ours that is missing or damaged is answered with 503, not with a fault (FAULT-60)", async () => {
  const errors = [new NoResultError({ kind: "SelectQueryNode" }), new DamagedRow("damaged")];
  expect(errors.map((error) => [asRefusal(error).status, asRefusal(error).retryAfterSeconds])).toEqual([
    [503, 2],
    [503, 2],
  ]);
  expect(asRefusal(new Error("a bug")).status).toBe(500);
});
