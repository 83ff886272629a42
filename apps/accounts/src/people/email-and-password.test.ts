import { afterAll, describe, expect, test } from "vitest";
import { makeAccounts, makeLicense, makeSeats, password, signIn } from "../testing/factories.ts";
import { mailedKey, mailedToken, mailTo } from "../testing/mails.ts";
import { portal, startAccounts } from "../testing/test-accounts.ts";

let made = 0;
const service = await startAccounts({ instances: 2 });
afterAll(() => service.close());
await makeAccounts(service, "taken");

/** Creates a person with a session. */
async function person(): Promise<{ name: string; email: string; access: string; refresh: string }> {
  const name = `person${++made}`;
  await makeAccounts(service, name);
  return { name, email: `${name}@example.com`, ...(await signIn(service, name)) };
}
const user = (token: string, body?: unknown) => service.post("user/", body, token);
const strong = "copper-kettle-91";
const passwords = (text: string) => ({ new_password: text, new_password_2: text });
const reset = (token: unknown, text = strong) => service.post("password_reset/confirm/", { token, ...passwords(text) });
const canSignIn = async (username: string, text: string) =>
  (await service.post("signin/", { username, password: text })).status === 200;

describe("changing the address", () => {
  test("ACC-05 EMAIL-03 R-33 it takes effect when the new address confirms; the old one gets a mail at once", async () => {
    const { name, email, access } = await person();
    await makeLicense(service, { id: `team-${name}`, owners: [name] });
    await makeSeats(service, `team-${name}`, name);
    const answer = await user(access, { new_email_address: `new-${name}@example.com` });
    expect(answer.body).toMatchObject({
      status: "success",
      updated_attributes: ["email_address"],
      userinfo: { email, pending_email: `new-${name}@example.com` },
    });
    const token = await mailedToken(service, `new-${name}@example.com`);
    expect((await mailTo(service, email)).text).toContain(`new-${name}@example.com`);
    expect((await user(access)).body.userinfo.email).toBe(email);

    expect((await service.post("user/confirm_email/", { token })).body).toEqual({
      status: "success",
      email: `new-${name}@example.com`,
    });
    expect((await user(access)).body.userinfo).toMatchObject({ email: `new-${name}@example.com`, pending_email: null });
    const { body } = await service.get(`registration_seats/team-${name}/`, access);
    expect(body.seats[0].email).toBe(`new-${name}@example.com`);
    expect(await service.post("user/confirm_email/", { token })).toMatchObject({ status: 410, body: { code: 3021 } });
  });

  test("ACC-05 an invalid address, the present one and another account's are refused", async () => {
    const { email, access } = await person();
    expect((await user(access, { new_email_address: "not an address" })).body.code).toBe(3019);
    expect((await user(access, { new_email_address: email.toUpperCase() })).body.code).toBe(3020);
    expect((await user(access, { new_email_address: "Taken@example.com" })).body.code).toBe(11010);
    expect((await user(access, { new_email_address: ["a@example.com", "b@example.com"] })).body.code).toBe(4000);
  });

  test("R-18 after five minutes the password is required again, and a wrong one gets 3022", async () => {
    const { name, access } = await person();
    service.clock.advance(301);
    const body = { new_email_address: `later-${name}@example.com` };
    expect(await user(access, body)).toMatchObject({ status: 403, body: { code: 2002 } });
    expect(await user(access, { ...body, password: "wrong" })).toMatchObject({ status: 422, body: { code: 3022 } });
    expect((await user(access, { ...body, password })).status).toBe(200);
    service.clock.advance(299);
    expect((await user(access, { new_email_address: `again-${name}@example.com` })).status).toBe(200);
  });

  test("R-33 only the newest request counts, a link expires after 24 hours, and an address taken since gets 11010", async () => {
    const { name, access } = await person();
    await user(access, { new_email_address: `one-${name}@example.com` });
    const first = await mailedToken(service, `one-${name}@example.com`);
    await user(access, { new_email_address: `two-${name}@example.com` });
    const second = await mailedToken(service, `two-${name}@example.com`);
    expect((await service.post("user/confirm_email/", { token: first })).status).toBe(410);
    await makeAccounts(service, `two-${name}`);
    expect((await service.post("user/confirm_email/", { token: second })).body.code).toBe(11010);
    service.clock.advance(24 * 3_600 + 1);
    expect((await service.post("user/confirm_email/", { token: second })).body.code).toBe(3021);
  });

  test("R-33 the old address can undo the change for 72 hours, before and after its confirmation; sessions end", async () => {
    for (const isConfirmed of [false, true]) {
      const { name, email, access } = await person();
      await user(access, { new_email_address: `thief-${name}@example.com` });
      const confirm = await mailedToken(service, `thief-${name}@example.com`);
      const undo = await mailedToken(service, email);
      if (isConfirmed) expect((await service.post("user/confirm_email/", { token: confirm })).status).toBe(200);
      service.clock.advance(71 * 3_600);
      expect((await service.post("user/undo_email/", { token: undo })).body).toEqual({ status: "success", email });
      expect((await user(access)).status).toBe(401);
      expect((await service.post("user/confirm_email/", { token: confirm })).status).toBe(410);
      expect((await service.post("user/undo_email/", { token: undo })).status).toBe(410);
      expect((await user((await signIn(service, name)).access)).body.userinfo.email).toBe(email);
    }
  });

  test("R-33 the owner's undo invalidates a thief's undo link", async () => {
    const { name, email, access } = await person();
    await user(access, { new_email_address: `b-${name}@example.com` });
    await service.post("user/confirm_email/", { token: await mailedToken(service, `b-${name}@example.com`) });
    const owners = await mailedToken(service, email);
    service.clock.advance(1);
    await user(access, { new_email_address: `c-${name}@example.com` });
    const thiefs = await mailedToken(service, `b-${name}@example.com`);
    expect((await service.post("user/undo_email/", { token: owners })).status).toBe(200);
    expect((await service.post("user/undo_email/", { token: thiefs })).status).toBe(410);
  });
});

