import { expect, test } from "vitest";
import { account, contractSystem, refusalOf } from "./contract-system.ts";

const system = contractSystem(["taken", "otto", "paul", "hugo", "ines", "sync", "other"].map((name) => account(name)));

test("ACC-08 ACC-10 ACC-07 REG-05 signing up in three steps", async () => {
  const email_address = "fresh@example.com";
  expect((await system.post("user/verify_email/", undefined, { email_address })).body).toEqual({ results: "success" });
  const [mail] = await system.foyer.mails(email_address);
  const key =
    mail?.text
      .split("\n")
      .find((line) => /^\S{8,}$/.test(line.trim()))
      ?.trim() ?? "";
  expect(
    refusalOf(await system.post("user/verify_email/", undefined, { email_address, confirm_key: "wrong-key-1" })),
  ).toEqual([422, 11001]);
  const verified = await system.post("user/verify_email/", undefined, { email_address, confirm_key: key });
  expect(verified.body).toMatchObject({ results: "success", token: { access_token: expect.any(String) } });
  const token = String(verified.body.token.access_token);
  expect(refusalOf(await system.post("managed_team_licenses/", token))).toEqual([401, 1002]);
  expect((await system.post("accountnamevalid/", undefined, { account_name: " Fresh Name " })).body).toEqual({
    valid: true,
    account_name: "freshname",
  });
  expect((await system.post("accountnamevalid/", undefined, { account_name: "taken" })).body).toMatchObject({
    valid: false,
    errors: [{ code: 3025 }],
  });
  expect((await system.post("accountnamevalid/", undefined, { account_name: "a$b" })).body).toMatchObject({
    valid: false,
    errors: [{ code: 3026 }],
  });
  const complete = (name: string, one: string, two: string) =>
    system.post("user/", token, { new_account_name: name, new_password: one, new_password_2: two });
  expect(refusalOf(await complete("taken", "green-door-77", "green-door-77"))).toEqual([422, 3025]);
  expect(refusalOf(await complete("freshname", "short", "short"))).toEqual([422, 3023]);
  expect(refusalOf(await complete("freshname", "green-door-77", "green-door-78"))).toEqual([422, 3024]);
  const done = await complete("freshname", "green-door-77", "green-door-77");
  expect(done.body).toMatchObject({
    status: "success",
    updated_attributes: ["account_name", "password"],
    userinfo: { username: "freshname", email: email_address },
  });
  expect((await system.post("user/", String(done.body.token.access_token))).status).toBe(200);
  expect(refusalOf(await system.post("user/verify_email/", undefined, { email_address }))).toEqual([422, 11010]);
});

test("ACC-05 EMAIL-03 a new address takes effect when it is confirmed, and the old one can revert it", async () => {
  const token = await system.tokenOf("otto");
  expect(refusalOf(await system.post("user/", token, { new_email_address: "nonsense" }))).toEqual([422, 3019]);
  expect(refusalOf(await system.post("user/", token, { new_email_address: "otto@example.com" }))).toEqual([422, 3020]);
  expect(refusalOf(await system.post("user/", token, { new_email_address: "taken@example.com" }))).toEqual([
    422, 11010,
  ]);
  const asked = await system.post("user/", token, { new_email_address: "otto.new@example.com" });
  expect(asked.body).toMatchObject({
    status: "success",
    updated_attributes: ["email_address"],
    userinfo: { email: "otto@example.com", pending_email: "otto.new@example.com" },
  });
  const [mail] = await system.foyer.mails("otto.new@example.com");
  const link = /https?:\/\/\S+[?&]token=([\w-]+)/.exec(mail?.text ?? "");
  expect(link?.[0].startsWith(system.foyer.url)).toBe(true);
  await system.foyer.mails("otto@example.com");
  const confirmed = await system.post("user/confirm_email/", undefined, { token: link?.[1] });
  expect(confirmed.body).toMatchObject({ status: "success", email: "otto.new@example.com" });
  expect(refusalOf(await system.post("user/confirm_email/", undefined, { token: link?.[1] }))).toEqual([410, 3021]);
});

