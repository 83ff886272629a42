import { type TestDatabase, testDatabase } from "@foyer/testing/database";
import { brokenInvariants } from "@foyer/testing/invariants";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  allowApp,
  allowDevice,
  type AppSide,
  askOauth,
  type Form,
  refreshForm,
  type TokenAnswer,
} from "./app-sign-in.ts";
import { type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts";
import { runImport } from "./import-lines.ts";
import { databaseUrlOf, instanceOn } from "./instance.ts";
import { post } from "./inviting.ts";
import { balance } from "./load-balancer.ts";

const isTorture = process.env["TORTURE"] === "1";
const RESTARTS = Number(process.env["RESTARTS"] ?? 15);
const A_SECOND = 50;
/** More answers of the database than a request for tokens waits for. */
const MANY = 12;
/** Smallest number of answers that a refresh waits for. */
const FEWEST = 3;
/** Enough grants that each is unused for a moment between its refreshes. */
const GRANTS_EACH = 12;
const password = "correct horse battery staple";
const people = Array.from({ length: 10 }, (_, n) => ({
  type: "account",
  username: `person${n}`,
  email: `person${n}@example.com`,
  password,
}));

const left: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const close of left.splice(0).toReversed()) await close();
});

let callers = 0;
/** A caller in a network of its own. */
const callerAt = (url: string): AppSide => ({ url, ip: `10.${(callers >> 8) & 255}.${callers++ & 255}.1` });

const signIn = async (side: AppSide, username: string): Promise<string> =>
  (await post(side, "/api/1.1/signin/", { username, password }, { "x-forwarded-for": side.ip })).body.token
    .access_token;

type Served = Awaited<ReturnType<typeof instanceOn>>;

describe("OIDC-26 a process that dies amid a request for tokens", () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let dying: Served;
  let other: Served;
  let owner: pg.Client;

  beforeAll(async () => {
    database = await testDatabase();
    await runImport(database.url, people);
    proxy = await cuttingProxy(database.url);
    dying = await instanceOn(proxy.databaseUrl);
    other = await instanceOn(database.url);
    await Promise.all([dying.start(), other.start()]);
    owner = new pg.Client({ connectionString: databaseUrlOf(database.url) });
    await owner.connect();
  }, 120_000);
  afterAll(async () => {
    await owner.end();
    await Promise.all([dying.close(), other.close()]);
    proxy.close();
    await database.close();
  });

  /** Asks a process that dies at the n-th answer of its database. @returns what it answered before that, or null. */
  async function askDying(form: Form, n: number): Promise<TokenAnswer | null> {
    const deaths: Promise<unknown>[] = [];
    proxy.atAnswer(n, () => void deaths.push(dying.stop("SIGKILL")));
    const answer = await askOauth(callerAt(dying.url), "token", form).catch(() => null);
    // After the answer, the proxy does nothing at later answers.
    proxy.atAnswer(0, () => undefined);
    if (deaths.length === 0) return answer;
    await Promise.all(deaths);
    await dying.start();
    return null;
  }

  const ask = (form: Form): Promise<TokenAnswer> => askOauth(callerAt(other.url), "token", form);

  /** Both tokens work. @returns those that came for the refresh token. */
  async function proveWorking(tokens: TokenAnswer): Promise<TokenAnswer> {
    expect(tokens).toMatchObject({ status: 200, body: { token_type: "Bearer" } });
    const headers = { authorization: `Bearer ${tokens.body.access_token}` };
    expect((await fetch(`${other.url}/oauth/userinfo`, { headers })).status).toBe(200);
    const next = await ask(refreshForm(tokens));
    expect(next.status).toBe(200);
    return next;
  }

  /** Dies at each answer of the database in turn, until none is left of the request; `npm test` only at the last one. */
  async function dieAtEach(form: () => Promise<Form>, repeat: (form: Form) => Promise<unknown>): Promise<void> {
    const answers = Array.from({ length: MANY }, (_, at) => (isTorture ? at + 1 : MANY - at));
    let died = 0;
    for (const n of answers) {
      const given = await form();
      const answer = await askDying(given, n);
      if (answer !== null) expect(answer.status).toBe(200);
      else {
        died++;
        await repeat(given);
      }
      if ((answer !== null) === isTorture) break;
    }
    expect(died).toBeGreaterThanOrEqual(isTorture ? FEWEST : 1);
    expect(died).toBeLessThan(MANY);
  }

  test("OIDC-26 F1 a kill -9 at any answer of the database costs a refresh at most one repeat", async () => {
    const side = callerAt(other.url);
    let tokens = await ask(await allowApp(side, await signIn(side, "person0")));
    await dieAtEach(
      async () => refreshForm(tokens),
      async (form) => (tokens = await proveWorking(await ask(form))),
    );
  }, 180_000);

  test.runIf(isTorture)("OIDC-26 F1 a kill -9 costs a device at most one repeat", async () => {
    const session = await signIn(callerAt(other.url), "person1");
    await dieAtEach(
      () => allowDevice(callerAt(other.url), session),
      async (form) => {
        // A device asks again when its interval is over.
        await owner.query("update accounts.app_device_codes set polled_at = polled_at - interval '6 s'");
        await proveWorking(await ask(form));
      },
    );
  });

  test.runIf(isTorture)(
    "OIDC-26 F1 a kill -9 costs a code at most one repeat of the request, or of the sign-in",
    async () => {
      const session = await signIn(callerAt(other.url), "person2");
      await dieAtEach(
        () => allowApp(callerAt(other.url), session),
        async (form) => {
          const repeated = await ask(form);
          // A code that was taken works no second time, for nobody.
          if (repeated.status !== 200) expect([repeated.status, repeated.body.error]).toEqual([400, "invalid_grant"]);
          const again = repeated.status === 200 ? repeated : await ask(await allowApp(callerAt(other.url), session));
          await proveWorking(again);
        },
      );
    },
  );
});