describe("changing the password", () => {
  test("ACC-06 PASSWORD-03 R-10 the other sessions end, this one stays, and a mail is sent", async () => {
    const { name, email, access } = await person();
    const other = await signIn(service, name);
    const answer = await user(access, { old_password: password, ...passwords(strong) });
    expect(answer.body).toEqual({ status: "success", updated_attributes: ["password"] });
    expect((await user(access)).status).toBe(200);
    expect((await user(other.access)).status).toBe(401);
    expect((await service.post("refresh/", { refresh_token: other.refresh })).status).toBe(401);
    expect((await mailTo(service, email)).subject).toContain("password was changed");
    expect(await canSignIn(name, strong)).toBe(true);
    expect(await canSignIn(name, password)).toBe(false);
  });

  test("ACC-06 3022, 3023 and 3024", async () => {
    const { access } = await person();
    const change = (body: object) => user(access, { old_password: password, ...passwords(strong), ...body });
    expect((await change({ old_password: "wrong" })).body.code).toBe(3022);
    expect((await change(passwords("12345678"))).body.code).toBe(3023);
    expect((await change({ new_password_2: "else" })).body.code).toBe(3024);
    expect((await user(access, passwords(strong))).body.code).toBe(4000);
  });

  test("R-01 passwords are compared to the last byte, with spaces and any letters", async () => {
    const { name, access } = await person();
    const long = `${"é".repeat(40)} lantern `;
    expect((await user(access, { old_password: password, ...passwords(long) })).status).toBe(200);
    expect(await canSignIn(name, long)).toBe(true);
    expect(await canSignIn(name, long.trimEnd())).toBe(false);
    expect(await canSignIn(name, `${"é".repeat(40)} lanterN `)).toBe(false);
  });
});

