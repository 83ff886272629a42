import { hash } from "@node-rs/argon2";
import { afterAll, expect, test } from "vitest";
import { makeAccounts, openSessions, outcomeOf, password, rowsOf } from "../testing/factories.ts";
import { heldPasswords } from "../testing/held-passwords.ts";
import { mailedToken } from "../testing/mails.ts";
import { codeNow } from "../testing/second-factor.ts";
import { type Answer, startAccounts } from "../testing/test-accounts.ts";

// A password check against an outdated credential must have no effect. Two instances, limits on, and checks held back until the
// credential has changed.

const chosen = "copper-kettle-91";
const thiefs = "magpie-nest-77";

const passwords = heldPasswords();
const service = await startAccounts({ instances: 2, passwords });
afterAll(() => service.close());

let people = 0;
/** Creates a person with one session of her own and one of a thief. Each person asks from a separate network. */
async function newPerson(isStaff = false) {
  const name = `person${++people}`;
  const ip = `198.51.100.${people}`;
  await makeAccounts(service, { username: name, is_staff: isStaff, password_hash: await passwords.hash(password) });
  const [own = "", thief = ""] = await openSessions(service, name, name);
  const call = (
    method: "POST" | "DELETE",
    path: string,
    body: unknown,
    token?: string,
    instance = 0,
  ): Promise<Answer> => service.call(method, path, { body, token, instance, ip });
  const post = (path: string, body: unknown, token?: string, instance = 0): Promise<Answer> =>
    call("POST", path, body, token, instance);
  return {
    name,
    email: `${name}@example.com`,
    own,
    thief,
    call,
    post,
    signIn: (typed: string, instance = 0) => post("signin/", { username: name, password: typed }, undefined, instance),
    change: (to: string, token: string, instance = 0, from = password) =>
      post("user/", { old_password: from, new_password: to, new_password_2: to }, token, instance),
    resetLink: async () => {
      await post("password_reset/", { email_address: `${name}@example.com` });
      return mailedToken(service, `${name}@example.com`);
    },
    reset: (token: string) =>
      post("password_reset/confirm/", { token, new_password: chosen, new_password_2: chosen }, undefined, 1),
  };
}

const sessionsOf = async (name: string): Promise<number> => (await rowsOf(service, name, "sessions")).length;

test("R-10 R-16 a change of password concurrent with a reset has no effect after the reset was acknowledged", async () => {
  const person = await newPerson();
  const link = await person.resetLink();
  const held = passwords.hold();
  const change = person.change(thiefs, person.thief);
  await held.checked(1);
  expect(outcomeOf(await person.reset(link))).toBe("200");
  held.letGo();
  expect(outcomeOf(await change)).toBe("422 3022");
  expect(outcomeOf(await person.signIn(thiefs))).toBe("401 1001");
  expect(outcomeOf(await person.signIn(chosen))).toBe("200");
});

test("R-16 sign-ins with the old password concurrent with a reset leave no session", async () => {
  const person = await newPerson();
  const link = await person.resetLink();
  const held = passwords.hold();
  const signIns = Array.from({ length: 8 }, (_, index) => person.signIn(password, index % 2));
  await held.checked(8);
  expect(outcomeOf(await person.reset(link))).toBe("200");
  held.letGo();
  expect((await Promise.all(signIns)).map(outcomeOf)).toEqual(Array.from({ length: 8 }, () => "401 1001"));
  expect(await sessionsOf(person.name)).toBe(0);
});

test("R-12 R-16 a sign-in by the password alone opens nothing when a second factor is turned on concurrently", async () => {
  const person = await newPerson();
  const { body } = await person.post("user/second_factor/", { password }, person.own);
  const held = passwords.hold();
  const signIn = person.signIn(password, 1);
  await held.checked(1);
  const otp = codeNow(service, body.secret);
  expect(outcomeOf(await person.post("user/second_factor/confirm/", { otp }, person.own))).toBe("200");
  const before = await sessionsOf(person.name);
  held.letGo();
  expect(outcomeOf(await signIn)).toBe("401 1005");
  expect(await sessionsOf(person.name)).toBe(before);
});

test("SIGNIN-07 sign-ins concurrent with the closing of an account stay ended when it is reopened", async () => {
  const staff = await newPerson(true);
  const person = await newPerson();
  const held = passwords.hold();
  const signIns = Array.from({ length: 8 }, (_, index) => person.signIn(password, index % 2));
  await held.checked(8);
  const path = `admin/accounts/${person.name}/state/`;
  expect(outcomeOf(await staff.post(path, { reason: "asked for it", account_state: 300 }, staff.own, 1))).toBe("200");
  held.letGo();
  const answers = await Promise.all(signIns);
  expect(answers.map(outcomeOf)).toEqual(Array.from({ length: 8 }, () => "403 1004"));
  expect(outcomeOf(await staff.post(path, { reason: "asked for it", account_state: 100 }, staff.own, 1))).toBe("200");
  // Her former session has ended and may only say why.
  expect((await person.post("user/", {}, person.own)).status).toBe(401);
  const { body } = await service.get(`admin/accounts/${person.name}/`, staff.own);
  expect(body.account.sessions).toBe(0);
});

