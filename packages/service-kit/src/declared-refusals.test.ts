import { endpointAt } from "@foyer/contract/endpoint";
import { testDatabase, type TestDatabase } from "@foyer/testing/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { fixedClock } from "./clock.ts";
import { type Database, openDatabase } from "./db.ts";
import { refuse } from "./errors.ts";
import { createHost } from "./host.ts";
import { route, servicePlugin } from "./http.ts";
import { createLog } from "./log.ts";
import { rateLimiter } from "./rate-limit.ts";

const none = z.object({});
const shared = {
  access: "open",
  summary: "A test",
  reply: none,
} as const;
const declared = endpointAt("declared", "POST /api/1.1/declared/ open", { ...shared, refusals: ["seats.not_enough"] });
const undeclared = endpointAt("undeclared", "POST /api/1.1/undeclared/ open", { ...shared });

let template: TestDatabase;
let database: Database<never>;
beforeAll(async () => {
  template = await testDatabase();
  database = openDatabase({ url: template.url, role: "foyer_accounts", schema: "accounts" });
});
afterAll(async () => {
  await database.close();
  await template.close();
});

/** The answers of both calls, the second also with a key for repeats, and the log's text. */
async function ask(strictContract: boolean) {
  let logged = "";
  const destination = { write: (line: string) => ((logged += line), true) } as unknown as NodeJS.WritableStream;
  const log = createLog({ level: "warn", destination });
  const clock = fixedClock(new Date("2026-11-20T09:30:00Z"));
  const app = createHost({ log, trustedProxies: [], readiness: { check: async () => null } });
  const act = async () => refuse("seats.not_enough");
  await app.register(
    servicePlugin({
      name: "accounts",
      routes: [route(declared, act), route(undeclared, act)],
      authenticate: async () => null,
      serviceCredential: "service-credential-of-32-characters",
      database,
      clock,
      log,
      limiter: rateLimiter(database, clock, true),
      strictContract,
      portalOrigins: [],
    }),
  );
  const post = async (url: string, headers = {}): Promise<number> =>
    (await app.inject({ method: "POST", url, headers })).statusCode;
  const statuses = [
    await post("/api/1.1/declared/"),
    await post("/api/1.1/undeclared/"),
    await post("/api/1.1/undeclared/", { "idempotency-key": `refused-${strictContract}` }),
  ];
  await app.close();
  return { statuses, logged };
}

test("R-82 an undeclared refusal is a fault in tests", async () => {
  const { statuses, logged } = await ask(true);
  expect(statuses).toEqual([409, 500, 500]);
  expect(logged).toContain("undeclared refuses seats.not_enough, which it does not declare");
});

test("R-82 elsewhere it is answered and logged", async () => {
  const { statuses, logged } = await ask(false);
  expect(statuses).toEqual([409, 409, 409]);
  const warnings = logged.split("\n").filter((line) => line.includes("which it does not declare"));
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('"refusal":"seats.not_enough"');
});
