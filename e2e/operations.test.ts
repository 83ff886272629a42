import { readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { findRunningPostgres } from "@foyer/service-kit/postgres-server";
import { brokenInvariants } from "@foyer/testing/invariants";
import { eventually, type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "./instance.ts";

const password = "correct horse battery staple";
const metricsToken = "the-token-of-the-metrics-page";
const people = ["ada", "bob", "cleo", "dora", "emil"];
const lines = [
  ...people.map((username) => ({ type: "account", username, email: `${username}@example.com`, password })),
  {
    type: "license",
    id: "lic-1",
    owners: ["ada"],
    product_id: "OUTLINE-5-SUB-MONTHLY-WEB",
    description: "Outlinear 5",
    total_seats: 50,
  },
  { type: "subscription", license: "lic-1", current_period_end: "+15d" },
];

let foyer: RunningSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "foyer-operations-"));
  foyer = await startFoyer({ lines, env: { METRICS_TOKEN: metricsToken, LOG_LEVEL: "info" } });
}, 120_000);
afterAll(async () => {
  await foyer.close();
  await rm(folder, { recursive: true, force: true });
});

async function ownerUrlOf(system: RunningSystem): Promise<string> {
  const url = await findRunningPostgres(path.join(system.dataDir, "postgres"));
  if (!url) throw new Error("the database does not answer");
  return url;
}

const ownRows = async <Row extends pg.QueryResultRow>(system: RunningSystem, text: string): Promise<Row[]> =>
  rowsOf<Row>(await ownerUrlOf(system), text);

describe("metrics", () => {
  const ask = (headers: Record<string, string>) => foyer.call("GET", "/metrics", { headers });

  test("R-49 the metrics page exists only for callers with the token", async () => {
    for (const headers of [{}, { authorization: "Bearer wrong-token-of-the-page" }]) {
      const { status, body } = await ask(headers as Record<string, string>);
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain("foyer_");
    }
    expect((await ask({ authorization: `Bearer ${metricsToken}` })).status).toBe(200);
  });

  test("R-49 requests, connections, jobs and the process, in Prometheus's format (FAULT-44, FAULT-63)", async () => {
    await foyer.signIn("ada", password);
    await foyer.call("GET", "/api/1.1/registration_seats/lic-1/");
    const { headers, body } = await ask({ authorization: `Bearer ${metricsToken}` });
    const text = String(body);
    expect(headers.get("content-type")).toContain("text/plain; version=0.0.4");
    expect(text).toMatch(
      /^foyer_request_seconds_count\{method="POST",route="\/api\/1.1\/signin\/",status="200"\} [1-9]/m,
    );
    expect(text).toMatch(/route="\/api\/1.1\/registration_seats\/:id\/",status="401"/);
    expect(text, "no id in a label").not.toContain("lic-1");
    for (const name of ["foyer_jobs_waiting", "foyer_jobs_given_up", "foyer_jobs_oldest_due_seconds"])
      expect(text).toMatch(new RegExp(`^${name}\\{service="purchase"\\} \\d`, "m"));
    expect(text).toMatch(/^foyer_database_connections\{service="accounts",state="open"\} [1-9]/m);
    expect(text).toMatch(/^process_resident_memory_bytes [1-9]/m);
    await foyer.call("PROPFIND", "/api/1.1/user/");
    const again = String((await ask({ authorization: `Bearer ${metricsToken}` })).body);
    expect(again, "FAULT-44 a scrape resets nothing").toMatch(/^nodejs_eventloop_delay_p99_seconds 0\.0*[1-9]/m);
    expect(again).toMatch(/^foyer_http_connections [1-9]/m);
    expect(again).toMatch(/method="other"/);
    expect(again).not.toContain("PROPFIND");
    for (const line of text.trim().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \S+ .+|[a-z_]\w*(\{[^{}]*\})? -?[\d.e+-]+)$/);
  });
});

test("FAULT-33 FAULT-44 the built template is not served, and /conf names the build without a setting", async () => {
  const template = await fetch(`${foyer.url}/index.html`, { redirect: "manual" });
  expect([template.status, template.headers.get("location")]).toEqual([308, "/"]);
  expect(await template.text()).not.toContain("%");
  expect((await foyer.call("GET", "/conf")).body.revision).toMatch(/^[0-9a-f]{12}$/);
});

