import { afterAll, describe, expect, test } from "vitest";
import { lifetimes } from "../lifetimes.ts";
import { cheapPasswords } from "../testing/cheap-passwords.ts";
import { makeAccounts, openSessions, outcomeOf, password, rowsOf } from "../testing/factories.ts";
import { addPasskey, addressOf, proveWith, signInWith } from "../testing/passkeys.ts";
import {
  type SoftwareAuthenticator,
  softwareAuthenticator,
  type Overrides,
} from "../testing/software-authenticator.ts";
import { turnOnFactor } from "../testing/second-factor.ts";
import { portal, serviceCredential, startAccounts } from "../testing/test-accounts.ts";

let made = 0;
// Sandbox mode is off, so staff rights need more than a password.
const service = await startAccounts({ instances: 2, sandbox: false, passwords: cheapPasswords() });
afterAll(() => service.close());

interface Holder {
  readonly username: string;
  readonly token: string;
  readonly device: SoftwareAuthenticator & { readonly id: string };
}

async function holder({ counts = true, staff = false } = {}): Promise<Holder> {
  const username = `pass${made++}`;
  await makeAccounts(service, { username, is_staff: staff });
  if (staff) {
    await service.database.pool.query("update accounts set staff_rights = '{admin}' where username = $1", [username]);
  }
  const [token = ""] = await openSessions(service, username);
  return { username, token, device: await addPasskey(service, token, { counts }) };
}

async function start(): Promise<{ challenge_token: string; options: { challenge: string } }> {
  return (await service.post("signin/passkey/options/", {})).body;
}

/** Sends a sign-in with altered data of the browser or the authenticator. */
async function tell(device: SoftwareAuthenticator, overrides: Overrides): Promise<string> {
  const { challenge_token, options } = await start();
  return answered(device, { challenge_token, credential: device.sign(options, overrides) });
}

const answered = async (device: SoftwareAuthenticator, body: unknown): Promise<string> =>
  outcomeOf(await service.call("POST", "signin/passkey/", { body, ip: addressOf(device) }));

async function eventsOf(username: string, kind: string): Promise<Record<string, unknown>[]> {
  const ofKind = `and kind = '${kind}' order by security_events.id`;
  const rows = await rowsOf<{ details: Record<string, unknown> }>(
    service,
    username,
    "security_events",
    "details",
    ofKind,
  );
  return rows.map(({ details }) => details);
}

describe("signing in with a passkey", () => {
  test("KEY-02 opens a session without a password and without a code, even if the account has a second factor", async () => {
    const { username, token, device } = await holder();
    await turnOnFactor(service, token);
    const { status, body } = await signInWith(service, device, 1);
    expect([status, body.userinfo.username, body.userinfo.second_factor]).toEqual([200, username, true]);
    expect(outcomeOf(await service.post("user/", {}, body.token.access_token))).toBe("200");
    const byPasskey = "and 'hwk' = any(amr)";
    expect(await rowsOf(service, username, "sessions", "amr, passkey_id, proved_at", byPasskey)).toEqual([
      { amr: ["hwk"], passkey_id: device.id, proved_at: service.clock.now() },
    ]);
    expect(await eventsOf(username, "session.opened")).toMatchObject([{ amr: ["hwk"] }]);
    const listed = (await service.get("user/passkeys/", body.token.access_token)).body.passkeys;
    expect(listed).toMatchObject([{ last_used: `${service.clock.now().toISOString().slice(0, 19)}Z` }]);
  });

  test("KEY-02 an unknown passkey is refused as unknown", async () => {
    const { body } = await service.post("signin/passkey/options/", {});
    const credential = softwareAuthenticator(portal).sign(body.options);
    const answer = await service.post("signin/passkey/", { challenge_token: body.challenge_token, credential });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      401,
      1020,
      "We do not know this passkey. Sign in with your account name and password instead.",
    ]);
  });

  test("KEY-03 KEY-08 after “This was not me” no passkey of the account signs in, and its browsers are unknown", async () => {
    const { username, device } = await holder();
    const session = (await signInWith(service, device)).body.token.access_token;
    const { events } = (await service.get("user/events/", session)).body;
    const added = events.find(({ kind }: { kind: string }) => kind === "passkey.added");
    expect(outcomeOf(await service.post(`user/events/${added.id}/not_me/`, {}, session))).toBe("200");
    expect(outcomeOf(await signInWith(service, device))).toBe("401 1020");
    expect(await rowsOf(service, username, "browsers", "", "and secret_hash is not null")).toEqual([]);
  });

  test("KEY-02 only the holder of its passkey learns that an account is closed", async () => {
    const { username, device } = await holder();
    await service.database.pool.query("update accounts set state = 300 where username = $1", [username]);
    expect(outcomeOf(await signInWith(service, device))).toBe("403 1004");
    expect(await tell(device, { forged: true })).toBe("422 1021");
  });

  test("KEY-02 failures count against the network, as wrong passwords do", async () => {
    const { device } = await holder();
    const ip = "198.51.100.77";
    const codes = new Set<string>();
    for (let tries = 0; tries < 31; tries += 1) {
      const { challenge_token } = await start();
      const credential = device.sign({ challenge: "bm90IGl0" });
      codes.add(
        outcomeOf(await service.call("POST", "signin/passkey/", { body: { challenge_token, credential }, ip })),
      );
    }
    expect([...codes]).toEqual(["410 1022", "429 1003"]);
    const typed = await service.call("POST", "signin/", { body: { username: "nobody", password: "x" }, ip });
    expect(outcomeOf(typed)).toBe("429 1003");
  });
});

