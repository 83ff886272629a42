import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openPool, sqlState } from "@foyer/service-kit/db";
import { findRunningPostgres, type PostgresServer, startPostgres } from "@foyer/service-kit/postgres-server";
import { query } from "@foyer/testing/database";
import {
  freePort,
  production,
  runCommand,
  type RunningSystem,
  serverProcess,
  startFoyer,
} from "@foyer/testing/running-system";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { judgeLogin, type JudgedLogin, servicesRoles } from "./judge-login.ts";
import { embeddedLogin, grantServices, withClient } from "./serving-login.ts";

vi.setConfig({ testTimeout: 400_000, hookTimeout: 120_000 });

const quiet = { ...production, LOG_LEVEL: "error" };

/** Statements of an attacker who can run SQL on a connection of the accounts service. */
const attacks = [
  "set role postgres",
  "set session authorization postgres",
  "set role none; copy (select 1) to program 'true'",
  "set role none; create temp table lines (line text); copy lines from program 'id'",
  "copy accounts.recovery_codes (account_id) from '/etc/passwd'",
  "set role none; select pg_read_file('/etc/passwd')",
  "set role none; select lo_import('/etc/passwd')",
  "set role none; create role planted superuser",
  "set role none; create role planted",
  "set role none; create database planted",
  "set role none; create schema planted",
  "set role none; create extension pg_trgm",
  "set role none; grant pg_execute_server_program to session_user",
  "set role none; grant pg_read_all_data to foyer_accounts",
  "set role none; alter role foyer_accounts superuser",
  "set role none; alter system set archive_command = 'true'",
  "set role none; select * from accounts.accounts",
  "set role none; select * from purchase.customers",
  "set role none; drop table accounts.sessions",
  "set role none; grant foyer_accounts to foyer_host",
  "reset role; create table accounts.planted (n int)",
  "select * from purchase.customers",
  "select * from foyer.sandbox_mails",
  "select * from sandbox.objects",
  "select passwd from pg_shadow",
];

async function allRefused(servingUrl: string): Promise<void> {
  const outcomes = await Promise.all(
    attacks.map(async (attack) => {
      const pool = openPool({ url: servingUrl, role: "foyer_accounts", schema: "accounts", max: 1 });
      let outcome: string | null = "done";
      for (const statement of attack.split("; ")) {
        if (outcome === "done") outcome = await pool.query(statement).then(() => "done", sqlState);
      }
      await pool.end();
      return [attack, outcome];
    }),
  );
  // A missing extension is refused before rights are checked (0A000).
  const refused = outcomes.filter(([, outcome]) => outcome === "42501" || outcome === "0A000");
  expect(outcomes.filter((outcome) => !refused.includes(outcome))).toEqual([]);
  const pool = openPool({ url: servingUrl, role: "foyer_accounts", schema: "accounts", max: 1 });
  await pool.query("set role none");
  expect((await pool.query("select session_user = current_user as bare")).rows).toEqual([{ bare: true }]);
  await pool.query("reset role");
  expect((await pool.query("select current_user as role")).rows).toEqual([{ role: "foyer_accounts" }]);
  expect((await pool.query("select count(*)::int > 0 as is_there from accounts")).rows).toHaveLength(1);
  await pool.end();
}

