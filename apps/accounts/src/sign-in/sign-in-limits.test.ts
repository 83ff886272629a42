import { setImmediate } from "node:timers/promises";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { passwordHasher } from "../passwords/password-hasher.ts";
import { makeAccounts, password, signIn } from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";

let evaluated = 0;
const hasher = passwordHasher();

const service = await startAccounts({
  instances: 2,
  passwords: {
    ...hasher,
    verify: (stored, typed) => {
      evaluated++;
      return hasher.verify(stored, typed);
    },
  },
});
afterAll(() => service.close());
await makeAccounts(service, "maria", "hugo", "ines");

beforeEach(async () => {
  evaluated = 0;
  service.clock.advance(2 * 86_400);
});

let address = 0;
/** A new network each time, so that only the account's own limit counts. */
const otherNetwork = (): string => `198.51.${Math.floor(++address / 250)}.${address % 250}`;

const wrong = (username: string, ip = otherNetwork(), instance = 0) =>
  service.call("POST", "signin/", { body: { username, password: "wrong" }, ip, instance });

describe("limits of signing in", () => {
  test("R-06 of 100 concurrent wrong passwords on two instances at most 10 are checked", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => wrong("maria", otherNetwork(), index % 2)),
    );
    expect(evaluated).toBeLessThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(evaluated);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(100 - evaluated);
    expect(limited[0]?.body.code).toBe(1003);
    expect(Number(limited[0]?.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("R-05 after ten failures the delay doubles, then the right password works and clears the count", async () => {
    for (let failure = 0; failure < 10; failure++) expect((await wrong("hugo")).status).toBe(401);
    const waits: number[] = [];
    for (let round = 0; round < 4; round++) {
      const limited = await service.call("POST", "signin/", {
        body: { username: "hugo", password },
        ip: otherNetwork(),
      });
      expect(limited.status).toBe(429);
      waits.push(Number(limited.headers["retry-after"]));
      service.clock.advance(waits.at(-1) ?? 0);
      if (round < 3) expect((await wrong("hugo")).status).toBe(401);
    }
    expect(waits).toEqual([30, 60, 120, 240]);
    await signIn(service, "hugo");
    for (let failure = 0; failure < 10; failure++) expect((await wrong("hugo")).status).toBe(401);
  });

  test("R-05 unknown names have the same limit", async () => {
    for (let failure = 0; failure < 10; failure++) expect((await wrong("nobody")).status).toBe(401);
    expect((await wrong("nobody")).status).toBe(429);
  });

  test("R-07 one network has 30 failures in 10 minutes, whatever the form of its address; successes do not count", async () => {
    const members = ["2001:db8:1:2::1", "2001:DB8:1:2:ffff::9", "2001:0db8:0001:0002:0:0:0:7"];
    for (let round = 0; round < 5; round++) {
      const { status } = await service.call("POST", "signin/", {
        body: { username: "ines", password },
        ip: members[0] ?? "",
      });
      expect(status).toBe(200);
    }
    for (let failure = 0; failure < 30; failure++) {
      expect((await wrong(`guess-${failure}`, members[failure % 3])).status).toBe(401);
    }
    expect((await wrong("guess-x", members[1])).status).toBe(429);
    expect((await wrong("guess-x", "::ffff:203.0.113.5")).status).toBe(401);
  });

  test("R-07 40 people of one office sign in concurrently from one address on two instances", async () => {
    const people = Array.from({ length: 40 }, (_, index) => `colleague${index}`);
    await makeAccounts(service, ...people);
    const answers = await Promise.all(
      people.map((username, index) =>
        service.call("POST", "signin/", { body: { username, password }, ip: "192.0.2.40", instance: index % 2 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    // None of these sign-ins counts against a later wrong password.
    for (let failure = 0; failure < 30; failure++) {
      expect((await wrong(`mistyped-${failure}`, "192.0.2.40")).status).toBe(401);
    }
    expect((await wrong("mistyped-x", "192.0.2.40")).status).toBe(429);
  });

  test("R-07 of 100 concurrent wrong passwords from one address, each for a different name, 30 are checked", async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => wrong(`victim-${index}`, "192.0.2.41", index % 2)),
    );
    expect(evaluated).toBe(30);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429 || status === 503)).toHaveLength(70);
    expect((await wrong("victim-x", "192.0.2.41")).status).toBe(429);
    expect(evaluated).toBe(30);
  });

  test("R-07 right passwords among wrong ones do not give an attacker more tries", async () => {
    await makeAccounts(service, "mallory");
    const ip = "192.0.2.42";
    const own = () => service.call("POST", "signin/", { body: { username: "mallory", password }, ip });
    await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        index % 2 === 0 ? own() : wrong(`target-${index}`, ip, index % 4 > 1 ? 1 : 0),
      ),
    );
    for (let index = 0; index < 40; index++) await wrong(`later-${index}`, ip);
    const refusals = await service.database.kysely
      .selectFrom("security_events")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("kind", "=", "session.refused")
      .where("ip", "=", ip)
      .executeTakeFirstOrThrow();
    expect(Number(refusals.count)).toBe(30);
  });

  test("R-08 other spellings of the path get the same limit or no endpoint", async () => {
    for (let failure = 0; failure < 10; failure++) await wrong("pathological");
    const body = { username: "pathological", password: "wrong" };
    for (const path of [
      "signin",
      "signin/?x=1",
      "/api//1.1/signin/",
      "/api/1.1/./signin/",
      "/api/1.1/%73ignin/",
      "/API/1.1/signin/",
    ]) {
      const { status } = await service.call("POST", path, { body, ip: otherNetwork() });
      expect([429, 404]).toContain(status);
    }
    expect(evaluated).toBe(10);
  });
});

describe("refreshing concurrently", () => {
  test("R-15 20 refreshes of one token on two instances give one token pair and keep the person signed in", async () => {
    const { refresh } = await signIn(service, "ines");
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.call("POST", "refresh/", { body: { refresh_token: refresh }, instance: index % 2 }),
      ),
    );
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const pairs = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.token.refresh_token));
    expect(pairs.size).toBe(1);
    const access = answers.find(({ status }) => status === 200)?.body.token.access_token;
    expect((await service.post("user/", undefined, access)).status).toBe(200);
  });
});

describe("hashing", () => {
  test("R-09 a full queue answers 503 with retry-after, and the try does not count", async () => {
    const slow = passwordHasher({ atOnce: 1, waiting: 2 });
    const busy = await startAccounts({ passwords: slow });
    await makeAccounts(busy, "maria");
    let isFull = true;
    // Each of them asks again as soon as it has its hash, so that the queue has no free place between two events.
    const others = Array.from({ length: 8 }, async () => {
      while (isFull) await slow.hash(password).catch(() => setImmediate());
    });
    for (let round = 0; round < 12; round++) {
      const refused = await busy.call("POST", "signin/", { body: { username: "maria", password } });
      expect(refused.status).toBe(503);
      expect(refused.headers["retry-after"]).toBeDefined();
    }
    isFull = false;
    await Promise.all(others);
    for (let round = 0; round < 12; round++) await signIn(busy, "maria");
    await busy.close();
  });
});
