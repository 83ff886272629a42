import { expect, test } from "vitest";
import { account, contractSystem, refusalOf } from "./contract-system.ts";

const system = contractSystem([
  ...["maria", "nils", "otto", "uma"].map((name) => account(name)),
  account("gone", { state: 300 }),
  // Only a person with a license has a customer.
  {
    type: "license",
    id: "team",
    owners: ["maria"],
    product_id: "OUTLINE-5-SUB-ANNUAL-WEB",
    description: "Outlinear 5",
  },
  { type: "subscription", license: "team", current_period_end: "+20d" },
]);

test("ACC-01 SIGNIN-07 signing in returns token and userinfo, and no further data", async () => {
  const { status, body } = await system.foyer.call("POST", "/api/1.1/signin/", {
    form: { username: "Maria", password: "river-stone-maria" },
  });
  expect(status).toBe(200);
  expect(body.token).toMatchObject({ token_type: "Bearer", expires_in: 900, refresh_expires_in: 604_800 });
  expect(body.userinfo).toMatchObject({
    username: "maria",
    email: "maria@example.com",
    pending_email: null,
    is_staff: false,
    account_state: 100,
  });
  expect(body.userinfo.customer_id).toHaveLength(1);
  const wrong = await system.post("signin/", undefined, { username: "maria", password: "x" });
  const unknown = await system.post("signin/", undefined, { username: "nobody", password: "x" });
  expect(refusalOf(wrong)).toEqual([401, 1001]);
  expect(unknown.body).toEqual(wrong.body);
  const closed = await system.post("signin/", undefined, { username: "gone", password: "river-stone-gone" });
  expect(refusalOf(closed)).toEqual([403, 1004]);
  expect(closed.body.userinfo.account_state).toBe(300);
  expect(refusalOf(await system.post("signin/", undefined, { username: "gone", password: "wrong" }))).toEqual([
    401, 1001,
  ]);
  expect(refusalOf(await system.post("signin/", undefined, { username: "maria" }))).toEqual([422, 4000]);
});

test("ACC-02 R-15 a refresh uses up its token; an early repeat ends nothing, a late one ends the session", async () => {
  const { body: first } = await system.post("signin/", undefined, { username: "nils", password: "river-stone-nils" });
  const { body: second, status } = await system.post("refresh/", undefined, {
    refresh_token: first.token.refresh_token,
  });
  expect(status).toBe(200);
  expect(second.userinfo.username).toBe("nils");
  const repeat = await system.post("refresh/", undefined, { refresh_token: first.token.refresh_token });
  expect([200, 409]).toContain(repeat.status);
  const newest = repeat.status === 200 ? repeat.body : second;
  expect((await system.post("user/", newest.token.access_token)).status).toBe(200);
  await system.foyer.advance(11);
  const late = await system.post("refresh/", undefined, { refresh_token: first.token.refresh_token });
  expect(refusalOf(late)).toEqual([401, "invalid_grant"]);
  expect(refusalOf(await system.post("user/", newest.token.access_token))).toEqual([401, 1002]);
  expect(refusalOf(await system.post("refresh/", undefined, { refresh_token: "unknown" }))).toEqual([
    401,
    "invalid_grant",
  ]);
});

test("ACC-03 signing out revokes both tokens", async () => {
  const { body } = await system.post("signin/", undefined, { username: "otto", password: "river-stone-otto" });
  const token = String(body.token.access_token);
  expect((await system.foyer.call("GET", "/api/1.1/signout/", { token })).body).toMatchObject({ status: "success" });
  expect(refusalOf(await system.post("user/", token))).toEqual([401, 1002]);
  expect((await system.post("refresh/", undefined, { refresh_token: body.token.refresh_token })).status).toBe(401);
});

test("ACC-04 userinfo needs a token", async () => {
  expect((await system.post("user/", await system.tokenOf("uma"))).body.userinfo.username).toBe("uma");
  expect(refusalOf(await system.post("user/", undefined))).toEqual([401, 1002]);
  expect(refusalOf(await system.post("user/", "nonsense"))).toEqual([401, 1002]);
});
