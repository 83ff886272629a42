import { afterAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, signIn } from "../testing/factories.ts";
import { confirmedSignUp, mailedKey } from "../testing/mails.ts";
import { startAccounts } from "../testing/test-accounts.ts";

const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
await makeAccounts(service, "maria", { username: "gone", state: 300 });

const strong = "amber-lantern-77";
const complete = (token: string, name: string, change: object = {}) =>
  service.post("user/", { new_account_name: name, new_password: strong, new_password_2: strong, ...change }, token);

describe("signing up", () => {
  test("ACC-08 ACC-07 address, key, name and password create an account and open its session", async () => {
    expect(await service.post("user/verify_email/", { email_address: "anna@example.com" })).toMatchObject({
      status: 200,
      body: { results: "success" },
    });
    const key = await mailedKey(service, "anna@example.com");
    expect(key.length).toBeGreaterThanOrEqual(8);
    const confirmed = await service.call("POST", "user/verify_email/", {
      form: { email_address: "Anna@example.com", confirm_key: ` ${key.toLowerCase()} ` },
    });
    expect(confirmed.body).toEqual({ results: "success", token: { access_token: expect.any(String) } });
    const answer = await complete(confirmed.body.token.access_token, " Anna Lee ");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: "success",
      updated_attributes: ["account_name", "password"],
      userinfo: { username: "annalee", email: "anna@example.com" },
    });
    expect((await service.post("purchases/", undefined, answer.body.token.access_token)).status).toBe(200);
    expect((await service.post("signin/", { username: "annalee", password: strong })).status).toBe(200);
  });

  test("ACC-08 an address in use gets 11010, one of a closed account is free", async () => {
    const taken = await service.post("user/verify_email/", { email_address: "MARIA@example.com" });
    expect(taken).toMatchObject({ status: 422, body: { code: 11010 } });
    expect((await service.post("user/verify_email/", { email_address: "gone@example.com" })).status).toBe(200);
  });

  test("ACC-08 R-30 without a mail server every address gets 503 11002", async () => {
    service.mailer.isReachable = false;
    for (const email_address of ["maria@example.com", "new@example.com"]) {
      expect(await service.post("user/verify_email/", { email_address })).toMatchObject({
        status: 503,
        body: { code: 11002 },
      });
      expect(await service.post("password_reset/", { email_address })).toMatchObject({
        status: 503,
        body: { code: 11002 },
      });
    }
    service.mailer.isReachable = true;
  });

  test("ACC-08 five wrong keys invalidate the key, and so do an hour and a newer key", async () => {
    const email_address = "ben@example.com";
    const tryKey = (confirm_key: string) => service.post("user/verify_email/", { email_address, confirm_key });
    expect(await tryKey("WRONGKEY99")).toMatchObject({ status: 422, body: { code: 11001 } });
    await service.post("user/verify_email/", { email_address });
    const first = await mailedKey(service, email_address);
    for (let round = 0; round < 5; round++) expect((await tryKey("WRONGKEY99")).body.code).toBe(11001);
    expect(await tryKey(first)).toMatchObject({ status: 410, body: { code: 11003 } });

    await service.post("user/verify_email/", { email_address });
    const second = await mailedKey(service, email_address);
    await service.post("user/verify_email/", { email_address });
    const third = await mailedKey(service, email_address);
    expect((await tryKey(second)).body.code).toBe(11001);
    service.clock.advance(3_601);
    expect(await tryKey(third)).toMatchObject({ status: 410, body: { code: 11003 } });

    await service.post("user/verify_email/", { email_address });
    const fourth = await mailedKey(service, email_address);
    service.clock.advance(3_540);
    expect((await tryKey(fourth)).status).toBe(200);
    expect((await tryKey(fourth)).status).toBe(410);
  });

  test("ACC-07 invalid names and passwords are refused, and the sign-up can continue", async () => {
    const token = await confirmedSignUp(service, "cara@example.com");
    expect((await complete(token, "maria")).body.code).toBe(3025);
    expect((await complete(token, "ca/ra")).body.code).toBe(3026);
    expect((await complete(token, " \t")).body.code).toBe(3026);
    expect((await complete(token, "cara", { new_password_2: "other-lantern-77" })).body.code).toBe(3024);
    for (const weak of [
      "short77",
      "x".repeat(257),
      "password",
      "iloveyou",
      "cara2026",
      "example-software",
      "Outliner!1",
    ]) {
      const answer = await complete(token, "cara", { new_password: weak, new_password_2: weak });
      expect(answer.body.code, weak).toBe(3023);
      expect(answer.body.message.length).toBeGreaterThan(10);
    }
    const long = "a long way to the lantern ".repeat(10).slice(0, 256);
    expect((await complete(token, "cara", { new_password: long, new_password_2: long })).status).toBe(200);
  });

  test("ACC-07 the sign-up's token works only for the sign-up, once, for an hour", async () => {
    const token = await confirmedSignUp(service, "dan@example.com");
    await makeLicense(service, { id: "team", owners: ["maria"] });
    await makeSeats(service, "team", {
      id: "s-1",
      email: "dan@example.com",
      status: "pending",
      reference: "reference-dan-0001",
    });
    for (const [path, body] of [
      ["user/", undefined],
      ["user/accept_invite/new/", { reference_id: "reference-dan-0001" }],
      ["purchases/", undefined],
      ["managed_team_licenses/", undefined],
    ] as const) {
      expect((await service.post(path, body, token)).status).toBe(401);
    }
    expect((await complete(token, "dan")).status).toBe(200);
    expect(await complete(token, "dan2")).toMatchObject({ status: 401, body: { code: 11003 } });
    const late = await confirmedSignUp(service, "late@example.com");
    service.clock.advance(3_601);
    expect(await complete(late, "late")).toMatchObject({ status: 401, body: { code: 11003 } });
    const { access } = await signIn(service, "maria");
    expect((await complete(access, "sneaky")).status).toBe(401);
  });

  test("R-42 unknown fields of a sign-up have no effect", async () => {
    const token = await confirmedSignUp(service, "eve@example.com");
    const answer = await complete(token, "eve", {
      is_staff: true,
      staff_rights: ["admin"],
      email: "maria@example.com",
      customer_id: ["cus_1"],
      account_state: 300,
      id: "acc_1",
    });
    expect(answer.body.userinfo).toMatchObject({
      email: "eve@example.com",
      is_staff: false,
      customer_id: [],
      account_state: 100,
    });
    expect(answer.body.userinfo.id).not.toBe("acc_1");
  });

  test("R-34 of 20 concurrent sign-ups with one name, one becomes an account", async () => {
    const sameName: string[] = [];
    for (let index = 0; index < 20; index++) sameName.push(await confirmedSignUp(service, `name${index}@example.com`));
    const byName = await Promise.all(sameName.map((token) => complete(token, "samename")));
    expect(byName.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(byName.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set([3025]),
    );
  });
});

