import { endpointAt } from "@foyer/contract/endpoint";
import { expect, test } from "vitest";
import { z } from "zod";
import { refuse } from "./errors.ts";
import { route } from "./http.ts";
import { accountsDatabase, keptLog, serviceWith } from "./testing/test-service.ts";

const none = z.object({});
const shared = {
  access: "open",
  summary: "A test",
  reply: none,
} as const;
const declared = endpointAt("declared", "POST /api/1.1/declared/ open", { ...shared, refusals: ["seats.not_enough"] });
const undeclared = endpointAt("undeclared", "POST /api/1.1/undeclared/ open", { ...shared });

const database = (await accountsDatabase()).open();

/** The answers of both calls, the second also with a key for repeats, and the log's lines. */
async function ask(strictContract: boolean) {
  const { log, lines } = keptLog("warn");
  const act = async () => refuse("seats.not_enough");
  const routes = [route(declared, act), route(undeclared, act)];
  const app = await serviceWith(database, { routes, strictContract }, { log });
  const post = async (url: string, headers = {}): Promise<number> =>
    (await app.inject({ method: "POST", url, headers })).statusCode;
  const statuses = [
    await post("/api/1.1/declared/"),
    await post("/api/1.1/undeclared/"),
    await post("/api/1.1/undeclared/", { "idempotency-key": `refused-${strictContract}` }),
  ];
  await app.close();
  return { statuses, lines };
}

test("R-82 an undeclared refusal is a fault in tests", async () => {
  const { statuses, lines } = await ask(true);
  expect(statuses).toEqual([409, 500, 500]);
  expect(lines.join()).toContain("undeclared refuses seats.not_enough, which it does not declare");
});

test("R-82 elsewhere it is answered and logged", async () => {
  const { statuses, lines } = await ask(false);
  expect(statuses).toEqual([409, 409, 409]);
  const warnings = lines.filter((line) => line.includes("which it does not declare"));
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toContain('"refusal":"seats.not_enough"');
});
