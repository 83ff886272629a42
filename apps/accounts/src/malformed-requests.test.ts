import { createHash } from "node:crypto";
import type { Endpoint } from "@foyer/contract/endpoint";
import { errorEnvelope } from "@foyer/contract/error-envelope";
import { caseCount } from "@foyer/testing/random-cases";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { cheapPasswords } from "./testing/cheap-passwords.ts";
import { makeAccounts, makeLicense, makeSeats, openSessions, password } from "./testing/factories.ts";
import { confirmedSignUp } from "./testing/mails.ts";
import {
  type CallOptions,
  serviceCredential,
  startAccounts,
  type TestAccounts,
  type TestOptions,
} from "./testing/test-accounts.ts";

vi.setConfig({ testTimeout: 300_000 });

/** The seed is fixed, unless FUZZ_SEED gives another number or `random`. A failure prints it. */
const wanted = process.env["FUZZ_SEED"] ?? "20261121";
const seed = wanted === "random" ? Date.now() % 2_147_483_647 : Number(wanted);

let service: TestAccounts;
let tokens: string[];
const unhandled: unknown[] = [];
const noteUnhandled = (reason: unknown): void => void unhandled.push(reason);

beforeAll(() => process.on("unhandledRejection", noteUnhandled));
afterAll(() => process.off("unhandledRejection", noteUnhandled));
afterEach(() => service.close());

async function start(options: TestOptions): Promise<void> {
  service = await startAccounts({ passwords: cheapPasswords(), instances: 2, ...options });
  await makeAccounts(service, "maria", "hugo", "chief");
  await service.database.kysely
    .updateTable("accounts")
    .set({ is_staff: true, staff_rights: ["admin"] })
    .where("username", "=", "chief")
    .execute();
  await makeLicense(service, { id: "team", owners: ["maria"], total_seats: 200 });
  await makeSeats(service, "team", "hugo", "open@example.com");
}

/** Too long for an index row even after compression by PostgreSQL, because no two parts are equal. */
const longText = Array.from({ length: 1_000 }, (_, at) => createHash("sha256").update(`${at}`).digest("hex")).join("");

/** Values that careless code fails on. */
const oddText = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "\ud800",
    "a\u0000b",
    "__proto__",
    "constructor",
    "toString",
    "NaN",
    "-1",
    "1e309",
    "9".repeat(40),
    "null",
    "[]",
    "{}",
    "../../etc/passwd",
    "%2e%2e%2f",
    "%",
    "%zz",
    "' or 1=1 --",
    "\\",
    "${7*7}",
    "<script>",
    "a\r\nb: c",
    "\u202e",
    "a\ud800b@example.com",
    "\udfff\ud83d",
    "x".repeat(300),
    "é".repeat(5_000),
    longText,
    `${longText}@example.com`,
    "team",
    "maria",
    "team-hugo",
    "open@example.com",
    "maria@example.com",
    password,
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);
const oddNumber = fc.constantFrom(
  0,
  -0,
  -1,
  1,
  1.5,
  2 ** 31,
  2 ** 53,
  9_007_199_254_740_991,
  -9_007_199_254_740_991,
  1e300,
);
const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], [{}], { $ne: null }, ["a", "a"]) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** A value of the schema's type with odd content, so that it passes the first validation. */
function fitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return fitting(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodPipe) return fitting(schema.in as z.ZodType);
  if (schema instanceof z.ZodString) return oddText;
  if (schema instanceof z.ZodNumber) return oddNumber;
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodArray) return fc.array(fitting(schema.element as z.ZodType), { maxLength: 3 });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((one) => fitting(one as z.ZodType)));
  if (schema instanceof z.ZodObject) return fields(schema);
  return odd;
}

/** Valid values for fields of these names. */
const good: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  id: fc.constantFrom("team", "team-hugo", "team-open@example.com"),
  registration_id: fc.constant("team"),
  omni_id: fc.constant("none"),
  username: fc.constantFrom("maria", "hugo"),
  account_name: fc.constantFrom("hugo", "chief"),
  password: fc.constant(password),
  old_password: fc.constant(password),
  reason: fc.constant("asked for it"),
  product_id: fc.constantFrom("OUTLINE", "OUTLINE-5"),
  fingerprint: fc.constantFrom("fingerprint-of-a", "fingerprint-of-b"),
  path: fc.constant("/manage-team"),
  email_address: fc.constantFrom("maria@example.com", "new@example.com"),
  new_email_address: fc.nat().map((number) => `moved${number}@example.com`),
  status: fc.constantFrom("active", "past_due", "canceled"),
  quantity: fc.integer({ min: 1, max: 2_200 }),
  object_time: fc.nat(),
  current_period_end: fc.nat(),
  paid_until: fc.nat(),
  at: fc.nat(),
  release: fc.constant(["team-hugo"]),
  renew: fc.constant(["team-hugo"]),
  account_state: fc.constantFrom(100),
  preview: fc.constant(true),
};