test("HA-09 the shipped alert rules and the board name only what /metrics says", async () => {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const page = String((await foyer.call("GET", "/metrics", { headers })).body);
  const said = new Set([...page.matchAll(/^([a-z_]\w*)[ {]/gm)].map(([, name]) => name));
  for (const file of ["alerts.yml", "board.json"]) {
    const text = readFileSync(new URL(`../deploy/ha/${file}`, import.meta.url), "utf8");
    const named = new Set([...text.matchAll(/\b(?:foyer_|process_|nodejs_)\w+/g)].map(([name]) => name));
    expect(named.size).toBeGreaterThan(5);
    expect(
      [...named].filter((name) => !said.has(name)),
      file,
    ).toEqual([]);
  }
});

test("R-80 R-82 a request's id is in the answer and in the log lines of both services", async () => {
  const token = await foyer.signIn("ada", password);
  const [customer] = (await foyer.call("POST", "/api/1.1/user/", { token })).body.userinfo.customer_id;
  const { status, headers } = await foyer.call("GET", `/api/v2/customer/${customer}`, {
    token,
    headers: { "x-request-id": "the-callers-own-id" },
  });
  const id = headers.get("x-request-id") ?? "";
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(status).toBe(200);
  // The line is written after the answer is sent.
  const logged = await eventually(async () => {
    const lines = foyer.output().split("\n");
    const own = lines.filter((line) => line.includes(`"requestId":"${id}"`));
    return (
      own.length >= 2 &&
      own.map((line) => {
        const { path, callerRequestId } = JSON.parse(line) as { path?: string; callerRequestId?: string };
        return `${path} ${callerRequestId ?? ""}`;
      })
    );
  }, "two lines of the log");
  expect(new Set(logged)).toEqual(
    new Set(["/api/1.1/internal/introspect/ ", `/api/v2/customer/${customer} the-callers-own-id`]),
  );
  expect(foyer.output(), "R-81 no token in the log").not.toContain(token);
});

test("R-80 security events have time, caller, action, network and request, and the service cannot change them", async () => {
  const headers = { "x-request-id": "somebody-elses-id", "x-forwarded-for": "203.0.113.9" };
  const form = { username: "bob", password: "not this one" };
  const refused = await foyer.call("POST", "/api/1.1/signin/", { form, headers });
  await foyer.signIn("bob", password);
  const rows = await ownRows<{ kind: string; at: Date; ip: string; request_id: string; username: string }>(
    foyer,
    `select kind, at, ip, request_id, username from accounts.security_events join accounts.accounts on accounts.id = account_id
     where username = 'bob' order by security_events.id`,
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["session.refused", "session.opened"]);
  expect(rows[0]).toMatchObject({ ip: "203.0.113.9", request_id: refused.headers.get("x-request-id") });
  for (const table of ["security_events", "staff_acts", "license_events"]) {
    for (const act of [`update accounts.${table} set at = now()`, `delete from accounts.${table}`])
      await expect(ownRows(foyer, `set role foyer_accounts; ${act}`)).rejects.toThrow("permission denied");
  }
});

test("R-79 R-82 five hundred requests, refused and malformed ones among them, leave no handle open and no rejection unhandled", async () => {
  const { pid } = JSON.parse(await readFile(path.join(foyer.dataDir, "server.json"), "utf8")) as { pid: number };
  const files = async (): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;
  const token = await foyer.signIn("ada", password);
  const ask = (n: number): Promise<unknown> =>
    n % 3 === 0
      ? foyer.call("POST", "/api/1.1/signin/", { headers: { "content-type": "application/json" } })
      : foyer.call("POST", n % 3 === 1 ? "/api/1.1/user/" : "/api/1.1/no_such_call/", { token });
  for (let n = 0; n < 20; n++) await ask(n);
  const before = await files();
  for (let n = 0; n < 500; n += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => ask(n + k)));
  // Ten concurrent requests keep ten connections open; the number of database connections stays below its limit.
  expect((await files()) - before).toBeLessThanOrEqual(25);
  expect(foyer.output()).not.toContain("unhandled rejection");
  expect((await foyer.call("GET", "/healthz")).status).toBe(200);
});

