import { createHash } from "node:crypto";
import type { Endpoint } from "@foyer/contract/endpoint";
import { errorEnvelope } from "@foyer/contract/error-envelope";
import fc from "fast-check";
import { expect } from "vitest";
import { z } from "zod";

export type FieldValues = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The facts about a service from which its random requests are made. */
export interface RequestParts {
  /** Valid values of body fields, by the field's name. */
  readonly good: FieldValues;
  /** Valid values of a parameter in the path, such as `:id`. */
  readonly known: (parameter: string) => readonly string[];
  /** Indexes of the tokens that may make such a call. */
  readonly callers: (endpoint: Endpoint) => readonly number[];
  /** Longest text in an address, where a server limits its length. */
  readonly longest?: number;
}

export interface RandomRequest {
  readonly method: "GET" | "POST" | "DELETE" | "PUT";
  readonly address: string;
  /** Index of the caller's token, 0 to 9. */
  readonly who: number;
  readonly raw?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Too long for an index row even after compression by PostgreSQL, because no two parts are equal. */
const longText = Array.from({ length: 1_000 }, (_, at) => createHash("sha256").update(`${at}`).digest("hex")).join("");

/** Texts that careless code fails on, and names that the tests of the services use. */
const oddTexts = [
  ["", " ", "\u0000", "\ud800", "a\u0000b", "a\ud800b@example.com", "\udfff\ud83d", "\u202e", "a\r\nb: c"],
  ["__proto__", "constructor", "toString", "NaN", "-1", "1e309", "9".repeat(40), "null", "[]", "{}", "\\", "${7*7}"],
  ["../../etc/passwd", "%2e%2e%2f", "%", "%zz", "' or 1=1 --", "<script>", "x".repeat(300), "é".repeat(5_000)],
  [longText, `${longText}@example.com`, "team", "maria", "team-hugo", "open@example.com", "maria@example.com"],
].flat();
const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: "binary", maxLength: 40 }));
const whole = 9_007_199_254_740_991;
const oddNumber = fc.constantFrom(0, -0, -1, 1, 1.5, 2 ** 31, 2 ** 53, whole, -whole, 1e300);
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

/** A valid value of the schema. */
function plain(name: string, schema: z.ZodType, good: FieldValues): fc.Arbitrary<unknown> {
  if (good[name]) return good[name];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const nil = schema instanceof z.ZodNullable ? null : undefined;
    return fc.option(plain(name, schema.unwrap() as z.ZodType, good), { nil });
  }
  if (schema instanceof z.ZodString) return fc.constantFrom("plain", "team");
  if (schema instanceof z.ZodNumber) return fc.nat({ max: 1_000 });
  if (schema instanceof z.ZodArray) return plain("", schema.element as z.ZodType, good).map((one) => [one]);
  if (!(schema instanceof z.ZodObject)) return fitting(schema);
  return fc.record(Object.fromEntries(fieldsOf(schema).map(([field, of]) => [field, plain(field, of, good)])));
}

const fieldsOf = ({ shape }: z.ZodObject): [string, z.ZodType][] => Object.entries(shape as Record<string, z.ZodType>);

/** A valid object with one invalid field, nested as deep as the schema allows. */
function almostGood(schema: z.ZodObject, good: FieldValues): fc.Arbitrary<Record<string, unknown>> {
  const all = fieldsOf(schema);
  const wrong = (field: z.ZodType): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 3, arbitrary: field instanceof z.ZodObject ? almostGood(field, good) : fitting(field) },
      { weight: 1, arbitrary: odd },
    );
  const valueOf = ([name, field]: [string, z.ZodType], isWrong: boolean): fc.Arbitrary<[string, unknown]> =>
    (isWrong ? wrong(field) : plain(name, field, good)).map((value) => [name, value]);
  return fc
    .nat({ max: Math.max(0, all.length - 1) })
    .chain((at) => fc.tuple(...all.map((field, index) => valueOf(field, index === at))))
    .map((entries) => Object.fromEntries(entries));
}

/** An object with the schema's fields, each valid, odd or missing. */
function fields(schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const one = ([name, field]: [string, z.ZodType]) =>
    fc.oneof(
      { weight: 6, arbitrary: fitting(field).map((value): [string, unknown] | null => [name, value]) },
      { weight: 2, arbitrary: odd.map((value): [string, unknown] | null => [name, value]) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
  return fc
    .tuple(...fieldsOf(schema).map(one))
    .map((entries) => Object.fromEntries(entries.filter((entry) => entry !== null)));
}

const textOf = (value: unknown): string =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

const rawPath = fc.constantFrom("%", "%zz", "%ed%a0%80", "..%2f..", "a%00b", "%ff", ";", "a".repeat(600));

function addressOf(endpoint: Endpoint, { known, longest = Infinity }: RequestParts): fc.Arbitrary<string> {
  const written = (value: unknown): string => encodeURIComponent(textOf(value).slice(0, longest).toWellFormed());
  const names = [...endpoint.path.matchAll(/:\w+/g)].map(([name]) => name);
  const query = fields(endpoint.query instanceof z.ZodObject ? endpoint.query : z.object({})).map((given) => {
    const text = Object.entries(given).map(([name, value]) => `${name}=${written(value)}`);
    return text.length > 0 ? `?${text.join("&")}` : "";
  });
  const values = names.map((name) =>
    fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom(...known(name)) },
      { weight: 4, arbitrary: oddText.map((text) => written(text) || "%20") },
      { weight: 1, arbitrary: rawPath },
    ),
  );
  return fc
    .tuple(fc.tuple(...values), query)
    .map(
      ([given, search]) =>
        names.reduce((path, name, at) => path.replace(name, () => given[at] ?? ""), endpoint.path) + search,
    );
}

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const types = ["text/plain", "multipart/form-data; boundary=x", `${JSON_TYPE}; charset=utf-7`, "x", ""];
const rawTexts = ["{", "[]", "null", '"text"', '{"a":', "[1,2", '{"a":1,"a":2}', "a=%zz&=&&a[]=1", "1e999"];