/** A valid value of the schema. */
function plain(name: string, schema: z.ZodType): fc.Arbitrary<unknown> {
  if (good[name]) return good[name];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return fc.option(plain(name, schema.unwrap() as z.ZodType), {
      nil: schema instanceof z.ZodNullable ? null : undefined,
    });
  }
  if (schema instanceof z.ZodString) return fc.constantFrom("plain", "team");
  if (schema instanceof z.ZodNumber) return fc.nat({ max: 1_000 });
  if (schema instanceof z.ZodArray) return plain("", schema.element as z.ZodType).map((one) => [one]);
  if (schema instanceof z.ZodObject) {
    return fc.record(
      Object.fromEntries(Object.entries(schema.shape).map(([field, of]) => [field, plain(field, of as z.ZodType)])),
    );
  }
  return fitting(schema);
}

/** A valid object with one invalid field, nested as deep as the schema allows. */
function almostGood(schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
  const right = ([name, field]: [string, z.ZodType]): fc.Arbitrary<[string, unknown]> =>
    plain(name, field).map((value) => [name, value]);
  const wrong = ([name, field]: [string, z.ZodType]): fc.Arbitrary<[string, unknown]> =>
    fc
      .oneof(
        { weight: 3, arbitrary: field instanceof z.ZodObject ? almostGood(field) : fitting(field) },
        { weight: 1, arbitrary: odd },
      )
      .map((value) => [name, value]);
  return fc
    .nat({ max: Math.max(0, shape.length - 1) })
    .chain((at) => fc.tuple(...shape.map((entry, index) => (index === at ? wrong(entry) : right(entry)))))
    .map((entries) => Object.fromEntries(entries));
}