describe("the staff command", () => {
  test("ROLE-04 the command line creates the first administrator and ends the account's sessions", async () => {
    const before = await foyer.signIn("cleo", password);
    const outcome = await foyer.command(["staff", "cleo", "admin"]);
    expect(outcome.stdout).toContain("Rights of cleo: admin (before: none)");
    expect((await foyer.call("POST", "/api/1.1/user/", { token: before })).status).toBe(401);
    const token = await foyer.signIn("cleo", password);
    expect((await foyer.call("GET", "/api/1.1/admin/search/?q=ada", { token })).status).toBe(200);
    const last = await foyer.command(["staff", "cleo"]);
    expect(last.stdout).toContain("Rights of cleo: none (before: admin)");
    expect(last.stdout).toContain("Nobody is an administrator now: npm run foyer -- staff NAME admin");
    expect((await foyer.call("GET", "/api/1.1/admin/search/?q=ada", { token })).status).toBe(401);
  });

  test.each([
    [["staff"], /Usage/],
    [["staff", "cleo", "king"], /Usage/],
    [["staff", "nobody", "read"], /Nobody has the account name nobody/],
    [["stfaf"], /There is no command "stfaf"/],
    [["toString"], /There is no command "toString"/],
  ])("%j is refused", async (args, wanted) => {
    const { code, stderr } = await foyer.command(args);
    expect(code).toBe(1);
    expect(stderr).toMatch(wanted);
  });
});

test.each([
  [["--help"], /^Usage/],
  [["help"], /^Usage/],
  [["-h"], /^Usage/],
  [["backup", "--help"], /^Usage/],
  [["version"], /^\d+\.\d+\.\d+\n$/],
  [["--version"], /^\d+\.\d+\.\d+\n$/],
])("FAULT-63 %j is answered without settings, and ends with 0", async (args, wanted) => {
  const { code, stdout, stderr } = await foyer.command(args, { PORT: "none" });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(wanted);
});

/** Signs in, refreshes and invites until stopped. */
function workOn(system: RunningSystem): { stop(): Promise<number> } {
  let isStopped = false;
  let done = 0;
  const lane = async (own: number): Promise<void> => {
    for (let n = 0; !isStopped; n++) {
      const token = await system.signIn(own === 0 ? "ada" : "emil", password);
      if (own === 0) {
        const json = { seats: `guest${n}@example.com` };
        await system.call("POST", "/api/1.1/registration_seats/lic-1/", { token, json });
      }
      done++;
    }
  };
  const lanes = Promise.all([lane(0), lane(1)]);
  return {
    stop: async () => {
      isStopped = true;
      await lanes;
      return done;
    },
  };
}