describe("what is refused", () => {
  test.each<[string, Overrides]>([
    ["origin", { origin: "http://portal.example.com" }],
    ["origin", { origin: "https://evil.example" }],
    ["relying_party", { rpId: "evil.example" }],
    ["user_verification", { verified: false }],
    ["signature", { forged: true }],
    ["owner", { userHandle: Buffer.from("acc_somebody").toString("base64url") }],
  ])("KEY-03 a wrong %s is refused and recorded: %j", async (reason, overrides) => {
    const { username, device } = await holder();
    expect(await tell(device, overrides)).toBe("422 1021");
    expect(await eventsOf(username, "passkey.refused")).toEqual([{ purpose: "sign_in", reason }]);
    expect(await eventsOf(username, "session.opened")).toEqual([]);
    expect(outcomeOf(await signInWith(service, device))).toBe("200");
  });

  test("KEY-03 a sign count that falls or repeats is refused and recorded; one that is always zero is accepted", async () => {
    const { username, device } = await holder();
    expect(await tell(device, { count: 7 })).toBe("200");
    expect([
      await tell(device, { count: 7 }),
      await tell(device, { count: 6 }),
      await tell(device, { count: 0 }),
    ]).toEqual(Array<string>(3).fill("422 1021"));
    expect(await eventsOf(username, "passkey.refused")).toEqual(
      Array.from({ length: 3 }, () => ({ purpose: "sign_in", reason: "sign_count" })),
    );
    expect(await tell(device, { count: 8 })).toBe("200");
    const silent = await holder({ counts: false });
    expect([await tell(silent.device, {}), await tell(silent.device, {})]).toEqual(["200", "200"]);
  });

  test("KEY-03 of two copies of an authenticator with one count only one signs in", async () => {
    const { device } = await holder();
    const started = await Promise.all([start(), start()]);
    const answers = await Promise.all(
      started.map(({ challenge_token, options }, instance) =>
        service.call("POST", "signin/passkey/", {
          body: { challenge_token, credential: device.sign(options, { count: 40 }) },
          instance,
          ip: addressOf(device),
        }),
      ),
    );
    expect(answers.map(outcomeOf).toSorted()).toEqual(["200", "422 1021"]);
  });

  test("KEY-03 a challenge that is made up, expired, of another holder or of another purpose is refused", async () => {
    const { token, device } = await holder();
    const dead = "410 1022";
    expect(await tell(device, { challenge: Buffer.from("made up").toString("base64url") })).toBe(dead);
    const [one, other] = [await start(), await start()];
    const mixed = { challenge_token: other.challenge_token, credential: device.sign(one.options) };
    expect(await answered(device, mixed)).toBe(dead);
    const { options } = (await service.post("user/proof/passkey/options/", {}, token)).body;
    const proof = { challenge_token: one.challenge_token, credential: device.sign(options) };
    expect(await answered(device, proof)).toBe(dead);
    const signing = { credential: device.sign(one.options) };
    expect(outcomeOf(await service.post("user/proof/passkey/", signing, token))).toBe(dead);
    service.clock.advance(lifetimes.passkeyChallenge);
    const late = { challenge_token: one.challenge_token, credential: device.sign(one.options) };
    expect(await answered(device, late)).toBe(dead);
    const { rows } = await service.database.pool.query(
      "select from security_events where kind = 'passkey.refused' and details ->> 'reason' = 'challenge'",
    );
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });

  test("KEY-03 20 concurrent uses of one challenge on two instances open one session", async () => {
    const { username, device } = await holder({ counts: false });
    const { challenge_token, options } = await start();
    const body = { challenge_token, credential: device.sign(options) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        service.call("POST", "signin/passkey/", { body, instance: index % 2, ip: addressOf(device) }),
      ),
    );
    const codes = answers.map(outcomeOf).toSorted();
    expect(codes).toEqual(["200", ...Array<string>(19).fill("410 1022")]);
    expect(await eventsOf(username, "session.opened")).toHaveLength(1);
  });

  test("KEY-03 malformed bodies are refused without a fault", async () => {
    const { device } = await holder();
    const { challenge_token, options } = await start();
    const good = device.sign(options);
    const bodies: unknown[] = [
      {},
      { challenge_token, credential: null },
      { challenge_token, credential: { ...good, id: "+/=" } },
      { challenge_token, credential: { ...good, type: "password" } },
      { challenge_token, credential: { ...good, response: { ...good.response, signature: "x".repeat(3_000) } } },
      { challenge_token: "x".repeat(101), credential: good },
    ];
    for (const body of bodies) expect(await answered(device, body)).toBe("422 4000");
    for (const clientDataJSON of ["bnVsbA", "e30", "W10", "_w"]) {
      const credential = { ...good, response: { ...good.response, clientDataJSON } };
      expect(await answered(device, { challenge_token, credential })).toBe("410 1022");
    }
    for (const response of [{ authenticatorData: "AA" }, { signature: "AA" }, { authenticatorData: "A" }]) {
      const asked = await start();
      const signed = device.sign(asked.options);
      const credential = { ...signed, response: { ...signed.response, ...response } };
      const answer = await answered(device, { challenge_token: asked.challenge_token, credential });
      expect(answer).toBe("422 1021");
    }
  });
});

