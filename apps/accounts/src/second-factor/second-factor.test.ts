import { afterAll, describe, expect, test } from "vitest";
import { makeAccounts, newPerson, password, rowsOf, signIn } from "../testing/factories.ts";
import { codeNow, turnOnFactor } from "../testing/second-factor.ts";
import { type Answer, startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());

const signInWith = (username: string, otp?: string) =>
  service.post("signin/", { username, password, ...(otp === undefined ? {} : { otp }) });

async function withFactor() {
  const { name, token: access } = await newPerson(service);
  return { name, access, ...(await turnOnFactor(service, access)) };
}

describe("a second factor", () => {
  test("R-12 sign-in asks for a code, and each code works once", async () => {
    const { name, secret } = await withFactor();
    expect(await signInWith(name)).toMatchObject({ status: 401, body: { code: 1005 } });
    expect(await signInWith(name, "000000")).toMatchObject({ body: { code: 1005, errors: [{ field: "otp" }] } });
    // The code that turned it on is used.
    expect((await signInWith(name, codeNow(service, secret))).status).toBe(401);
    service.clock.advance(30);
    const code = codeNow(service, secret);
    const answers = await Promise.all([signInWith(name, code), signInWith(name, code)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(answers.find(({ status }) => status === 200)?.body.userinfo.second_factor).toBe(true);
  });

  test("ACC-01 a wrong password gets 1001 before a code is required", async () => {
    const { name } = await withFactor();
    const answer = await service.post("signin/", { username: name, password: "wrong", otp: "123456" });
    expect(answer).toMatchObject({ status: 401, body: { code: 1001 } });
  });

  test("a recovery code replaces the authenticator once, and the account gets a mail", async () => {
    const { name, codes } = await withFactor();
    expect(codes).toHaveLength(10);
    const { body } = await signInWith(name, codes[0]);
    expect((await signInWith(name, codes[0])).status).toBe(401);
    const access = body.token.access_token;
    expect((await service.get("user/second_factor/", access)).body).toEqual({ enabled: true, recovery_codes_left: 9 });
    await service.work();
    const mails = service.mailer.messages.filter(({ to }) => to === `${name}@example.com`);
    expect(mails.some(({ text }) => text.includes("recovery code was used"))).toBe(true);
  });

  test("R-12 recovery codes are stored as argon2id with separate salts, and one of an earlier version still works once", async () => {
    const { name, codes } = await withFactor();
    const { pool } = service.database;
    const kept = await rowsOf<{ code_hash: Buffer }>(service, name, "recovery_codes", "code_hash");
    const hashes = kept.map(({ code_hash: hash }) => hash.toString().split("$"));
    expect(hashes.map(([, method]) => method)).toEqual(Array.from({ length: 10 }, () => "argon2id"));
    expect(new Set(hashes.map(([, , , , salt]) => salt)).size).toBe(10);
    await pool.query(
      `insert into recovery_codes (account_id, code_hash) select id, sha256('BEFOR-ETHAT') from accounts where username = $1`,
      [name],
    );
    for (const code of ["befor-ethat", codes[9]]) {
      expect([code, (await signInWith(name, code)).status, (await signInWith(name, code)).status]).toEqual([
        code,
        200,
        401,
      ]);
    }
  });

  test("R-12 a recovery code used twice concurrently, on two instances, opens one session", async () => {
    const { name, codes } = await withFactor();
    const answers = await Promise.all(
      [0, 1, 0, 1].map((instance) =>
        service.call("POST", "signin/", { body: { username: name, password, otp: codes[3] }, instance }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  });

  test("R-12 five wrong codes at sign-in, then further ones must wait, from any instance and network", async () => {
    const { name, secret } = await withFactor();
    const tryCode = (otp: string, number: number): Promise<Answer> =>
      service.call("POST", "signin/", {
        body: { username: name, password, otp },
        instance: number % 2,
        ip: `203.0.113.${number}`,
      });
    const answers = await Promise.all(Array.from({ length: 9 }, (_, number) => tryCode("000000", number)));
    const told = answers.map(({ status, body }) => `${status} ${body.code}`).toSorted();
    expect(told).toEqual([...Array<string>(5).fill("401 1005"), ...Array<string>(4).fill("429 1003")]);
    service.clock.advance(30);
    expect((await tryCode(codeNow(service, secret), 9)).body.code).toBe(1003);
    service.clock.advance(1_000);
    expect((await tryCode(codeNow(service, secret), 10)).status).toBe(200);
  });

  test("R-12 turning it off requires a code and the password: an unused code of the app or a recovery code, five tries", async () => {
    const turnOff = (access: string, otp?: string) =>
      service.call("DELETE", "user/second_factor/", {
        token: access,
        body: { password, ...(otp === undefined ? {} : { otp }) },
        instance: 1,
      });
    const { access, secret } = await withFactor();
    const spent = codeNow(service, secret);
    for (const otp of [undefined, "", "000000", spent]) {
      expect([otp, await turnOff(access, otp)]).toMatchObject([otp, { status: 422, body: { code: 1007 } }]);
    }
    expect((await service.get("user/second_factor/", access)).body.enabled).toBe(true);
    service.clock.advance(30);
    expect((await turnOff(access, codeNow(service, secret))).status).toBe(200);
    // No code is required when no factor is on.
    expect((await turnOff(access)).status).toBe(200);

    const other = await withFactor();
    for (let tries = 0; tries < 5; tries++) expect((await turnOff(other.access, "000000")).body.code).toBe(1007);
    expect((await turnOff(other.access, other.codes[0])).body.code).toBe(1003);
    service.clock.advance(601);
    expect((await turnOff(other.access, other.codes[0])).status).toBe(200);
  });

  test("R-18 turning it on or off requires a fresh proof", async () => {
    const { access, name, codes } = await withFactor();
    expect((await service.post("user/second_factor/", {}, access)).body.code).toBe(1008);
    service.clock.advance(301);
    expect((await service.call("DELETE", "user/second_factor/", { token: access })).body.code).toBe(2002);
    expect((await service.post("user/proof/", { password: "wrong" }, access)).body.code).toBe(3022);
    expect((await service.post("user/proof/", { password }, access)).body).toEqual({
      status: "success",
      good_for: 300,
    });
    const off = await service.call("DELETE", "user/second_factor/", { token: access, body: { otp: codes[0] } });
    expect(off.status).toBe(200);
    expect((await signInWith(name)).status).toBe(200);
  });

  test("confirming without a start, or with a wrong code, is refused; a new start replaces an old one", async () => {
    await makeAccounts(service, "starter");
    const { access } = await signIn(service, "starter");
    const confirm = (otp: string) => service.post("user/second_factor/confirm/", { otp }, access);
    expect((await confirm("123456")).body.code).toBe(1009);
    const { secret: first, otpauth_uri: uri } = (await service.post("user/second_factor/", {}, access)).body;
    expect(uri).toContain(`secret=${first}`);
    const second = (await service.post("user/second_factor/", {}, access)).body.secret;
    expect((await confirm("abc")).body.code).toBe(1007);
    expect(codeNow(service, first)).not.toBe(codeNow(service, second));
    expect((await confirm(codeNow(service, first))).body.code).toBe(1007);
    expect((await signInWith("starter")).status).toBe(200);
    expect((await confirm(codeNow(service, second))).status).toBe(200);
  });
});

describe("own sessions", () => {
  test("R-17 a person lists and ends only her own sessions", async () => {
    await makeAccounts(service, "lister", "stranger");
    const here = await signIn(service, "lister");
    const there = await signIn(service, "lister");
    const { body } = await service.get("user/sessions/", here.access);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions[0].current).toBe(true);
    const other = body.sessions[1].id;
    const stranger = await signIn(service, "stranger");
    expect((await service.call("DELETE", `user/sessions/${other}/`, { token: stranger.access })).status).toBe(404);
    expect((await service.call("DELETE", `user/sessions/${other}/`, { token: here.access })).status).toBe(200);
    expect((await service.post("user/", undefined, there.access)).status).toBe(401);
    expect((await service.post("refresh/", { refresh_token: there.refresh })).status).toBe(401);
    await signIn(service, "lister");
    expect((await service.call("DELETE", "user/sessions/", { token: here.access })).body).toEqual({
      status: "success",
      ended: 1,
    });
    expect((await service.post("user/", undefined, here.access)).status).toBe(200);
  });
});
