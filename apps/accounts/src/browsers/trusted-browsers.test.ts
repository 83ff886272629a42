import { afterAll, expect, test } from "vitest";
import { endWhatWasOpen } from "../after-restore.ts";
import { newBrowser, type TestBrowser } from "../testing/browser.ts";
import { makeAccounts, openSessions, outcomeOf, password, rowsOf } from "../testing/factories.ts";
import { heldPasswords } from "../testing/held-passwords.ts";
import { mailedToken } from "../testing/mails.ts";
import { codeNow, turnOnFactor } from "../testing/second-factor.ts";
import { type Answer, serviceCredential, startAccounts } from "../testing/test-accounts.ts";

const passwords = heldPasswords();
const service = await startAccounts({ instances: 2, passwords });
afterAll(() => service.close());
await makeAccounts(service, { username: "staff", is_staff: true });

const byStaff = async (path: string, body: object): Promise<Answer> => {
  const [token] = await openSessions(service, "staff");
  return service.post(`admin/accounts/${path}/`, { reason: "she asked", ...body }, token);
};
let networks = 0;
const newNetwork = (): string => `10.8.${++networks >> 8}.${networks & 255}`;
let people = 0;
const strong = "copper-kettle-91";

interface Owner {
  readonly name: string;
  readonly browser: TestBrowser;
  /** Token of the session that was opened with the code. */
  readonly access: string;
  readonly secret: string;
  readonly codes: readonly string[];
  readonly enter: (by?: TestBrowser, more?: object, instance?: number) => Promise<Answer>;
  readonly code: () => string;
}

/** Turns a second factor on in a session. A minute later its next code works. */
async function turnOn(access: string) {
  const factor = await turnOnFactor(service, access);
  service.clock.advance(60);
  return factor;
}

/** Creates a person with a factor who has signed in with a code from a browser that she trusts. */
async function owner(more: object = { trust_browser: true }, isStaff = false): Promise<Owner> {
  const name = `owner${++people}`;
  await makeAccounts(service, { username: name, is_staff: isStaff, password_hash: await passwords.hash(password) });
  const [first = ""] = await openSessions(service, name);
  const { secret, codes } = await turnOn(first);
  const browser = newBrowser(service, newNetwork());
  const enter: Owner["enter"] = (by = browser, sent = {}, instance = 0) =>
    by.post("signin/", { username: name, password, ...sent }, { instance });
  const code = (): string => codeNow(service, secret);
  const answer = await enter(browser, { otp: code(), ...more });
  expect(outcomeOf(answer)).toBe("200");
  return { name, browser, access: answer.body.token.access_token, secret, codes, enter, code };
}

test("KEY-05 a trusted browser skips the code, never the password, for 30 days and not a second longer", async () => {
  const { name, browser, enter, code } = await owner();
  expect(outcomeOf(await enter(browser, { password: "wrong" }))).toBe("401 1001");
  expect(outcomeOf(await enter(browser, { password: "" }))).toBe("401 1001");
  expect(outcomeOf(await enter(browser, {}, 1))).toBe("200");
  expect(await rowsOf(service, name, "sessions", "amr")).toContainEqual({ amr: ["pwd", "tb"] });
  service.clock.advance(30 * 86_400 - 60);
  expect(outcomeOf(await enter())).toBe("200");
  service.clock.advance(60);
  expect(outcomeOf(await enter())).toBe("401 1005");
  expect(outcomeOf(await enter(browser, { otp: code() }))).toBe("200");
  expect(outcomeOf(await enter())).toBe("401 1005");
});

test("KEY-05 no browser is trusted without a request and a correct code", async () => {
  const { browser, enter, code } = await owner({});
  expect(outcomeOf(await enter())).toBe("401 1005");
  expect((await enter()).body.trust_days).toBe(30);
  expect(outcomeOf(await enter(browser, { trust_browser: true, otp: "000000" }))).toBe("401 1005");
  expect(outcomeOf(await enter(browser, { trust_browser: true }))).toBe("401 1005");
  service.clock.advance(30);
  expect(outcomeOf(await enter(browser, { trust_browser: false, otp: code() }))).toBe("200");
  expect(outcomeOf(await enter())).toBe("401 1005");
});

test("KEY-05 asking for trust without a second factor has no effect on a factor that is turned on later", async () => {
  const name = `owner${++people}`;
  await makeAccounts(service, { username: name, password_hash: await passwords.hash(password) });
  const browser = newBrowser(service, newNetwork());
  const signIn = () => browser.post("signin/", { username: name, password, trust_browser: true });
  const { body } = await signIn();
  await turnOn(body.token.access_token);
  expect(outcomeOf(await signIn())).toBe("401 1005");
});