/** Refreshes 50 times a second, the grant that has rested longest each time. */
function refreshSteadily(url: string, grants: readonly TokenAnswer[]) {
  const idle = [...grants];
  const failures: string[] = [];
  const open = new Set<Promise<void>>();
  let asked = 0;
  const refresh = async (tokens: TokenAnswer): Promise<void> => {
    const answer = await askOauth(callerAt(url), "token", refreshForm(tokens)).catch(String);
    if (typeof answer !== "string" && answer.status === 200) idle.push(answer);
    else failures.push(JSON.stringify(answer));
  };
  const since = performance.now();
  const seconds = (): number => (performance.now() - since) / 1_000;
  // A timer that comes late asks for what is due.
  const timer = setInterval(() => {
    for (; asked < seconds() * A_SECOND; asked++) {
      const tokens = idle.shift();
      if (tokens === undefined) return;
      const one = refresh(tokens).finally(() => open.delete(one));
      open.add(one);
    }
  }, 1_000 / A_SECOND);
  return {
    stop: async () => {
      clearInterval(timer);
      const took = seconds();
      await Promise.all(open);
      return { asked, took, failures, idle };
    },
  };
}

test.runIf(isTorture)(
  `OIDC-26 F20 ${RESTARTS} rolling restarts at ${A_SECOND} token requests a second: none fails`,
  async () => {
    const database = await testDatabase();
    left.push(() => database.close());
    await runImport(database.url, people);
    const instances: Served[] = [];
    for (let n = 0; n < 2; n++) {
      const instance = await instanceOn(database.url, { DRAIN_SECONDS: "2" });
      left.push(() => instance.close());
      await instance.start();
      instances.push(instance);
    }
    const front = await balance(instances.map(({ url }) => url));
    left.push(() => front.close());
    const granted = async ({ username }: { readonly username: string }): Promise<TokenAnswer[]> => {
      const side = callerAt(front.url);
      const session = await signIn(side, username);
      const grants: TokenAnswer[] = [];
      while (grants.length < GRANTS_EACH) grants.push(await askOauth(side, "token", await allowApp(side, session)));
      return grants;
    };
    const load = refreshSteadily(front.url, (await Promise.all(people.map(granted))).flat());
    left.push(() => load.stop());
    for (let n = 0; n < RESTARTS; n++) {
      const instance = instances[n % 2];
      expect(await instance?.stop()).toBe(0);
      await instance?.start();
      // The balancer must notice the restarted instance before the other one stops.
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    const { asked, took, failures, idle } = await load.stop();
    process.stdout.write(`  ${asked} token requests in ${Math.round(took)} s, ${failures.length} failed\n`);
    expect(failures).toEqual([]);
    expect(asked).toBeGreaterThan(0.9 * took * A_SECOND);
    for (const { body } of idle) {
      const headers = { authorization: `Bearer ${body.access_token}` };
      expect((await fetch(`${front.url}/oauth/userinfo`, { headers })).status).toBe(200);
    }
    expect(await brokenInvariants(database.url)).toEqual([]);
  },
  600_000,
);