describe("staff", () => {
  const ask = async (token: string): Promise<string> => outcomeOf(await service.get("admin/acts/", token));
  const reason = "ticket 7";

  test("KEY-04 staff work with a passkey in place of password and code, within the limits of staff", async () => {
    const { token, device } = await holder({ staff: true });
    expect(await ask(token)).toBe("404 2004");
    expect((await service.post("user/", {}, token)).body.userinfo).toMatchObject({ sign_in_again: true });
    const { body } = await signInWith(service, device);
    const { access_token: own, refresh_token: refresh, refresh_expires_in: idle } = body.token;
    expect([idle, await ask(own)]).toEqual([lifetimes.staffIdle, "200"]);
    expect((await service.post("user/", {}, own)).body.userinfo).not.toHaveProperty("sign_in_again");
    const introspected = await service.post("internal/introspect/", { token: own }, serviceCredential);
    expect(introspected.body).toMatchObject({ active: true, is_staff: true, staff_rights: ["admin"] });
    const refreshed = (await service.post("refresh/", { refresh_token: refresh })).body;
    expect(refreshed.userinfo).not.toHaveProperty("sign_in_again");
    expect(await ask(refreshed.token.access_token)).toBe("200");
  });

  test("KEY-04 a repair that needs a proof accepts one by passkey, and so does the purchase service", async () => {
    const staff = await holder({ staff: true });
    const { username } = await holder();
    const signed = (await signInWith(service, staff.device)).body;
    const token: string = signed.token.access_token;
    service.clock.advance(301);
    const repair = async (): Promise<string> =>
      outcomeOf(await service.post(`admin/accounts/${username}/remove_second_factor/`, { reason }, token));
    const [session] = await rowsOf<object>(
      service,
      staff.username,
      "sessions",
      "account_id as sub, sessions.id as session_id",
      "and 'hwk' = any(amr)",
    );
    const asked = { ...session, ip: "192.0.2.1" };
    const elsewhere = async (): Promise<string> =>
      outcomeOf(await service.post("internal/proof/", asked, serviceCredential));
    expect([await repair(), await elsewhere()]).toEqual(["403 2002", "403 2002"]);
    expect(outcomeOf(await proveWith(service, staff.device, token))).toBe("200");
    expect([await elsewhere(), await repair()]).toEqual(["200", "200"]);
  });

  test("KEY-04 turning a second factor off for a customer removes her passkeys, and the answer says so", async () => {
    const staff = await holder({ staff: true });
    const { username, device } = await holder();
    const opened: string = (await signInWith(service, device)).body.token.access_token;
    const token: string = (await signInWith(service, staff.device)).body.token.access_token;
    const path = `admin/accounts/${username}/remove_second_factor/`;
    const preview = (await service.post(path, { reason, preview: true }, token)).body;
    expect([preview.before, preview.after]).toMatchObject([{ passkeys: 1 }, { passkeys: 0 }]);
    expect(outcomeOf(await signInWith(service, device))).toBe("200");
    expect(outcomeOf(await service.post(path, { reason }, token))).toBe("200");
    expect(outcomeOf(await signInWith(service, device))).toBe("401 1020");
    expect(outcomeOf(await service.post("user/", {}, opened))).toBe("401 1002");
  });

  test("KEY-04 a staff session loses its rights with the passkey that opened it", async () => {
    const { device } = await holder({ staff: true });
    const own: string = (await signInWith(service, device)).body.token.access_token;
    expect(await ask(own)).toBe("200");
    await service.call("DELETE", `user/passkeys/${device.id}/`, { token: own, body: {} });
    expect([await ask(own), outcomeOf(await service.post("user/", {}, own))]).toEqual(["404 2004", "200"]);
  });
});

