import { TaskThreads } from "@foyer/service-kit/task-threads";
import { afterAll, expect, test, vi } from "vitest";
import { passwordHasher } from "../passwords/password-hasher.ts";
import { makeAccounts, password } from "../testing/factories.ts";
import { statementsOf } from "../testing/statements.ts";
import { startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ passwords: passwordHasher() });
afterAll(() => service.close());
await makeAccounts(service, "maria", "hugo");

/** The writes of a statement, in order: `insert into sessions`. */
const written = (statement: string): readonly string[] =>
  statement.replaceAll('"', "").match(/\b(insert into|update|delete from) (?!set|skip)\w+|^(begin|commit)$/g) ?? [];

const signIn = (username: string, cookie?: string) =>
  service.call("POST", "signin/", {
    body: { username, password },
    ip: "192.0.2.50",
    ...(cookie === undefined ? {} : { headers: { cookie } }),
  });

const COUNTING = ["insert into rate_limits", "insert into sign_in_guards"];
const TAKING_BACK = ["update rate_limits", "delete from sign_in_guards"];

test("R-06 a right password from a new browser takes two statements: one counts the try, one opens the session", async () => {
  const statements = await statementsOf(service, async () => expect((await signIn("maria")).status).toBe(200));
  expect(statements.map(written)).toEqual([
    COUNTING,
    [
      "insert into browsers",
      "delete from browsers",
      ...TAKING_BACK,
      "insert into security_events",
      "update access_restores",
      "insert into sessions",
    ],
  ]);
  const { rows } = await service.database.pool.query("select sum(tries)::int as tries from rate_limits");
  expect(rows[0].tries).toBe(0);
  expect((await service.database.pool.query("select from sign_in_guards")).rows).toEqual([]);
});

test("R-06 a right password from a known browser counts for the browser only, and takes one read more", async () => {
  const [cookie = ""] = [(await signIn("hugo")).headers["set-cookie"]].flat().map(String);
  const statements = await statementsOf(service, async () =>
    expect((await signIn("hugo", cookie.split(";")[0])).status).toBe(200),
  );
  expect(statements.map(written)).toEqual([
    [],
    ["insert into sign_in_guards"],
    [
      "update browsers",
      "delete from sign_in_guards",
      "insert into security_events",
      "update access_restores",
      "insert into sessions",
    ],
  ]);
});

test("R-06 only the statement that counts a try does not wait for the disk; the answer to the try waits", async () => {
  const wrong = () => service.call("POST", "signin/", { body: { username: "maria", password: "wrong" } });
  const statements = await statementsOf(service, async () => expect((await wrong()).status).toBe(401));
  const waits = statements.map((statement) => !statement.includes("set_config('synchronous_commit', 'off', true)"));
  expect(waits[0]).toBe(false);
  expect(waits.slice(1).every(Boolean)).toBe(true);
  expect(statements.slice(1).map(written)).toEqual([["update rate_limits"], [], ["insert into security_events"]]);
});

test("R-04 a refused sign-in costs one hash of today's kind and the same statements, whether or not the name is known", async () => {
  await makeAccounts(
    service,
    "open",
    { username: "closed", state: 300 },
    { username: "unset", email: "unset@example.com", password_hash: null },
  );
  const compute = vi.spyOn(TaskThreads.prototype, "compute");
  const costs: { hashes: unknown[]; statements: readonly string[] }[] = [];
  for (const username of ["open", "closed", "unset", "nobody"]) {
    compute.mockClear();
    const refused = () => service.post("signin/", { username, password: "not-the-password" });
    const statements = await statementsOf(service, async () => expect((await refused()).body.code).toBe(1001));
    const hashes = compute.mock.calls.map(([task]) =>
      String((task as { stored?: string }).stored)
        .split("$")
        .slice(1, 4),
    );
    costs.push({ hashes, statements });
  }
  compute.mockRestore();
  for (const cost of costs) expect(cost).toEqual(costs[0]);
  expect(costs[0]?.hashes).toEqual([["argon2id", "v=19", "m=19456,t=2,p=1"]]);
});