/** Returns the other logins that are connected to the database. */
async function whoServes(ownerUrl: string): Promise<string[]> {
  const rows = await query<{ usename: string }>(
    ownerUrl,
    `select distinct usename from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows.map(({ usename }) => usename);
}

describe("the embedded database", () => {
  let system: RunningSystem;
  const ownerUrl = async (): Promise<string> =>
    (await findRunningPostgres(path.join(system.dataDir, "postgres"))) ?? "nothing runs";

  beforeAll(async () => {
    system = await startFoyer();
  });
  afterAll(() => system.close());

  test("R-38 set role none on a service's connection gives no access: no program, no role, no other schema", async () => {
    expect(await whoServes(await ownerUrl())).toEqual(["foyer_serving"]);
    await allRefused(await embeddedLogin(await ownerUrl()));
  });

  test("R-38 R-76 a folder of an earlier version, which has only the superuser, serves with the other login from the next start", async () => {
    await query(await ownerUrl(), "select 1");
    const url = await ownerUrl();
    await system.command(["backup", path.join(system.dataDir, "before.gz")]);
    await query(url, "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'foyer_serving'");
    await system.stop("SIGKILL");
    await query(await ownerUrl(), "drop role foyer_serving, foyer_all_services");
    await system.restart();
    expect(await whoServes(await ownerUrl())).toEqual(["foyer_serving"]);
    expect((await system.command(["backup", path.join(system.dataDir, "after.gz")])).code).toBe(0);
    expect((await system.command(["export"])).code).toBe(0);
  });
});

/** Returns the statements of the operations page with changed passwords. */
function documented(): string[] {
  const page = fs.readFileSync(new URL("../../../../docs/operations.md", import.meta.url), "utf8");
  const [, sql = ""] = /## Database logins[\s\S]*?```sql\n([\s\S]*?)```/.exec(page) ?? [];
  return sql.split("\n").filter((line) => line !== "");
}

const debian = "/usr/lib/postgresql/15/bin";
const packaged: [string, undefined] = ["the packaged PostgreSQL", undefined];
/** PostgreSQL 15 where it is installed, because the embedded database tests the packaged one; torture takes both. */
const servers: [string, string | undefined][] = [
  ...(fs.existsSync(debian) ? [["PostgreSQL 15", debian] as [string, string]] : [packaged]),
  ...(process.env["TORTURE"] === "1" && fs.existsSync(debian) ? [packaged] : []),
];

describe.each(servers)("R-38 on an own server, %s", (_name, programs) => {
  let folder: string;
  let server: PostgresServer;
  let superuser: string;
  const running: ReturnType<typeof serverProcess>[] = [];

  const onDatabase = (name: string): string => superuser.replace("/postgres?", `/${name}?`);
  /** Requires passwords from all but the superuser, and admits only `users`. */
  async function letIn(users: string): Promise<void> {
    const lines = ["local all postgres trust", `local all ${users} scram-sha-256`, ""];
    fs.writeFileSync(path.join(folder, "postgres/pg_hba.conf"), lines.join("\n"));
    await query(superuser, "select pg_reload_conf()");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "foyer-logins-"));
    const before = process.env["PG_BIN"];
    if (programs !== undefined) process.env["PG_BIN"] = programs;
    server = await startPostgres(path.join(folder, "postgres"), { settings: ["fsync=off", "log_statement=all"] });
    if (before === undefined) delete process.env["PG_BIN"];
    superuser = server.url.replace("@/", "@localhost/");
    await letIn("all");
  });
  afterAll(async () => {
    for (const each of running) await each.stop("SIGKILL");
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const settings = (env: Record<string, string>): Record<string, string> => ({
    DATA_DIR: path.join(folder, "data"),
    DEMO: "0",
    SERVICE_CREDENTIAL: "the-credential-of-all-instances-in-tests",
    ...env,
  });

  async function run(args: readonly string[], env: Record<string, string>): Promise<{ code: number; said: string }> {
    const { code, stdout, stderr } = await runCommand(args, settings(env));
    return { code, said: stdout + stderr };
  }

  async function serve(env: Record<string, string>): Promise<ReturnType<typeof serverProcess>> {
    const port = await freePort();
    const server = serverProcess(settings({ PORT: String(port), ...env }), `http://127.0.0.1:${port}`);
    running.push(server);
    await server.start();
    return server;
  }

  /**
   * Creates the owner of another installation on the same server. From PostgreSQL 16 on it needs explicit
   * grants of existing roles.
   */
  async function makeOwner(name: string): Promise<void> {
    await query(superuser, `create role ${name} login createrole password 'word'`);
    await query(superuser, `grant ${servicesRoles.join(", ")} to ${name} with admin option`);
  }

  test("the two logins from the operations page: production serves with the one without rights", async () => {
    for (const statement of documented()) await query(superuser, statement);
    const [url, setup] = ["foyer_serving:change-me-2", "foyer_setup:change-me-1"].map((login) =>
      onDatabase("foyer").replace(/postgres:[^@/]*@/, `${login}@`),
    ) as [string, string];
    const early = await run(["serve"], { ...quiet, PORT: "0", DATABASE_URL: url });
    expect(early).toMatchObject({ code: 1, said: expect.stringContaining("is not set up for this version") });
    const foyer = await serve({ ...quiet, DATABASE_URL: url, DATABASE_SETUP_URL: setup });
    expect(await whoServes(onDatabase("foyer"))).toEqual(["foyer_serving"]);
    await allRefused(url);
    await foyer.stop("SIGTERM");
    const alone = await serve({ ...quiet, DATABASE_URL: url });
    expect(alone.output()).not.toContain("Take care");
    await alone.stop("SIGTERM");
    const file = path.join(folder, "b.gz");
    expect(await run(["backup", file], { DATABASE_URL: url })).toMatchObject({ code: 0 });
    expect(await run(["restore", file], { DATABASE_URL: url })).toMatchObject({
      code: 1,
      said: expect.stringContaining("DATABASE_SETUP_URL"),
    });
    await query(superuser, "create database elsewhere owner foyer_setup");
    const there = (login: string): string => onDatabase("elsewhere").replace(/postgres:[^@/]*@/, `${login}@`);
    const both = {
      DATABASE_URL: there("foyer_serving:change-me-2"),
      DATABASE_SETUP_URL: there("foyer_setup:change-me-1"),
    };
    expect(await run(["setup"], both)).toEqual({ code: 0, said: "The database is up to date.\n" });
    expect(await run(["restore", file], both)).toMatchObject({ code: 0 });
    const apart = await run(["setup"], { ...both, DATABASE_URL: onDatabase("postgres") });
    expect(apart).toMatchObject({ code: 1, said: expect.stringContaining("DATABASE_SETUP_URL leads to another one") });
  });

  test("each excess right of a serving login is reported with the SQL that removes it, and production refuses it", async () => {
    const name = "served";
    await query(superuser, `create role ${name} login noinherit password 'pass'`);
    const url = onDatabase("foyer").replace(/postgres:[^@/]*@/, `${name}:pass@`);
    await grantServices(onDatabase("foyer"), name);
    const judged = (): Promise<JudgedLogin> => withClient(url, judgeLogin);
    expect(await judged()).toEqual({ name, canSetUp: false, powers: [] });
    for (const [given, what, mend] of [
      [`alter role ${name} superuser`, "it is a superuser", `alter role ${name} nosuperuser`],
      [`alter role ${name} createrole`, "it may make roles", `alter role ${name} nocreaterole`],
      [`alter role ${name} createdb`, "it may make databases", `alter role ${name} nocreatedb`],
      [`alter role ${name} replication`, "it may copy the whole server", `alter role ${name} noreplication`],
      [`alter role ${name} bypassrls`, "it passes over row-level security", `alter role ${name} nobypassrls`],
      [
        `grant pg_read_all_data to ${name}`,
        "it is a member of pg_read_all_data",
        `revoke pg_read_all_data from ${name}`,
      ],
      [
        `grant create on database foyer to ${name}`,
        "it may make schemas",
        `revoke create on database foyer from ${name}`,
      ],
      [`grant usage on schema accounts to ${name}`, "it has rights of its own", `drop owned by ${name}`],
      [
        `grant foyer_host to ${name} with admin option`,
        "it may give foyer_host away",
        `revoke admin option for foyer_host from ${name}`,
      ],
    ] as const) {
      await query(onDatabase("foyer"), given);
      expect((await judged()).powers).toEqual([{ what, mend }]);
      await query(onDatabase("foyer"), mend);
      expect((await judged()).powers, mend).toEqual([]);
    }
    await query(superuser, `alter role ${name} inherit; revoke foyer_host from ${name}; grant foyer_host to ${name}`);
    const [inherits] = (await judged()).powers;
    expect(inherits?.what).toMatch(/^it has the rights of .*foyer_host.* at all times$/);
    const refused = await run(["serve"], { ...quiet, PORT: "0", DATABASE_URL: url });
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(`alter role ${name} noinherit;`) });
    await query(superuser, inherits?.mend ?? "");
    await grantServices(onDatabase("foyer"), name);
    expect((await judged()).powers).toEqual([]);
    await query(onDatabase("foyer"), `create table public.hers (n int); alter table public.hers owner to ${name}`);
    expect((await judged()).powers).toEqual([
      { what: "it owns databases, schemas or tables", mend: `reassign owned by ${name} to <the setup login>` },
    ]);
    await query(onDatabase("foyer"), "drop table public.hers");
  });

  test("one login that may create roles, as documented before: Foyer creates the other one, and another instance shares it", async () => {
    await makeOwner("one_login");
    await query(superuser, "create database single owner one_login");
    const url = onDatabase("single").replace(/postgres:[^@/]*@/, "one_login:word@");
    const [first, second] = await Promise.all([
      serve({ ...quiet, DATABASE_URL: url }),
      serve({ ...quiet, DATABASE_URL: url, DATA_DIR: path.join(folder, "second") }),
    ]);
    const [made = ""] = await whoServes(onDatabase("single"));
    expect(await whoServes(onDatabase("single"))).toEqual([made]);
    expect(made).toMatch(/^foyer_serving_\d+_[0-9a-f]{8}$/);
    const verifier = await query<{ rolpassword: string }>(
      superuser,
      "select rolpassword from pg_authid where rolname = $1",
      [made],
    );
    expect(verifier[0]?.rolpassword).toMatch(/^SCRAM-SHA-256\$4096:/);
    // A known password, only for the attacks of this test.
    await first.stop("SIGTERM");
    await second.stop("SIGTERM");
    await query(superuser, `alter role ${made} password 'known'`);
    await allRefused(onDatabase("single").replace(/postgres:[^@/]*@/, `${made}:known@`));
    // The next start restores its derived password.
    const third = await serve({ ...quiet, DATABASE_URL: url });
    expect(await whoServes(onDatabase("single"))).toEqual([made]);
    await third.stop("SIGTERM");
    // After a change of the credential, the next setup drops the former login.
    const changed = { DATABASE_URL: url, SERVICE_CREDENTIAL: "another-credential-of-all-instances" };
    expect(await run(["setup"], changed)).toEqual({ code: 0, said: "The database is up to date.\n" });
    const left = await query(superuser, "select rolname from pg_roles where rolname like $1", [
      made.replace(/\w{8}$/, "%"),
    ]);
    expect(left).toHaveLength(1);
    expect(left).not.toContainEqual({ rolname: made });
  });

  test("a superuser's address in development: Foyer serves with its own login", async () => {
    await query(superuser, "create database trial");
    const foyer = await serve({ DATABASE_URL: onDatabase("trial") });
    expect(await whoServes(onDatabase("trial"))).toEqual([expect.stringMatching(/^foyer_serving_/)]);
    expect(foyer.output()).not.toContain("Take care: DATABASE_URL");
    await foyer.stop("SIGTERM");
  });

  test("a server that admits only one login: development warns and serves, production serves only if a setting allows it", async () => {
    await makeOwner("only_one");
    await query(superuser, "create database hosted owner only_one");
    const url = onDatabase("hosted").replace(/postgres:[^@/]*@/, "only_one:word@");
    await letIn("only_one");
    try {
      const trial = await serve({ DATABASE_URL: url });
      expect(trial.output()).toMatch(
        /^Take care: DATABASE_URL: the login "only_one" can do more than serve: it may make roles/m,
      );
      expect(trial.output()).toContain("is not let in: no pg_hba.conf entry");
      await trial.stop("SIGTERM");
      const refused = await run(["serve"], { ...quiet, PORT: "0", DATABASE_URL: url });
      expect(refused.code).toBe(1);
      expect(refused.said.trim().split("\n")).toHaveLength(1);
      expect(refused.said).toContain("alter role only_one nocreaterole;");
      const allowed = await serve({ ...quiet, DATABASE_URL: url, ALLOW_POWERFUL_DATABASE_LOGIN: "on" });
      expect(await whoServes(onDatabase("hosted"))).toEqual(["only_one"]);
      await allowed.stop("SIGTERM");
    } finally {
      await letIn("all");
    }
  });

  test("the server's statement log contains no password of a login", () => {
    expect(fs.readFileSync(path.join(folder, "postgres.log"), "utf8")).not.toMatch(
      /create role foyer_serving_\w+ login noinherit password '(?!SCRAM)/,
    );
  });
});