describe("concurrently with other changes", () => {
  test("KEY-02 passkeys survive a new password and end with a merge", async () => {
    const { username, token, device } = await holder();
    const change = { old_password: password, new_password: "quiet-orchard-77", new_password_2: "quiet-orchard-77" };
    expect(outcomeOf(await service.post("user/", change, token))).toBe("200");
    expect(outcomeOf(await signInWith(service, device))).toBe("200");
    const staff = await holder({ staff: true });
    const admin: string = (await signInWith(service, staff.device)).body.token.access_token;
    const into = await holder();
    const merge = { reason: "twice the same person", into: into.username };
    expect(outcomeOf(await service.post(`admin/accounts/${username}/merge/`, merge, admin))).toBe("200");
    expect(outcomeOf(await signInWith(service, device))).toBe("401 1020");
    expect(outcomeOf(await signInWith(service, into.device))).toBe("200");
  });

  test("KEY-03 a sign-in concurrent with the removal of its passkey or the closing of its account leaves no session", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { username, token, device } = await holder({ counts: false });
      const { challenge_token, options } = await start();
      const body = { challenge_token, credential: device.sign(options) };
      const ending =
        round % 2 === 0
          ? service.call("DELETE", `user/passkeys/${device.id}/`, { token, body: {}, instance: 0 })
          : service.post("user/close/", { account_name: username, password }, token);
      const [ended, signedIn] = await Promise.all([
        ending,
        service.call("POST", "signin/passkey/", { body, instance: 1, ip: addressOf(device) }),
      ]);
      expect(outcomeOf(ended)).toBe("200");
      if (signedIn.status !== 200) continue;
      const access: string = signedIn.body.token.access_token;
      expect((await service.post("user/sessions/", {}, access)).status).not.toBe(200);
      expect((await service.get("user/sessions/", access)).status).toBe(401);
    }
  });
});