describe("ACC-10 account names", () => {
  test("ACC-10 REG-04 shows how a name would be stored, and why it is refused", async () => {
    const check = async (account_name: string) => (await service.post("accountnamevalid/", { account_name })).body;
    expect(await check(" New Name ")).toEqual({ valid: true, account_name: "newname" });
    expect(await check("Maria")).toMatchObject({ valid: false, account_name: "maria", errors: [{ code: 3025 }] });
    expect(await check("a~b")).toMatchObject({ valid: false, errors: [{ code: 3026 }] });
    for (const unseen of ["maria\ufe0f", "maria\u3164", "\u2800", "ma\u034fria"]) {
      expect(await check(unseen), encodeURIComponent(unseen)).toMatchObject({ valid: false, errors: [{ code: 3026 }] });
    }
  });
});

describe("R-29 mails that any caller can request", () => {
  test("R-29 an address gets three mails an hour in any spelling: blanks, case, composed letters, its domain", async () => {
    const limited = await startAccounts({ instances: 2 });
    await makeAccounts(limited, { username: "josé", email: "josé@bücher.example" });
    const blanks = ["", " ", "\t", "\u00a0", "\u2003", "\ufeff", "\n", "  "];
    const spelled = ["josé@bücher.example", "JOSÉ@Bücher.Example", "jose\u0301@bu\u0308cher.example"];
    const asked = blanks.flatMap((blank) => spelled.flatMap((text) => [blank + text, text + blank]));
    for (const [at, email_address] of asked.entries()) {
      const sent = { body: { email_address }, ip: `10.0.1.${at}`, instance: at % 2 };
      expect([200, 429]).toContain((await limited.call("POST", "password_reset/", sent)).status);
      await limited.work();
    }
    expect(limited.mailer.messages).toHaveLength(3);
    // The limit recognizes an unknown address by each spelling of its domain.
    const domains = ["new@bücher.example", "new@xn--bcher-kva.example", "new@ｂücher.example", "NEW@BÜCHER.EXAMPLE"];
    for (const [at, email_address] of [...domains, ...domains].entries()) {
      await limited.call("POST", "user/verify_email/", { body: { email_address }, ip: `10.0.2.${at}` });
      await limited.work();
    }
    expect(limited.mailer.messages).toHaveLength(6);
    await limited.close();
  });

  test("R-29 three an hour for one address and ten for one network, known or not; 20 name checks a minute", async () => {
    const limited = await startAccounts();
    await makeAccounts(limited, "maria");
    for (const email_address of ["maria@example.com", "unknown@example.com"]) {
      const statuses: number[] = [];
      for (let round = 0; round < 4; round++) {
        const answer = await limited.call("POST", "password_reset/", {
          body: { email_address },
          ip: `192.0.2.${round}`,
        });
        statuses.push(answer.status);
      }
      expect(statuses[3]).toBe(429);
      expect(statuses.slice(0, 3)).not.toContain(429);
    }
    for (let round = 0; round < 10; round++) {
      const body = { email_address: `fresh${round}@example.com` };
      expect((await limited.call("POST", "user/verify_email/", { body, ip: "203.0.113.9" })).status).toBe(200);
    }
    const body = { email_address: "fresh-last@example.com" };
    expect((await limited.call("POST", "user/verify_email/", { body, ip: "203.0.113.9" })).status).toBe(429);
    for (let round = 0; round < 20; round++) await limited.post("accountnamevalid/", { account_name: "x" });
    expect((await limited.post("accountnamevalid/", { account_name: "x" })).status).toBe(429);
    await limited.close();
  });
});