test("R-33 an address change asked for with the old password concurrent with a reset has no effect", async () => {
  const person = await newPerson();
  const link = await person.resetLink();
  const held = passwords.hold();
  const asked = person.post("user/", { new_email_address: `thief-${person.name}@example.com`, password }, person.thief);
  await held.checked(1);
  expect(outcomeOf(await person.reset(link))).toBe("200");
  held.letGo();
  expect(outcomeOf(await asked)).toBe("422 3022");
  await service.work();
  expect(service.mailer.messages.filter(({ to }) => to.startsWith("thief-"))).toEqual([]);
  const { body } = await person.signIn(chosen);
  expect(body.userinfo).toMatchObject({ email: person.email, pending_email: null });
});

test("R-10 of two sessions that change the password concurrently one succeeds, and its session and password are valid", async () => {
  const person = await newPerson();
  const held = passwords.hold();
  const changes = [person.change(chosen, person.own), person.change(thiefs, person.thief, 1)];
  await held.checked(2);
  held.letGo();
  const answers = await Promise.all(changes);
  expect(answers.map(outcomeOf).toSorted()).toEqual(["200", "422 3022"]);
  const won = answers.findIndex(({ status }) => status === 200);
  const live = await Promise.all([person.own, person.thief].map((token) => person.post("user/", {}, token)));
  expect(live.map(outcomeOf)).toEqual(won === 0 ? ["200", "401 1002"] : ["401 1002", "200"]);
  expect(outcomeOf(await person.signIn(won === 0 ? chosen : thiefs))).toBe("200");
  expect(outcomeOf(await person.signIn(won === 0 ? thiefs : chosen))).toBe("401 1001");
});

test("R-03 a rehash at sign-in does not bring an old password back after a reset", async () => {
  const person = await newPerson();
  const weak = await hash(password, { memoryCost: 16, timeCost: 1, parallelism: 1 });
  await service.database.pool.query("update accounts set password_hash = $2 where username = $1", [person.name, weak]);
  const link = await person.resetLink();
  const held = passwords.hold();
  const signIn = person.signIn(password);
  await held.checked(1);
  expect(outcomeOf(await person.reset(link))).toBe("200");
  held.letGo();
  expect(outcomeOf(await signIn)).toBe("401 1001");
  expect(outcomeOf(await person.signIn(chosen))).toBe("200");
});

test("R-03 R-18 a password is proved though its hash is replaced and a second factor turned on concurrently", async () => {
  const person = await newPerson();
  const weak = await hash(password, { memoryCost: 16, timeCost: 1, parallelism: 1 });
  await service.database.pool.query("update accounts set password_hash = $2 where username = $1", [person.name, weak]);
  const { body } = await person.post("user/second_factor/", { password }, person.own);
  const held = passwords.hold();
  const proof = person.post("user/proof/", { password }, person.own);
  await held.checked(1);
  passwords.hold().letGo();
  expect(outcomeOf(await person.signIn(password, 1))).toBe("200");
  const otp = codeNow(service, body.secret);
  expect(outcomeOf(await person.post("user/second_factor/confirm/", { otp }, person.own, 1))).toBe("200");
  held.letGo();
  expect(outcomeOf(await proof)).toBe("200");
});

test("R-18 a second factor requested or turned off with the old password concurrent with a reset stays unchanged", async () => {
  const factors = async (name: string): Promise<number> => (await rowsOf(service, name, "second_factors")).length;
  const [without, having] = [await newPerson(), await newPerson()];
  await service.database.pool.query(
    "insert into second_factors (account_id, secret, confirmed_at) select id, 'JBSWY3DPEHPK3PXP', now() from accounts where username = $1",
    [having.name],
  );
  const links = [await without.resetLink(), await having.resetLink()] as const;
  const held = passwords.hold();
  const start = without.call("POST", "user/second_factor/", { password }, without.thief);
  const remove = having.call("DELETE", "user/second_factor/", { password }, having.thief);
  await held.checked(2);
  expect(outcomeOf(await without.reset(links[0]))).toBe("200");
  expect(outcomeOf(await having.reset(links[1]))).toBe("200");
  held.letGo();
  expect([outcomeOf(await start), outcomeOf(await remove)]).toEqual(["422 3022", "422 3022"]);
  expect([await factors(without.name), await factors(having.name)]).toEqual([0, 1]);
});

test("R-18 the old password proves nothing after it was changed in the same session", async () => {
  const person = await newPerson();
  const held = passwords.hold();
  const proof = person.post("user/proof/", { password }, person.own);
  await held.checked(1);
  passwords.hold().letGo();
  expect(outcomeOf(await person.change(chosen, person.own, 1))).toBe("200");
  held.letGo();
  expect(outcomeOf(await proof)).toBe("422 3022");
});

test("R-16 a staff member's views end with a reset of her password", async () => {
  const staff = await newPerson(true);
  const person = await newPerson();
  const link = await staff.resetLink();
  const view = await staff.post(`admin/accounts/${person.name}/view/`, { reason: "a look" }, staff.thief);
  expect(outcomeOf(await staff.reset(link))).toBe("200");
  expect(outcomeOf(await person.post("user/", {}, view.body.token.access_token))).toBe("401 1002");
});
