import { afterAll, expect, test } from "vitest";
import { cookieLines, newBrowser, type TestBrowser } from "../testing/browser.ts";
import { cheapPasswords } from "../testing/cheap-passwords.ts";
import { newPerson, outcomeOf, password, rowsOf, signIn } from "../testing/factories.ts";
import { mailedToken } from "../testing/mails.ts";
import { type Answer, serviceCredential, startAccounts } from "../testing/test-accounts.ts";

let checked: (string | null)[] = [];
const hasher = cheapPasswords();
const verify: typeof hasher.verify = (stored, typed) => {
  checked.push(stored);
  return hasher.verify(stored, typed);
};
const service = await startAccounts({ instances: 2, passwords: { ...hasher, verify } });
afterAll(() => service.close());

let networks = 0;
const newNetwork = (): string => `10.7.${++networks >> 8}.${networks & 255}`;
const newName = async (): Promise<string> => (await newPerson(service)).name;
const strong = "copper-kettle-91";
const enter = (browser: TestBrowser, username: string, typed = password, instance = 0): Promise<Answer> =>
  browser.post("signin/", { username, password: typed }, { instance });

/** Sends wrong passwords from unknown browsers until the account is locked for them. */
async function lock(username: string): Promise<void> {
  for (let guess = 0; guess < 10; guess++) {
    const stranger = newBrowser(service, newNetwork());
    expect(outcomeOf(await enter(stranger, username, "wrong", guess % 2))).toBe("401 1001");
  }
  expect(outcomeOf(await enter(newBrowser(service, newNetwork()), username))).toBe("429 1003");
}

async function browserOf(username: string, ip = newNetwork()): Promise<TestBrowser> {
  const browser = newBrowser(service, ip);
  expect(outcomeOf(await enter(browser, username))).toBe("200");
  return browser;
}

test("KEY-06 R-53 a sign-in sets one cookie without information, unreadable for scripts, other sites and hosts", async () => {
  const name = await newName();
  const answer = await enter(newBrowser(service, newNetwork()), name);
  const [line = "", ...more] = cookieLines(answer);
  expect(more).toEqual([]);
  expect(line).toMatch(
    /^__Host-foyer-browser-0=br_[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect(line).not.toContain(name);
  const { rows } = await service.database.pool.query<{ text: string }>("select browsers::text as text from browsers");
  for (const { text } of rows) expect(text, "kept as a hash").not.toContain(/=(br_[^;]+)/.exec(line)?.[1]);
});

test("KEY-06 wrong passwords of strangers lock an account for all but its known browsers, on both instances", async () => {
  const name = await newName();
  const browser = await browserOf(name);
  await lock(name);
  for (let round = 0; round < 3; round++) {
    expect(outcomeOf(await enter(browser, name, "mistyped", round % 2))).toBe("401 1001");
    expect(outcomeOf(await enter(browser, name, password, round % 2))).toBe("200");
  }
  // The success does not unlock the account for strangers.
  expect(outcomeOf(await enter(newBrowser(service, newNetwork()), name))).toBe("429 1003");
});

test("KEY-06 failures from its own network do not lock a known browser out", async () => {
  const ip = newNetwork();
  const [mine, other] = [await newName(), await newName()];
  const browser = await browserOf(mine, ip);
  for (let guess = 0; guess < 30; guess++) {
    expect((await service.call("POST", "signin/", { body: { username: `no${guess}`, password }, ip })).status).toBe(
      401,
    );
  }
  expect(outcomeOf(await enter(newBrowser(service, ip), other))).toBe("429 1003");
  expect(outcomeOf(await enter(browser, mine))).toBe("200");
});

test("KEY-06 R-06 a known browser has ten tries of its own, also of 60 on two instances, and locks no one else", async () => {
  const name = await newName();
  const browser = await browserOf(name);
  checked = [];
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => enter(browser, name, "wrong", index % 2)));
  expect(answers.map(outcomeOf).toSorted()).toEqual([...Array(10).fill("401 1001"), ...Array(50).fill("429 1003")]);
  // A refused try checks no password.
  const { rows } = await service.database.pool.query("select password_hash from accounts where username = $1", [name]);
  expect(checked.filter((stored) => stored === rows[0]?.password_hash)).toHaveLength(10);
  expect(outcomeOf(await enter(browser, name))).toBe("429 1003");
  expect(outcomeOf(await enter(newBrowser(service, newNetwork()), name))).toBe("200");
  service.clock.advance(30);
  expect(outcomeOf(await enter(browser, name))).toBe("200");
});