test("R-18 an old session needs the password again for a new address", async () => {
  const { body } = await system.post("signin/", undefined, { username: "paul", password: "river-stone-paul" });
  const token = String(body.token.access_token);
  await system.foyer.advance(301);
  expect(refusalOf(await system.post("user/", token, { new_email_address: "paul.new@example.com" }))).toEqual([
    403, 2002,
  ]);
  expect(
    refusalOf(await system.post("user/", token, { new_email_address: "paul.new@example.com", password: "wrong" })),
  ).toEqual([422, 3022]);
  expect(
    (await system.post("user/", token, { new_email_address: "paul.new@example.com", password: "river-stone-paul" }))
      .status,
  ).toBe(200);
});

test("ACC-06 PASSWORD-03 a new password ends the other sessions and keeps this one", async () => {
  const here = await system.tokenOf("hugo");
  const elsewhere = await system.tokenOf("hugo");
  const change = (old_password: string, one: string, two = one) =>
    system.post("user/", here, { old_password, new_password: one, new_password_2: two });
  expect(refusalOf(await change("wrong", "blue-window-9"))).toEqual([422, 3022]);
  expect(refusalOf(await change("river-stone-hugo", "password"))).toEqual([422, 3023]);
  expect(refusalOf(await change("river-stone-hugo", "blue-window-9", "blue-window-8"))).toEqual([422, 3024]);
  expect((await change("river-stone-hugo", "blue-window-9")).body).toMatchObject({
    status: "success",
    updated_attributes: ["password"],
  });
  expect((await system.post("user/", here)).status).toBe(200);
  expect(refusalOf(await system.post("user/", elsewhere))).toEqual([401, 1002]);
  await system.foyer.signIn("hugo", "blue-window-9");
});

test("ACC-17 PWRESET-04 the mailed link sets a password once and ends all sessions", async () => {
  const token = await system.tokenOf("ines");
  expect(refusalOf(await system.post("password_reset/", undefined, { email_address: "nobody@example.com" }))).toEqual([
    422, 3027,
  ]);
  expect((await system.post("password_reset/", undefined, { email_address: "INES@example.com" })).body).toEqual({
    results: "success",
  });
  const [mail] = await system.foyer.mails("ines@example.com");
  const link = new RegExp(`${system.foyer.url}/password-reset\\?token=([\\w-]+)`).exec(mail?.text ?? "");
  const confirm = (secret: unknown, one: string, two = one) =>
    system.post("password_reset/confirm/", undefined, { token: secret, new_password: one, new_password_2: two });
  expect(refusalOf(await confirm(link?.[1], "quiet-forest-5", "quiet-forest-6"))).toEqual([422, 3024]);
  expect((await confirm(link?.[1], "quiet-forest-5")).body).toEqual({ results: "success" });
  expect(refusalOf(await confirm(link?.[1], "quiet-forest-7"))).toEqual([410, 3028]);
  expect(refusalOf(await system.post("user/", token))).toEqual([401, 1002]);
  await system.foyer.signIn("ines", "quiet-forest-5");
});

test("ACC-18 SYNC-05 the reset deletes that account's files and no other's, and says when it failed", async () => {
  const put = (place: string) => fetch(`${system.foyer.url}/sandbox/sync/${place}`, { method: "PUT", body: "data" });
  const get = async (place: string) => (await fetch(`${system.foyer.url}/sandbox/sync/${place}`)).status;
  await put("sync/tasks/one.json");
  await put("other/tasks/one.json");
  const token = await system.tokenOf("sync");
  await system.foyer.call("POST", "/sandbox/sync", { json: { fail: true } });
  expect(refusalOf(await system.post("user/dav/reset/", token))).toEqual([502, 14001]);
  await system.foyer.call("POST", "/sandbox/sync", { json: { fail: false } });
  expect((await system.post("user/dav/reset/", token)).body).toEqual({ status: "success" });
  expect([await get("sync/tasks/one.json"), await get("other/tasks/one.json")]).toEqual([404, 200]);
});