test("KEY-05 trust is for one account in one browser: another browser or another account does not have it", async () => {
  const [one, two] = [await owner(), await owner({})];
  expect(outcomeOf(await one.enter(newBrowser(service, newNetwork())))).toBe("401 1005");
  expect(outcomeOf(await two.enter(one.browser))).toBe("401 1005");
  // The cookie of one account in the other's slot.
  const [[cookie = "", secret = ""] = []] = one.browser.cookies;
  two.browser.cookies.set(cookie, secret);
  expect(outcomeOf(await two.enter())).toBe("401 1005");
  two.browser.cookies.set(cookie, `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`);
  expect(outcomeOf(await one.enter(two.browser))).toBe("401 1005");
});

const endings: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  "a change of password": async ({ access }) => {
    const body = { old_password: password, new_password: strong, new_password_2: strong };
    const changed = await service.post("user/", body, access);
    expect(outcomeOf(changed)).toBe("200");
    // Changes the password back, so that the test can type the same one.
    const back = { old_password: strong, new_password: password, new_password_2: password };
    return service.post("user/", back, access);
  },
  "a reset of the password": async ({ name }) => {
    await service.post("password_reset/", { email_address: `${name}@example.com` });
    const token = await mailedToken(service, `${name}@example.com`);
    const body = { token, new_password: password, new_password_2: password };
    return service.post("password_reset/confirm/", body);
  },
  "a factor that is turned off and on again": async ({ access, codes }) => {
    const off = await service.call("DELETE", "user/second_factor/", {
      token: access,
      body: { password, otp: codes[0] },
    });
    expect(outcomeOf(off)).toBe("200");
    await turnOn(access);
    return off;
  },
  "a recovery code that is used elsewhere": ({ codes, enter }) =>
    enter(newBrowser(service, newNetwork()), { otp: codes[1] }),
  "the end of all other sessions, from that very browser": ({ access }) =>
    service.call("DELETE", "user/sessions/", { token: access }),
  "a confirmed change of address": async ({ name, access }) => {
    await service.post("user/", { new_email_address: `moved-${name}@example.com`, password }, access);
    return service.post("user/confirm_email/", { token: await mailedToken(service, `moved-${name}@example.com`) });
  },
  "staff who end the sessions": ({ name }) => byStaff(`${name}/end_sessions`, {}),
  "staff who close the account and open it again": async ({ name }) => {
    expect(outcomeOf(await byStaff(`${name}/state`, { account_state: 300 }))).toBe("200");
    return byStaff(`${name}/state`, { account_state: 100 });
  },
  "its owner's closing of the account, from which she comes back": async ({ name, access }) => {
    const closed = await service.post("user/close/", { account_name: name, password }, access);
    expect(outcomeOf(closed)).toBe("200");
    return service.post("user/come_back/", { token: await mailedToken(service, `${name}@example.com`) });
  },
  "a restore from a backup": async () => {
    await endWhatWasOpen(service.database.kysely, service.clock.now());
    return { status: 200 };
  },
};

test.each(Object.entries(endings))("KEY-05 trust ends with %s", async (_what, end) => {
  const someone = await owner();
  expect(outcomeOf(await someone.enter())).toBe("200");
  expect(outcomeOf((await end(someone)) as Answer)).toBe("200");
  expect(await rowsOf(service, someone.name, "browsers", "", "and trusted_until is not null")).toEqual([]);
  expect(outcomeOf(await someone.enter())).toBe("401 1005");
});

test("KEY-05 trust in the database is valid only for the credential version that it was given for", async () => {
  const { name, enter } = await owner();
  await service.database.pool.query(
    "update accounts set credential_version = credential_version + 1 where username = $1",
    [name],
  );
  expect(outcomeOf(await enter())).toBe("401 1005");
});

test.each([
  [
    "the end of all sessions",
    (path: Owner) => service.call("DELETE", "user/sessions/", { token: path.access, instance: 1 }),
  ],
  [
    "the end of the trust",
    async ({ access }: Owner) => {
      const { body } = await service.get("user/sessions/", access);
      const browser = body.sessions[0].trust.browser;
      return service.call("DELETE", `user/browsers/${browser}/trust/`, { token: access, instance: 1 });
    },
  ],
])(
  "KEY-05 concurrent sign-ins on another instance cannot use the trust after %s was acknowledged",
  async (_what, end) => {
    const someone = await owner();
    const held = passwords.hold();
    const signIns = Array.from({ length: 6 }, () => someone.enter());
    await held.checked(6);
    expect(outcomeOf(await end(someone))).toBe("200");
    held.letGo();
    expect((await Promise.all(signIns)).map(outcomeOf)).toEqual(signIns.map(() => "401 1005"));
  },
);