test("KEY-06 R-05 after a hundred consecutive failures a known browser is locked for a day", async () => {
  const name = await newName();
  const browser = await browserOf(name);
  for (let failure = 0; failure < 100; failure++) {
    expect(outcomeOf(await enter(browser, name, "wrong"))).toBe("401 1001");
    service.clock.advance(failure < 9 || failure === 99 ? 0 : 901);
  }
  const limited = await enter(browser, name);
  expect(outcomeOf(limited)).toBe("429 1003");
  expect(Number(limited.headers["retry-after"])).toBeGreaterThan(23 * 3_600);
  // The account's own count does not include them.
  await signIn(service, name);
});

test("KEY-06 another account's cookie, a changed one, one under another slot's name and one without a secret are ignored", async () => {
  const [name, other] = [await newName(), await newName()];
  const browser = await browserOf(name);
  const [[cookie = "", secret = ""] = []] = browser.cookies;
  await lock(other);
  expect(outcomeOf(await enter(browser, other))).toBe("429 1003");
  await lock(name);
  const last = secret.endsWith("A") ? "B" : "A";
  for (const sent of [
    `${cookie}=${secret.slice(0, -1)}${last}`,
    `${cookie}=${secret.slice(0, -1)}`,
    `${cookie}=${secret}x`,
    `foyer-browser-0=${secret}`,
    `__Host-foyer-browser-9=${secret}`,
    `${cookie}='; drop table browsers; --`,
    `${cookie}=%00`,
    `${cookie}`,
    `${cookie}=`,
    "=;=;;",
  ]) {
    const answer = await service.call("POST", "signin/", {
      body: { username: name, password },
      ip: newNetwork(),
      headers: { cookie: sent },
    });
    expect([sent, outcomeOf(answer)]).toEqual([sent, "429 1003"]);
  }
  expect(outcomeOf(await enter(browser, name))).toBe("200");
});

test("KEY-06 a browser is known to five accounts, and the sixth replaces the one that is unused longest", async () => {
  const browser = newBrowser(service, newNetwork());
  const names: string[] = [];
  for (let count = 0; count < 5; count++) {
    names.push(await newName());
    await enter(browser, names[count] ?? "");
    service.clock.advance(1);
  }
  expect(browser.cookies.size).toBe(5);
  // The first account signs in again, so it is no longer the longest unused.
  const before = new Map(browser.cookies);
  await enter(browser, names[0] ?? "");
  expect(browser.cookies).toEqual(before);
  service.clock.advance(1);
  names.push(await newName());
  await enter(browser, names[5] ?? "");
  expect(browser.cookies.size).toBe(5);
  const known: boolean[] = [];
  for (const name of names) {
    await lock(name);
    known.push((await enter(browser, name)).status === 200);
  }
  expect(known).toEqual([true, false, true, true, true, true]);
});

test("KEY-06 of ten cookies only five are read", async () => {
  const name = await newName();
  const browser = await browserOf(name);
  const [[, secret = ""] = []] = browser.cookies;
  await lock(name);
  const noise = Array.from({ length: 10 }, (_, slot) => `__Host-foyer-browser-${slot}=br_${"x".repeat(43)}`);
  const ask = (cookies: readonly string[]) =>
    service.call("POST", "signin/", {
      body: { username: name, password },
      ip: newNetwork(),
      headers: { cookie: cookies.join("; ") },
    });
  const answer = await ask(noise.with(4, `__Host-foyer-browser-4=${secret}`));
  expect(outcomeOf(answer)).toBe("200");
  expect(cookieLines(answer).map((line) => line.split(";")[0])).toEqual([`__Host-foyer-browser-4=${secret}`]);
  expect(outcomeOf(await ask(noise.with(7, `__Host-foyer-browser-7=${secret}`)))).toBe("429 1003");
});

test.each([
  [{ "sec-fetch-site": "cross-site" }],
  [{ "sec-fetch-site": "same-site", origin: "https://portal.example.com" }],
  [{ "sec-fetch-site": "", origin: "https://evil.example" }],
])("KEY-06 R-53 a sign-in sent by another site's page, %j, reads and sets no cookie", async (foreign) => {
  const name = await newName();
  const browser = await browserOf(name);
  await lock(name);
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  const headers = { ...foreign, cookie };
  const ip = newNetwork();
  const refused = await service.call("POST", "signin/", { body: { username: name, password }, headers, ip });
  expect(outcomeOf(refused)).toBe("429 1003");
  service.clock.advance(86_400);
  const answer = await service.call("POST", "signin/", { body: { username: name, password }, headers, ip });
  expect([outcomeOf(answer), cookieLines(answer)]).toEqual(["200", []]);
});

test("KEY-06 a browser that sends only the origin is checked by it", async () => {
  const name = await newName();
  const own = { origin: "https://portal.example.com" };
  const answer = await service.call("POST", "signin/", { body: { username: name, password }, headers: own });
  expect(cookieLines(answer)).toHaveLength(1);
  const headers = { origin: "https://evil.example" };
  const foreign = await service.call("POST", "signin/", { body: { username: name, password }, headers });
  expect([outcomeOf(foreign), cookieLines(foreign)]).toEqual(["200", []]);
});