type Body = Required<Pick<RandomRequest, "raw" | "headers">>;

function bodyOf({ body }: Endpoint, good: FieldValues): fc.Arbitrary<Body> {
  const schema = body instanceof z.ZodObject ? body : z.object({});
  const own = fc.oneof({ weight: 1, arbitrary: fields(schema) }, { weight: 2, arbitrary: almostGood(schema, good) });
  const ofType = (raw: string, type: string): Body => ({ raw, headers: { "content-type": type } });
  const inJson = (given: unknown): Body => ofType(JSON.stringify(given), JSON_TYPE);
  const asForm = (given: Record<string, unknown>): Body =>
    ofType(new URLSearchParams(Object.entries(given).map(([name, value]) => [name, textOf(value)])).toString(), FORM);
  const raw = fc.oneof(
    fc.constantFrom(...rawTexts, '{"__proto__":{"isStaff":true}}', "[".repeat(5_000)),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  return fc.oneof(
    { weight: 7, arbitrary: own.map(inJson) },
    { weight: 2, arbitrary: own.map(asForm) },
    { weight: 1, arbitrary: fc.dictionary(oddText, odd, { maxKeys: 4 }).map(inJson) },
    {
      weight: 1,
      arbitrary: fc.tuple(raw, fc.constantFrom(JSON_TYPE, FORM, ...types)).map(([text, type]) => ofType(text, type)),
    },
  );
}

const methods = ["GET", "POST", "DELETE", "PUT"] as const;
const headerText = fc.constantFrom("", " ", "k".repeat(300), "a key", "same", "%00", "é");

/** A request to that call. Most are nearly valid; the others have another method, address, caller, body or type. */
export function requestTo(endpoint: Endpoint, parts: RequestParts): fc.Arbitrary<RandomRequest> {
  const usually = <T>(weight: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
    fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
  return fc
    .record({
      method: usually<RandomRequest["method"]>(19, fc.constant(endpoint.method), fc.constantFrom(...methods)),
      address: addressOf(endpoint, parts),
      who: usually(4, fc.constantFrom(...parts.callers(endpoint)), fc.nat({ max: 9 })),
      body: bodyOf(endpoint, parts.good),
      key: usually<string | null>(19, fc.constant(null), headerText),
    })
    .map(({ method, address, who, body: { raw, headers }, key }) => ({
      method,
      address,
      who,
      ...(method === "GET" ? {} : { raw }),
      headers: { ...headers, ...(key === null ? {} : { "idempotency-key": key }) },
    }));
}

export interface RequestSample {
  readonly endpoints: readonly Endpoint[];
  readonly parts: RequestParts;
  readonly numRuns: number;
  readonly seed: number;
}

interface Sent {
  readonly status: number;
  readonly body: unknown;
}

/**
 * Sends requests to these calls one after the other, and expects answers below 500 that show no internals. Each refusal has the
 * contract's form, and each of the statuses occurs, so that not all requests are refused early.
 */
export async function expectNoFault(
  { endpoints, parts, numRuns, seed }: RequestSample,
  send: (request: RandomRequest, at: number) => Promise<Sent>,
  statuses: readonly number[] = [],
): Promise<void> {
  const requests = fc.sample(fc.oneof(...endpoints.map((endpoint) => requestTo(endpoint, parts))), { numRuns, seed });
  const counts = new Map<number, number>();
  for (const [at, request] of requests.entries()) {
    const { status, body } = await send(request, at);
    const text = JSON.stringify(body);
    const what = `FUZZ_SEED=${seed}, request ${at}: ${JSON.stringify(request).slice(0, 900)}\n${status} ${text}`;
    expect(status, what).toBeLessThan(500);
    counts.set(status, (counts.get(status) ?? 0) + 1);
    if (status < 400) continue;
    expect(() => errorEnvelope.parse(body), what).not.toThrow();
    expect(text, what).not.toMatch(/\bat \/|\.ts:\d|node_modules|kysely|postgres|select .* from|violates/i);
  }
  for (const status of statuses) expect(counts.get(status) ?? 0, String(status)).toBeGreaterThan(requests.length / 300);
}

/** Sends a body of other types to every call that takes one, and expects 415 4000. */
export async function expectTypeRefused(
  endpoints: readonly Endpoint[],
  send: (endpoint: Endpoint, headers: Readonly<Record<string, string>>, at: number) => Promise<Sent>,
): Promise<void> {
  const doors = endpoints.filter(({ method }) => method !== "GET");
  expect(doors.length).toBeGreaterThan(30);
  for (const [at, door] of doors.entries()) {
    for (const type of ["text/plain", "text/xml", "multipart/form-data; boundary=x"]) {
      const { status, body } = await send(door, { "content-type": type }, at);
      expect([door.name, type, status, errorEnvelope.parse(body).code]).toEqual([door.name, type, 415, 4000]);
    }
  }
}