/** An object with the schema's fields, each valid, odd or missing. */
function fields(schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const shape = Object.entries(schema.shape as Record<string, z.ZodType>);
  const one = ([name, field]: [string, z.ZodType]) =>
    fc.oneof(
      { weight: 6, arbitrary: fitting(field).map((value): [string, unknown] | null => [name, value]) },
      { weight: 2, arbitrary: odd.map((value): [string, unknown] | null => [name, value]) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
  return fc.tuple(...shape.map(one)).map((entries) => Object.fromEntries(entries.filter((entry) => entry !== null)));
}

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

interface Sent {
  readonly method: "GET" | "POST" | "DELETE" | "PUT";
  readonly address: string;
  readonly who: number;
  readonly options: CallOptions;
}

const pathValue = fc.oneof(oddText, fc.constantFrom("team", "team", "maria", "hugo", "none")).map((value) => {
  const text = value.isWellFormed() ? encodeURIComponent(value) : "%ed%a0%80";
  return text === "" ? "%20" : text;
});
const rawPath = fc.constantFrom("%", "%zz", "..%2f..", "a%00b", "%ff", ";", "a".repeat(600));

function addressOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const names = [...endpoint.path.matchAll(/:\w+/g)].map(([name]) => name);
  const query = fields(endpoint.query instanceof z.ZodObject ? endpoint.query : z.object({})).map((given) => {
    const text = Object.entries(given).map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`);
    return text.length > 0 ? `?${text.join("&")}` : "";
  });
  const values = fc.tuple(
    ...names.map(() => fc.oneof({ weight: 9, arbitrary: pathValue }, { weight: 1, arbitrary: rawPath })),
  );
  return fc
    .tuple(values, query)
    .map(
      ([given, search]) =>
        names.reduce((path, name, at) => path.replace(name, () => given[at] ?? ""), endpoint.path) + search,
    );
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<CallOptions> {
  const schema = endpoint.body instanceof z.ZodObject ? endpoint.body : z.object({});
  const own = fc.oneof({ weight: 1, arbitrary: fields(schema) }, { weight: 2, arbitrary: almostGood(schema) });
  const asForm = (given: Record<string, unknown>): CallOptions => ({
    raw: new URLSearchParams(Object.entries(given).map(([name, value]) => [name, textOf(value)])).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  const type = fc.constantFrom(
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-7",
    "x",
    "",
  );
  const raw = fc.oneof(
    fc.constantFrom(
      "{",
      "[]",
      "null",
      '"text"',
      '{"a":',
      "[1,2",
      '{"__proto__":{"isStaff":true}}',
      "a=%zz&=&&a[]=1",
      "1e999",
    ),
    fc.constant(`${"[".repeat(5_000)}`),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  return fc.oneof(
    { weight: 7, arbitrary: own.map((body): CallOptions => ({ body })) },
    { weight: 2, arbitrary: own.map(asForm) },
    { weight: 1, arbitrary: fc.dictionary(oddText, odd, { maxKeys: 4 }).map((body): CallOptions => ({ body })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(raw, type)
        .map(([text, kind]): CallOptions => ({ raw: text, headers: { "content-type": kind } })),
    },
  );
}

const headerText = fc.constantFrom("", " ", "k".repeat(300), "a key", "same", "%00", "é");

/** Which of the tokens of `renewTokens` may make such calls. */
function callersOf({ access }: Endpoint): number[] {
  if (access.startsWith("staff:")) return [3, 4];
  if (access === "service") return [5];
  return access === "signup" ? [6] : [0, 1, 2];
}

function requestTo(endpoint: Endpoint): fc.Arbitrary<Sent> {
  const method = fc.oneof(
    { weight: 19, arbitrary: fc.constant(endpoint.method) },
    { weight: 1, arbitrary: fc.constantFrom("GET" as const, "POST" as const, "DELETE" as const, "PUT" as const) },
  );
  const key = fc.oneof({ weight: 19, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: headerText });
  return fc
    .tuple(
      method,
      addressOf(endpoint),
      fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...callersOf(endpoint)) },
        { weight: 1, arbitrary: fc.nat({ max: 9 }) },
      ),
      bodyOf(endpoint),
      key,
    )
    .map(([way, address, who, options, given]) => ({
      method: way,
      address,
      who,
      options: {
        ...(way === "GET" ? {} : options),
        headers: { ...options.headers, ...(given === null ? {} : { "idempotency-key": given }) },
      },
    }));
}

/**
 * Creates new tokens and resets the license and the accounts, because some calls end the calling session or hide later effects.
 */
async function renewTokens(): Promise<string[]> {
  const subscription = { subscription_id: null, subscription_active: null, renewing_quantity: null };
  await service.database.kysely.updateTable("licenses").set(subscription).where("id", "=", "team").execute();
  const open = { state: 100, closed_at: null, closed_by: null };
  await service.database.kysely.updateTable("accounts").set(open).where("state", "<>", 100).execute();
  const people = await openSessions(service, "maria", "maria", "hugo", "chief", "chief");
  return [
    ...people,
    serviceCredential,
    await confirmedSignUp(service, `fuzz${Math.random()}@example.com`),
    "at_x",
    "su_x",
  ];
}

const APP_REQUESTS = caseCount("APP_REQUESTS", { usual: 10, torture: 10_000 });

/** A different network each time, so that limits count but do not answer instead of the code that they protect. */
const networkOf = (at: number): string => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;

test.each([
  { limits: "on", requests: caseCount("REQUESTS", { usual: 600, torture: 10_000 }), options: {} },
  {
    limits: "off",
    requests: caseCount("REQUESTS", { usual: 300, torture: 10_000 }),
    options: { limitsOff: "a system without limits holds the same" },
  },
])(
  "R-48 R-46 R-82 of $requests malformed requests on two instances, limits $limits, none gets a 5xx or internals",
  async ({ requests: numRuns, options: how }) => {
    await start(how);
    const served = service.services[0]?.routes.map(({ endpoint }) => endpoint) ?? [];
    const requests = fc.sample(fc.oneof(...served.map(requestTo)), { numRuns, seed });
    const statuses = new Map<number, number>();
    const reached = new Set<string>();
    for (const [at, { method, address, who, options }] of requests.entries()) {
      if (at % 25 === 0) tokens = await renewTokens();
      const sent = { ...options, token: tokens[who], ip: networkOf(at), instance: at % 2 };
      const answer = await service.call(method, address, sent);
      const what = `FUZZ_SEED=${seed}, request ${at}: ${method} ${address.slice(0, 300)} ${JSON.stringify(options).slice(0, 600)}`;
      const text = JSON.stringify(answer.body);
      expect(answer.status, `${what}\n${text}`).toBeLessThan(500);
      expect(answer.headers["x-request-id"], what).toEqual(expect.any(String));
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) reached.add(address.split("?")[0] ?? "");
      if (answer.status < 400) continue;
      expect(() => errorEnvelope.parse(answer.body), `${what}\n${text}`).not.toThrow();
      expect(text, what).not.toMatch(/\bat \/|\.ts:\d|node_modules|kysely|postgres|select .* from|violates/i);
    }
    expect(unhandled, `FUZZ_SEED=${seed}`).toEqual([]);
    // Not all calls were refused early: every kind of answer occurred, and many calls were reached.
    for (const status of [200, 400, 401, 404, 405, 415, 422])
      expect(statuses.get(status) ?? 0, String(status)).toBeGreaterThan(numRuns / 150);
    expect(reached.size).toBeGreaterThan(8);
    expect((await service.post("accountnamevalid/", { account_name: "still alive" })).body.valid).toBe(true);
  },
);

test(`OIDC-26 WAL-02 WAL-06 WAL-13 ${APP_REQUESTS} malformed requests to each call of apps and devices get no 5xx or redirect`, async () => {
  await start({ limitsOff: "many requests to few calls" });
  const served = service.services[0]?.routes.map(({ endpoint }) => endpoint) ?? [];
  const calls = served.filter(({ path }) =>
    /activations|\/app_|\/apps\/|portal_link|license_keys|signing_keys/.test(path),
  );
  expect(calls.length).toBeGreaterThan(15);
  for (const endpoint of calls) {
    const requests = fc.sample(requestTo(endpoint), { numRuns: APP_REQUESTS, seed });
    for (const [at, { method, address, who, options }] of requests.entries()) {
      if (at % 50 === 0) tokens = await renewTokens();
      const sent = { ...options, token: tokens[who], ip: networkOf(at), instance: at % 2 };
      const { status, headers, body } = await service.call(method, address, sent);
      const what = `FUZZ_SEED=${seed}, request ${at}: ${method} ${address.slice(0, 300)} ${JSON.stringify(options).slice(0, 600)}`;
      expect(status < 300 || (status >= 400 && status < 500), `${what}\n${status}`).toBe(true);
      expect(headers["location"], what).toBeUndefined();
      expect(headers["content-security-policy"], what).toContain("frame-ancestors 'none'");
      if (status >= 400) expect(() => errorEnvelope.parse(body), what).not.toThrow();
    }
  }
  expect(unhandled, `FUZZ_SEED=${seed}`).toEqual([]);
}, 3_000_000);

test("R-46 a body of another type gets 415 from every call, on both instances", async () => {
  await start({});
  tokens = await renewTokens();
  const served = service.services[0]?.routes.map(({ endpoint }) => endpoint) ?? [];
  const doors = served.filter(({ method }) => method !== "GET");
  expect(doors.length).toBeGreaterThan(30);
  for (const [at, { method, path }] of doors.entries()) {
    for (const type of ["text/plain", "text/xml", "multipart/form-data; boundary=x"]) {
      const sent = {
        raw: "{}",
        headers: { "content-type": type },
        token: tokens[0],
        ip: networkOf(at),
        instance: at % 2,
      };
      const answer = await service.call(method, path.replaceAll(/:\w+/g, "team"), sent);
      const { code } = errorEnvelope.parse(answer.body);
      expect([method, path, type, answer.status, code]).toEqual([method, path, type, 415, 4000]);
    }
  }
});

test("R-82 R-80 log and events have our request id, not a caller's; a request id of another of our services is kept", async () => {
  await start({});
  const asked = (headers: Record<string, string>, instance: number) =>
    service.call("POST", "signin/", { body: { username: "maria", password: "not it" }, headers, instance });
  const answers = await Promise.all([0, 1].map((at) => asked({ "x-request-id": "the-id-of-another" }, at)));
  const ids = answers.map(({ headers }) => headers["x-request-id"]);
  expect(ids).not.toContain("the-id-of-another");
  const events = await service.database.kysely.selectFrom("security_events").select("request_id").execute();
  expect(events.length).toBe(2);
  expect(new Set(events.map(({ request_id }) => request_id))).toEqual(new Set(ids));
  const own = await service.call("POST", "internal/introspect/", {
    body: { token: "at_x" },
    token: serviceCredential,
    headers: { "x-request-id": "one-of-the-purchase-service" },
  });
  expect([own.status, own.headers["x-request-id"]]).toEqual([200, "one-of-the-purchase-service"]);
});