describe("resetting the password", () => {
  test("ACC-17 PWRESET-04 R-28 the link sets a new password once; all sessions end, none opens", async () => {
    const { name, email, access } = await person();
    expect((await service.post("password_reset/", { email_address: email.toUpperCase() })).body).toEqual({
      results: "success",
    });
    const { text } = await mailTo(service, email);
    expect(text).toContain(`${portal}/password-reset?token=`);
    expect((await user(access)).status).toBe(200);
    const token = await mailedToken(service, email);
    expect((await reset(token, "12345678")).body.code).toBe(3023);
    const answer = await reset(token);
    expect(answer.body).toEqual({ results: "success" });
    expect((await user(access)).status).toBe(401);
    expect(await canSignIn(name, strong)).toBe(true);
    expect(await reset(token, "another-lantern-5")).toMatchObject({ status: 410, body: { code: 3028 } });
  });

  test("ACC-17 an address without an open account gets 3027", async () => {
    await makeAccounts(service, { username: "closed", state: 301 });
    for (const email_address of ["nobody@example.com", "closed@example.com", "no address"]) {
      expect((await service.post("password_reset/", { email_address })).body.code).toBe(3027);
    }
  });

  test("R-21 a reset link is valid for 60 minutes, and only the newest works", async () => {
    const { email } = await person();
    await service.post("password_reset/", { email_address: email });
    const first = await mailedToken(service, email);
    await service.post("password_reset/", { email_address: email });
    const second = await mailedToken(service, email);
    expect((await reset(first)).status).toBe(410);
    service.clock.advance(3_599);
    expect((await reset(second)).status).toBe(200);
    await service.post("password_reset/", { email_address: email });
    const third = await mailedToken(service, email);
    service.clock.advance(3_600);
    expect((await reset(third)).status).toBe(410);
  });

  test("R-23 a changed password or address invalidates earlier reset links", async () => {
    const one = await person();
    await service.post("password_reset/", { email_address: one.email });
    const older = await mailedToken(service, one.email);
    await user(one.access, { old_password: password, ...passwords(strong) });
    expect((await reset(older)).status).toBe(410);

    const two = await person();
    await service.post("password_reset/", { email_address: two.email });
    const link = await mailedToken(service, two.email);
    await user(two.access, { new_email_address: `moved-${two.name}@example.com` });
    await service.post("user/confirm_email/", { token: await mailedToken(service, `moved-${two.name}@example.com`) });
    expect((await reset(link)).status).toBe(410);
  });

  test("R-24 only the mailed token completes a reset, before and after one is pending", async () => {
    const odd = [
      null,
      "",
      [],
      {},
      true,
      false,
      0,
      1,
      ["x"],
      [null],
      "null",
      "undefined",
      "%00",
      " ",
      "ml_",
      "0",
      { $ne: null },
    ];
    const { name, email } = await person();
    for (const isPending of [false, true]) {
      if (isPending) {
        await service.post("password_reset/", { email_address: email });
        await service.post("user/verify_email/", { email_address: `odd-${name}@example.com` });
      }
      for (const token of odd) {
        await service.forgetTries();
        for (const path of ["password_reset/confirm/", "user/confirm_email/", "user/undo_email/"]) {
          const { status } = await service.post(path, { token, ...passwords(strong) });
          expect([410, 422]).toContain(status);
        }
        const { status } = await service.post("user/verify_email/", {
          email_address: `odd-${name}@example.com`,
          confirm_key: token,
        });
        expect([410, 422]).toContain(status);
      }
    }
    expect(await canSignIn(name, strong)).toBe(false);
  });

  test("R-20 a secret of one purpose is invalid for another", async () => {
    const { name, email, access } = await person();
    await user(access, { new_email_address: `cross-${name}@example.com` });
    const change = await mailedToken(service, `cross-${name}@example.com`);
    const undo = await mailedToken(service, email);
    await service.post("password_reset/", { email_address: email });
    const resetToken = await mailedToken(service, email);
    await service.post("user/verify_email/", { email_address: `key-${name}@example.com` });
    const key = await mailedKey(service, `key-${name}@example.com`);
    const secrets = { change, undo, reset: resetToken, key };
    const uses = {
      change: (token: string) => service.post("user/confirm_email/", { token }),
      undo: (token: string) => service.post("user/undo_email/", { token }),
      reset: (token: string) => reset(token),
      key: (token: string) =>
        service.post("user/verify_email/", { email_address: `key-${name}@example.com`, confirm_key: token }),
    };
    for (const [kind, secret] of Object.entries(secrets)) {
      for (const [use, tryIt] of Object.entries(uses)) {
        if (use !== kind) expect([410, 422], `${kind} for ${use}`).toContain((await tryIt(secret)).status);
      }
    }
    const rows = await service.database.kysely.selectFrom("mailed_secrets").selectAll().execute();
    for (const secret of Object.values(secrets)) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test("R-25 opening or reading a link any number of times does not use it; only a POST does", async () => {
    const { name, email, access } = await person();
    await user(access, { new_email_address: `looked-${name}@example.com` });
    const change = await mailedToken(service, `looked-${name}@example.com`);
    const undo = await mailedToken(service, email);
    await service.post("password_reset/", { email_address: email });
    const link = await mailedToken(service, email);
    const before = await service.database.kysely.selectFrom("mailed_secrets").selectAll().orderBy("id").execute();
    for (let times = 0; times < 3; times++) {
      for (const method of ["GET", "HEAD"] as const) {
        for (const [path, token] of Object.entries({
          "user/confirm_email/": change,
          "user/undo_email/": undo,
          "password_reset/confirm/": link,
        })) {
          expect((await service.call(method, `${path}?token=${token}`)).status).toBe(405);
        }
      }
    }
    expect(await service.database.kysely.selectFrom("mailed_secrets").selectAll().orderBy("id").execute()).toEqual(
      before,
    );
    expect((await reset(link)).status).toBe(200);
    expect((await service.post("user/undo_email/", { token: undo })).status).toBe(200);
  });

  test("R-26 R-27 mailed links begin with the configured origin, and go only to the address in the database", async () => {
    const { email } = await person();
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      origin: "https://evil.example",
    };
    await service.call("POST", "password_reset/", { body: { email_address: email }, headers });
    const { text } = await mailTo(service, email);
    expect(text).toContain(portal);
    expect(text).not.toContain("evil.example");
    const before = service.mailer.messages.length;
    for (const email_address of [
      [email, "evil@example.com"],
      `${email},evil@example.com`,
      `${email}\r\nbcc: evil@example.com`,
    ]) {
      expect((await service.post("password_reset/", { email_address })).status).toBe(422);
    }
    const form = `email_address=${encodeURIComponent(email)}&email_address=evil@example.com`;
    const doubled = await service.call("POST", "password_reset/", {
      body: undefined,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      raw: form,
    });
    expect(doubled.status).toBe(422);
    await service.work();
    expect(service.mailer.messages).toHaveLength(before);
  });

  test("R-77 no queued job contains a secret, and a failed mail is sent later", async () => {
    const { email } = await person();
    await service.post("password_reset/", { email_address: email });
    const { rows } = await service.database.pool.query("select payload from accounts_jobs._private_jobs");
    expect(JSON.stringify(rows)).not.toMatch(/ml_|@/);
    service.mailer.isReachable = false;
    await service.work();
    service.mailer.isReachable = true;
    await service.database.pool.query("update accounts_jobs._private_jobs set run_at = now()");
    expect((await reset(await mailedToken(service, email))).status).toBe(200);
  });

  test("R-77 a requested mail is retried for 24 hours with a new secret each time, then dropped", async () => {
    const again = () => service.database.pool.query("update accounts_jobs._private_jobs set run_at = now()");
    for (const [hours, mails] of [
      [23, 1],
      [25, 0],
    ] as const) {
      const { email } = await person();
      await service.post("password_reset/", { email_address: email });
      service.mailer.isReachable = false;
      for (let hour = 0; hour <= hours; hour++) {
        await again();
        await service.work();
        service.clock.advance(3_600);
      }
      service.clock.advance(-3_600);
      service.mailer.isReachable = true;
      await again();
      await service.work();
      expect(service.mailer.messages.filter(({ to }) => to === email)).toHaveLength(mails);
      if (mails > 0) expect((await reset(await mailedToken(service, email))).status).toBe(200);
      await service.work();
      const { rows } = await service.database.pool.query("select id from accounts_jobs._private_jobs");
      expect(rows).toEqual([]);
    }
  });
});