test("KEY-06 a refused sign-in and a replayed one set no cookie", async () => {
  const name = await newName();
  expect(cookieLines(await enter(newBrowser(service, newNetwork()), name, "wrong"))).toEqual([]);
  const repeat = () =>
    service.call("POST", "signin/", {
      body: { username: name, password },
      headers: { "idempotency-key": "one-sign-in" },
      ip: "10.99.0.1",
    });
  expect([cookieLines(await repeat()).length, cookieLines(await repeat()).length]).toEqual([1, 0]);
});

test("KEY-06 ten concurrent sign-ins from one browser, on two instances, create one browser", async () => {
  const name = await newName();
  const browser = await browserOf(name);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => enter(browser, name, password, index % 2)),
  );
  expect(answers.map(outcomeOf)).toEqual(answers.map(() => "200"));
  expect(await rowsOf(service, name, "browsers")).toHaveLength(1);
});

test("KEY-06 of 30 sign-ins without cookies 20 browsers remain in the list; one that signs in again stays longest", async () => {
  const name = await newName();
  const browser = await browserOf(name);
  service.clock.advance(1);
  await enter(browser, name);
  for (let count = 0; count < 30; count++) {
    service.clock.advance(1);
    await signIn(service, name, count % 2);
  }
  expect(await rowsOf(service, name, "browsers")).toHaveLength(20);
  expect(await rowsOf(service, name, "browsers", "", "and last_seen_at > first_seen_at")).toHaveLength(1);
});

test("KEY-06 strangers cannot lock the proof of a signed-in person, for either service, or the way back (FAULT-25)", async () => {
  const name = await newName();
  const browser = newBrowser(service, newNetwork());
  const token = (await enter(browser, name)).body.token.access_token;
  const { userinfo } = (await service.post("user/", {}, token)).body;
  const [session = { id: "" }] = (await service.get("user/sessions/", token)).body.sessions;
  /** Asks as the purchase service does, which forwards no cookie. */
  const prove = (typed: string, instance = 0) => {
    const body = { sub: userinfo.id, session_id: session.id, password: typed, ip: "203.0.113.9" };
    return service.call("POST", "internal/proof/", { token: serviceCredential, body, instance });
  };
  await lock(name);
  expect(outcomeOf(await browser.post("user/proof/", { password }, { token }))).toBe("200");
  expect(outcomeOf(await prove(password))).toBe("200");
  // Wrong passwords in the session use its own tries, in both services together, and nobody else's.
  const wrong = Array.from({ length: 24 }, (_, guess) =>
    guess % 2 ? prove("wrong", 1) : browser.post("user/proof/", { password: "wrong" }, { token }),
  );
  const outcomes = (await Promise.all(wrong)).map(outcomeOf);
  expect(outcomes.filter((one) => one === "422 3022")).toHaveLength(10);
  expect(outcomeOf(await prove(password))).toBe("429 1003");
  expect(outcomeOf(await enter(browser, name))).toBe("200");
  const asked = { username: name, password };
  expect(outcomeOf(await browser.post("user/come_back/request/", asked))).toBe("422 4000");
  expect(outcomeOf(await newBrowser(service, newNetwork()).post("user/come_back/request/", asked))).toBe("429 1003");
});

test("KEY-06 a new password makes the other browsers unknown, and a reset makes all of them unknown", async () => {
  const name = await newName();
  const [own, other] = [await browserOf(name), await browserOf(name)];
  const token = (await enter(own, name)).body.token.access_token;
  const change = { old_password: password, new_password: strong, new_password_2: strong };
  expect(outcomeOf(await own.post("user/", change, { token }))).toBe("200");
  await lock(name);
  expect(outcomeOf(await enter(other, name, strong))).toBe("429 1003");
  expect(outcomeOf(await enter(own, name, strong))).toBe("200");
  await service.post("password_reset/", { email_address: `${name}@example.com` });
  const link = await mailedToken(service, `${name}@example.com`);
  const reset = { token: link, new_password: password, new_password_2: password };
  expect(outcomeOf(await service.post("password_reset/confirm/", reset))).toBe("200");
  await lock(name);
  expect(outcomeOf(await enter(own, name))).toBe("429 1003");
});

test("KEY-06 a browser unused for half a year is unknown, and its row is deleted", async () => {
  const name = await newName();
  const browser = await browserOf(name);
  service.clock.advance(180 * 86_400 + 1);
  await lock(name);
  expect(outcomeOf(await enter(browser, name))).toBe("429 1003");
  await service.sweep("prune-sessions");
  const { rows } = await service.database.pool.query("select from browsers where last_seen_at < $1", [
    new Date(service.clock.now().getTime() - 180 * 86_400_000),
  ]);
  expect(rows).toHaveLength(0);
});