test("KEY-05 the list shows until when a browser is trusted, also without a session; only its owner can end that", async () => {
  const { name, browser, access, enter, code } = await owner();
  const stranger = await owner();
  const until = (await service.get("user/sessions/", access)).body.sessions[0].trust.until;
  // Setting up the second account's factor takes a minute on the test clock.
  expect(Date.parse(until) - service.clock.now().getTime()).toBe(30 * 86_400_000 - 60_000);
  const again = (await enter()).body.token.access_token;
  expect(outcomeOf(await browser.call("GET", "signout/", { token: again }))).toBe("200");
  await service.call("GET", "signout/", { token: access });
  const elsewhere = await enter(newBrowser(service, newNetwork()), { otp: code() });
  const token = elsewhere.body.token.access_token;
  const list = async () => (await service.get("user/sessions/", token)).body;
  const { sessions, trusted_browsers: trusted } = await list();
  expect(sessions.map(({ trust }: { trust: unknown }) => trust)).toEqual([null, null]);
  expect(trusted).toEqual([expect.objectContaining({ until, ip: expect.stringMatching(/^10\.8\./) })]);
  const path = `user/browsers/${trusted[0].id}/trust/`;
  expect(outcomeOf(await service.call("DELETE", path, { token: stranger.access }))).toBe("404 2004");
  expect((await service.call("DELETE", path)).status).toBe(401);
  expect(outcomeOf(await service.call("DELETE", path, { token }))).toBe("200");
  expect(outcomeOf(await service.call("DELETE", path, { token }))).toBe("404 2004");
  expect((await list()).trusted_browsers).toEqual([]);
  expect(outcomeOf(await enter())).toBe("401 1005");
  const aboutTrust = "and (kind like 'browser.%' or details ? 'browser') order by security_events.id";
  expect(await rowsOf(service, name, "security_events", "kind, details ->> 'browser' as browser", aboutTrust)).toEqual([
    { kind: "browser.trusted", browser: null },
    { kind: "session.opened", browser: "trusted" },
    { kind: "browser.trust_ended", browser: null },
  ]);
});

test("KEY-05 ending a session ends the trust in its browser", async () => {
  const { access, enter, code } = await owner();
  service.clock.advance(30);
  const elsewhere = await enter(newBrowser(service, newNetwork()), { otp: code() });
  const token = elsewhere.body.token.access_token;
  const { sessions } = (await service.get("user/sessions/", token)).body;
  const { id } = sessions.find(({ trust }: { trust: unknown }) => trust !== null);
  expect(outcomeOf(await service.call("DELETE", `user/sessions/${id}/`, { token }))).toBe("200");
  expect((await service.post("user/", undefined, access)).status).toBe(401);
  expect(outcomeOf(await enter())).toBe("401 1005");
});

test("KEY-05 R-12 staff need a code at each sign-in, and their browsers are never trusted", async () => {
  const { browser, enter } = await owner({ trust_browser: true }, true);
  const refused = await enter();
  expect([outcomeOf(refused), refused.body.trust_days]).toEqual(["401 1005", undefined]);
  // This holds even if the database says otherwise.
  await service.database.pool.query(
    `update browsers set trusted_until = now() + interval '9 days', trusted_version = credential_version
     from accounts where accounts.id = account_id and username = $1`,
    [`owner${people}`],
  );
  expect(outcomeOf(await enter(browser))).toBe("401 1005");
});

test("KEY-05 R-12 a session opened by trust has no staff rights when its owner becomes staff", async () => {
  const { name, enter } = await owner();
  const token = (await enter()).body.token.access_token;
  await service.database.pool.query(
    "update accounts set is_staff = true, staff_rights = '{read,admin}' where username = $1",
    [name],
  );
  const { body } = await service.post("internal/introspect/", { token }, serviceCredential);
  expect([body.active ?? true, body.is_staff]).toEqual([true, false]);
});

test("KEY-05 a program without cookies needs a code at each sign-in", async () => {
  const { name, code } = await owner();
  const signIn = (more: object) =>
    service.call("POST", "signin/", { body: { username: name, password, ...more }, ip: newNetwork() });
  service.clock.advance(30);
  expect(outcomeOf(await signIn({}))).toBe("401 1005");
  expect(outcomeOf(await signIn({ otp: code() }))).toBe("200");
  expect(outcomeOf(await signIn({}))).toBe("401 1005");
});
