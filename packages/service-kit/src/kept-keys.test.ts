import { endpointAt } from "@foyer/contract/endpoint";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import type { Person } from "./call.ts";
import { fixedClock } from "./clock.ts";
import { refuse } from "./errors.ts";
import { route } from "./http.ts";
import { accountsDatabase, serviceWith } from "./testing/test-service.ts";

const shared = {
  refusals: ["session.invalid_grant"],
  summary: "A test",
} as const;
const reply = z.object({ n: z.int() });
const change = endpointAt("change", "POST /api/1.1/change/", { ...shared, access: "person", reply });
const ask = endpointAt("ask", "POST /api/1.1/ask/ open", { ...shared, access: "open", reply });
const turn = endpointAt("turn", "POST /api/1.1/turn/ open", { ...shared, access: "open", reply, keepsNoKey: true });

const person = (id: string): Person => ({
  kind: "person",
  id,
  username: id,
  email: `${id}@example.com`,
  sessionId: `s-${id}`,
  isStaff: false,
  staffRights: [],
  customerIds: [],
  viewOnly: false,
});

const { open } = await accountsDatabase();
const { pool } = open();
/** Two instances with limits, and one without. */
const apps: FastifyInstance[] = [];
let acted = 0;
const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));
const act = async (): Promise<{ n: number }> => ({ n: ++acted });
const routes = [
  route(change, act),
  route(turn, act),
  route(ask, async () => ((acted += 1), refuse("session.invalid_grant"))),
];

beforeAll(async () => {
  for (const limits of [true, true, false]) {
    const authenticate = async (token: string): Promise<Person> => person(token);
    const options = { routes, clock, limits, authenticate };
    apps.push(await serviceWith(open(), options, { trustedProxies: ["127.0.0.1"] }));
  }
});
beforeEach(async () => {
  acted = 0;
  await pool.query("delete from idempotency_keys");
  await pool.query("delete from rate_limits");
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

interface Sent {
  readonly key: string;
  readonly as?: string;
  readonly ip?: string;
  readonly instance?: number;
}

async function post(path: string, { key, as, ip = "192.0.2.1", instance = 0 }: Sent) {
  const headers = { "idempotency-key": key, "x-forwarded-for": ip, ...(as ? { authorization: `Bearer ${as}` } : {}) };
  const answer = await apps[instance]?.inject({ method: "POST", url: `/api/1.1/${path}/`, payload: {}, headers });
  if (!answer) throw new Error("there is no such instance");
  return answer;
}

/** Number of stored keys. */
async function kept(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>("select count(*)::int as n from idempotency_keys");
  return rows[0]?.n ?? -1;
}

/** Sends that many calls with separate keys, alternately to two instances, and counts the answers by status. */
async function flood(count: number, path: string, sent: (at: number) => Omit<Sent, "key">) {
  const tally: Record<string, number> = {};
  for (let start = 0; start < count; start += 20) {
    const batch = Array.from({ length: Math.min(20, count - start) }, (_, n) => start + n);
    const answers = await Promise.all(
      batch.map((at) => post(path, { instance: at % 2, ...sent(at), key: `key-${at}` })),
    );
    for (const { statusCode } of answers) tally[statusCode] = (tally[statusCode] ?? 0) + 1;
  }
  return tally;
}

test("R-46 R-62 a call with its own rule for repeats stores no key", async () => {
  expect(await flood(60, "turn", () => ({}))).toEqual({ 200: 60 });
  expect([acted, await kept()]).toEqual([60, 0]);
});

test("R-46 R-62 an anonymous network stores 200 keys an hour, on two instances; other networks are not affected", async () => {
  const tally = await flood(260, "ask", (at) => ({ ip: `2001:db8:1:2::${at.toString(16)}` }));
  expect(tally).toEqual({ 401: 200, 429: 60 });
  expect([acted, await kept()]).toEqual([200, 200]);
  const limited = await post("ask", { key: "one-more", ip: "2001:db8:1:2:ffff::1" });
  expect([limited.statusCode, limited.json().code]).toEqual([429, 1003]);
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(3_500);
  expect((await post("ask", { key: "one-more", ip: "2001:db8:1:3::1" })).statusCode).toBe(401);
  // A repeat is answered from any address of the network.
  const again = await post("ask", { key: "key-7", ip: "2001:db8:1:2::abcd", instance: 1 });
  expect([again.statusCode, again.headers["idempotent-replayed"]]).toEqual([401, "true"]);
  clock.advance(3_601);
  expect((await post("ask", { key: "one-more", ip: "2001:db8:1:2::1" })).statusCode).toBe(401);
});

test("R-46 R-62 a person stores 1,000 keys an hour; a repeat within the day gets its answer, a refused key stays free", async () => {
  const tally = await flood(1_050, "change", (at) => ({ as: "maria", ip: `192.0.2.${at % 250}` }));
  expect(tally).toEqual({ 200: 1_000, 429: 50 });
  expect([acted, await kept()]).toEqual([1_000, 1_000]);
  expect((await post("change", { key: "key-0", as: "hugo" })).statusCode).toBe(200);
  const again = await post("change", { key: "key-3", as: "maria", instance: 1 });
  expect([again.statusCode, again.headers["idempotent-replayed"]]).toEqual([200, "true"]);
  expect((await post("change", { key: "late", as: "maria" })).statusCode).toBe(429);
  clock.advance(3_601);
  expect((await post("change", { key: "late", as: "maria" })).statusCode).toBe(200);
});

test("R-46 R-62 without limits all keys are stored", async () => {
  expect(await flood(230, "ask", () => ({ instance: 2 }))).toEqual({ 401: 230 });
  expect(await kept()).toBe(230);
});