describe("backup and restore", () => {
  test("R-84 F24 a backup under load, restored elsewhere: every invariant holds, and no session or mailed link lives on", async () => {
    const token = await foyer.signIn("dora", password);
    const mailed = await foyer.call("POST", "/api/1.1/password_reset/", {
      form: { email_address: "dora@example.com" },
    });
    expect(mailed.status).toBe(200);
    const [reset] = await foyer.mails("dora@example.com");
    const ada = await foyer.signIn("ada", password);
    const json = { seats: "guest@example.com" };
    await foyer.call("POST", "/api/1.1/registration_seats/lic-1/", { token: ada, json });
    const [invitation] = await foyer.mails("guest@example.com");
    const work = workOn(foyer);
    const file = path.join(folder, "all.jsonl.gz");
    // FAULT-54: another user's file at the place of the unfinished one, which that user could read.
    await writeFile(`${file}.part`, "planted");
    await chmod(`${file}.part`, 0o666);
    const backup = await foyer.command(["backup", file]);
    expect(await work.stop()).toBeGreaterThan(0);
    expect(backup).toMatchObject({ code: 0, stdout: expect.stringMatching(/: \d+ rows\n$/) });
    expect((await stat(file)).mode & 0o077, "nobody else reads it").toBe(0);

    const other = await startFoyer();
    const restored = await other.command(["restore", file]);
    expect(restored.stderr).toMatch(/^\nTAKE CARE: no journal of erased accounts was read\./);
    expect(restored.stdout).toMatch(
      /\d+ rows restored\nEnded: [1-9]\d* sessions, [1-9]\d* mailed links\. Invitations with a new link: [1-9]/,
    );
    expect(await brokenInvariants(await ownerUrlOf(other))).toEqual([]);
    expect((await other.call("POST", "/api/1.1/user/", { token })).status).toBe(401);
    const link = /[?&]token=([\w.~-]+)/.exec(reset?.text ?? "")?.[1];
    expect(link).toBeDefined();
    const late = await other.call("POST", "/api/1.1/password_reset/confirm/", {
      form: { token: link ?? "", new_password: "another good secret", new_password_2: "another good secret" },
    });
    expect(late.status, "the mailed link is dead").toBeGreaterThanOrEqual(400);
    const reference = /[?&]ref=([\w-]+)/.exec(invitation?.text ?? "")?.[1];
    expect(reference).toBeDefined();
    expect((await other.call("GET", `/api/1.1/invitations/${reference}/`)).status).not.toBe(200);

    const again = await other.signIn("ada", password);
    const seats = await other.call("GET", "/api/1.1/registration_seats/lic-1/", { token: again });
    const guest = seats.body.seats.find(({ email }: { email: string }) => email === "guest@example.com");
    expect(guest.status).toBe("pending");
    expect(guest.short_url).toMatch(/\/i\/\w{12}$/);
    const more = await other.call("POST", "/api/1.1/registration_seats/lic-1/", {
      token: again,
      json: { seats: "late@example.com" },
    });
    expect(more.status, "numbers go on after the last one").toBe(200);
    const second = await other.command(["restore", file]);
    expect(second.stderr).toContain("the database is not empty");
    await other.close();
  }, 180_000);

  test("R-84 a damaged backup or one of another version is refused by its name, and nothing is written (FAULT-63)", async () => {
    const file = path.join(folder, "plain.jsonl");
    expect((await foyer.command(["backup", file])).code).toBe(0);
    const text = await readFile(file, "utf8");
    await writeFile(path.join(folder, "cut.jsonl"), text.slice(0, text.lastIndexOf('{"end"')));
    await writeFile(path.join(folder, "older.jsonl"), text.replace('"0001-people"', '"0000-before"'));
    await writeFile(path.join(folder, "else.jsonl.gz"), gzipSync("{}\n"));
    const packed = gzipSync(text);
    await writeFile(path.join(folder, "cut.jsonl.gz"), packed.subarray(0, packed.length - 200));
    const line = text.indexOf("\n", text.length / 2);
    await writeFile(path.join(folder, "torn.jsonl"), text.slice(0, line - 2) + text.slice(line));
    const other = await startFoyer();
    for (const [name, wanted] of [
      ["cut.jsonl.gz", "damaged or cut"],
      ["torn.jsonl", "damaged or cut"],
      ["cut.jsonl", "not whole"],
      ["older.jsonl", "another version"],
      ["else.jsonl.gz", "no backup of Foyer"],
      ["nowhere.jsonl", "no such file"],
    ] as const) {
      const { code, stderr } = await other.command(["restore", path.join(folder, name)]);
      expect(code).toBe(1);
      expect(stderr).toContain(wanted);
      expect(stderr).toContain(name);
    }
    expect(await ownRows(other, "select username from accounts.accounts")).toEqual([]);
    await other.close();
  }, 120_000);

  test("R-84 ERASE-04 after-restore ends what another tool restored, and asks for the missing journal (FAULT-55)", async () => {
    const token = await foyer.signIn("emil", password);
    const { code, stdout, stderr } = await foyer.command(["after-restore"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Ended: [1-9]\d* sessions/);
    expect(stdout).toContain("erased since the backup: unknown, because no journal was read.");
    expect(stderr).toContain("Everybody who was erased after this backup is there again, and can sign in.");
    expect(stderr).toContain(`There is no file ${path.join(foyer.dataDir, "erased-accounts.jsonl")}.`);
    expect(stderr).toContain("npm run foyer -- after-restore JOURNAL");
    const other = path.join(folder, "plain.jsonl");
    expect(await foyer.command(["after-restore", other])).toMatchObject({
      code: 1,
      stderr: `Foyer cannot go on: ${other} is no journal of erased accounts\n`,
    });
    expect((await foyer.call("POST", "/api/1.1/user/", { token })).status).toBe(401);
  });
});

test("R-46 a body of another type is 415 at the sandboxes' controls and at browser reports, and a file may have any type", async () => {
  for (const path of ["/sandbox/clock", "/sandbox/sync", "/err"]) {
    const { status, body } = await foyer.call("POST", path, { json: {}, headers: { "content-type": "text/xml" } });
    expect([path, status, body.code]).toEqual([path, 415, 4000]);
  }
  const file = await foyer.call("PUT", "/sandbox/sync/ada/notes.xml", {
    json: "any",
    headers: { "content-type": "text/xml" },
  });
  expect(file.status).toBe(204);
});
