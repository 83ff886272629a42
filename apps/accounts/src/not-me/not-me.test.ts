import { describe, expect, test } from "vitest";
import { hashOf } from "../secrets/secret-values.ts";
import { makeAccounts, openSessions, password, setAccount } from "../testing/factories.ts";
import { heldPasswords } from "../testing/held-passwords.ts";
import { type Answer, testAccounts } from "../testing/test-accounts.ts";

// Two instances, limits on. Password checks can be held back, so concurrent calls have a fixed order.

const thiefs = "magpie-nest-77";
const fresh = "sapphire-window-7";
const HOUR = 3_600;

const passwords = heldPasswords();
const service = testAccounts({ instances: 2, passwords });

let people = 0;
/** Creates a person with one session of her own and one of a thief. Each person asks from a separate network. */
async function newPerson() {
  const name = `owner${++people}`;
  const ip = `198.51.100.${people}`;
  const address = `${name}@example.com`;
  const ids = await makeAccounts(service, name);
  const [own = "", thief = ""] = await openSessions(service, name, name);
  const post = (path: string, body: unknown, token?: string, instance = 0): Promise<Answer> =>
    service.call("POST", path, { body, token, instance, ip });
  return {
    name,
    address,
    id: ids.get(name) ?? "",
    own,
    thief,
    post,
    /** The thief changes the password. */
    steal: (old = password, instance = 0) =>
      post("user/", { old_password: old, new_password: thiefs, new_password_2: thiefs }, thief, instance),
    enter: (typed: string, instance = 0) => post("signin/", { username: name, password: typed }, undefined, instance),
    press: (token: string, instance = 0) => post("not_me/", { token }, undefined, instance),
    /** Sets a new password by the newest link at that address. */
    reset: async (at = address, chosen = fresh) => {
      const token = await newest(at, "password-reset");
      return post("password_reset/confirm/", { token, new_password: chosen, new_password_2: chosen });
    },
    isAlive: async (token: string) =>
      (await service.call("GET", "user/sessions/", { token, instance: 1, ip })).status === 200,
  };
}
type TestPerson = Awaited<ReturnType<typeof newPerson>>;

const mails = (address: string) => service.mailer.messages.filter(({ to }) => to === address);

/** The token of the newest link to that page at that address. */
async function newest(address: string, page: string): Promise<string> {
  await service.work();
  const found = mails(address)
    .map(({ text }) => new RegExp(`/${page}\\?token=([\\w-]+)`).exec(text)?.[1])
    .findLast((token) => token !== undefined);
  if (found === undefined) throw new Error(`no link to ${page} at ${address}`);
  return found;
}

/** The thief changes the password. Returns the token of the mail about it. */
async function robbed(who: TestPerson): Promise<string> {
  expect((await who.steal()).status).toBe(200);
  return newest(who.address, "not-me");
}

async function reportsOf({ id }: TestPerson) {
  return service.database.kysely.selectFrom("not_me_reports").selectAll().where("account_id", "=", id).execute();
}

/** The thief changes the account's address to his own. */
async function moved(who: TestPerson): Promise<string> {
  const his = `thief-of-${who.name}@example.net`;
  const asked = await who.post("user/", { new_email_address: his, password }, who.thief);
  expect(asked.status).toBe(200);
  const token = await newest(his, "confirm-email");
  expect((await who.post("user/confirm_email/", { token })).status).toBe(200);
  return his;
}

async function expectNothingOpens(who: TestPerson, ...typed: string[]): Promise<void> {
  expect([await who.isAlive(who.own), await who.isAlive(who.thief)]).toEqual([false, false]);
  for (const each of typed) expect((await who.enter(each, 1)).body.code).toBe(1001);
}

describe("by the link of a mail", () => {
  test("KEY-09 ends all sessions and the thief's password, mails a link to set another, and mails the staff", async () => {
    const who = await newPerson();
    const token = await robbed(who);
    const looked = await who.post("not_me/look/", { token });
    expect(looked.body).toMatchObject({ username: who.name, kind: "password.changed", is_done: false });
    expect(await who.press(token)).toMatchObject({
      status: 200,
      body: { already: false, mailed_to: "o…@example.com" },
    });
    await expectNothingOpens(who, thiefs, password);
    await service.work();
    const [report] = await reportsOf(who);
    expect(report).toMatchObject({ event: "password.changed", by_link: true, closed_at: null });
    const toStaff = mails("help@example.com").findLast(({ subject }) => subject.includes(who.name));
    expect(toStaff?.text).toContain(`/admin/accounts/${who.name}`);
    const mail = mails(who.address).at(-1);
    expect(mail?.subject).toContain("Set a new password");
    expect((await who.reset()).status).toBe(200);
    expect((await who.enter(fresh)).status).toBe(200);
    expect((await who.enter(thiefs)).status).toBe(401);
  });

  test("KEY-09 reading the link does not use it, and no GET has an effect", async () => {
    const who = await newPerson();
    const token = await robbed(who);
    for (let look = 0; look < 5; look++) {
      expect((await who.post("not_me/look/", { token }, undefined, look % 2)).body.is_done).toBe(false);
      expect((await service.call("GET", `not_me/?token=${token}`)).status).toBe(405);
    }
    expect(await who.isAlive(who.thief)).toBe(true);
    expect(await reportsOf(who)).toEqual([]);
    expect((await who.press(token)).body.already).toBe(false);
  });

  test("KEY-09 of twenty concurrent uses on two instances one has the effect, and the others answer that it was done", async () => {
    const who = await newPerson();
    const token = await robbed(who);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => who.press(token, at % 2)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.filter(({ body }) => !body.already)).toHaveLength(1);
    expect(await reportsOf(who)).toHaveLength(1);
    await service.work();
    expect(mails(who.address).filter(({ subject }) => subject.includes("Set a new password"))).toHaveLength(1);
    const events = service.database.kysely.selectFrom("security_events").select("kind");
    const own = await events.where("account_id", "=", who.id).where("kind", "=", "account.not_me").execute();
    expect(own).toHaveLength(1);
  });

  test("KEY-09 the link of another mail about an earlier event answers that it was done and keeps the new password", async () => {
    const who = await newPerson();
    const first = await robbed(who);
    service.clock.advance(60);
    expect((await who.steal(thiefs)).status).toBe(200);
    const second = await newest(who.address, "not-me");
    expect(second).not.toBe(first);
    service.clock.advance(60);
    expect((await who.press(second)).body.already).toBe(false);
    expect((await who.reset()).status).toBe(200);
    expect((await who.post("not_me/look/", { token: first })).body.is_done).toBe(true);
    for (const token of [first, second, first]) expect((await who.press(token, 1)).body.already).toBe(true);
    expect((await who.enter(fresh)).status).toBe(200);
    // An event after it gets a working link again.
    service.clock.advance(60);
    await service.post("password_reset/", { email_address: who.address });
    expect((await who.reset(who.address, thiefs)).status).toBe(200);
    expect((await who.press(await newest(who.address, "not-me"))).body.already).toBe(false);
    await expectNothingOpens(who, thiefs, fresh);
  });

  test("KEY-09 a link is dead after 7 days, for a closed account, and when it is invalid; wrong links are limited", async () => {
    const who = await newPerson();
    const token = await robbed(who);
    service.clock.advance(7 * 24 * HOUR - 60);
    expect((await who.post("not_me/look/", { token })).status).toBe(200);
    service.clock.advance(61);
    const dead = { status: 410, body: { code: 1031 } };
    expect(await who.post("not_me/look/", { token })).toMatchObject(dead);
    expect(await who.press(token)).toMatchObject(dead);
    const closed = await newPerson();
    const other = await robbed(closed);
    await setAccount(service, closed.name, { state: 300 });
    expect(await closed.press(other)).toMatchObject(dead);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => closed.press(`ml_wrong${at}`, at % 2)));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });

  test("R-77 KEY-09 the secret is created with the mail, and no stored row contains it", async () => {
    const who = await newPerson();
    expect((await who.steal()).status).toBe(200);
    const rows = () =>
      service.database.kysely.selectFrom("mailed_secrets").selectAll().where("account_id", "=", who.id).execute();
    expect(await rows()).toEqual([]);
    const token = await newest(who.address, "not-me");
    const [row] = await rows();
    expect(row).toMatchObject({ secret_hash: hashOf(token), about: "password.changed", address: who.address });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("KEY-09 each mail about a change to a way to sign in has such a link", async () => {
    const who = await newPerson();
    const subjects = new Map<string, string>();
    const note = async (at = who.address) => {
      await newest(at, "not-me");
      const mail = mails(at).findLast(({ text }) => text.includes("/not-me?token="));
      if (mail) subjects.set(mail.subject, mail.html ?? "");
    };
    const { kysely } = service.database;
    const { queueAccountNotice } = await import("../mail/send-account-notice.ts");
    const { jobQueue } = await import("@foyer/service-kit/jobs");
    for (const about of ["password_changed", "turned_on", "turned_off", "recovery_code_used"] as const) {
      await queueAccountNotice(kysely, jobQueue("accounts"), who.id, about, service.clock.now());
      await note();
    }
    await moved(who);
    await note();
    expect([...subjects.keys()]).toEqual([
      "Your Example password was changed",
      "Two-step sign-in of your Example account",
      "The address of your Example account is about to change",
    ]);
    for (const html of subjects.values()) expect(html).toContain(">This was not me</a>");
  });
});

describe("an account that the thief moved to an address of his", () => {
  test("KEY-09 the link at the owner's address restores it, and only she can set the new password", async () => {
    const who = await newPerson();
    const his = await moved(who);
    const link = await newest(who.address, "not-me");
    expect(await who.press(link)).toMatchObject({ body: { already: false, mailed_to: "o…@example.com" } });
    await service.work();
    expect(mails(his).some(({ text }) => /password-reset\?token=/.test(text))).toBe(false);
    expect(mails(his).at(-1)?.text).not.toContain("/not-me?token=");
    await expectNothingOpens(who, password, thiefs);
    await service.post("password_reset/", { email_address: his });
    expect((await who.reset()).status).toBe(200);
    expect((await who.enter(fresh)).body.userinfo.email).toBe(who.address);
    // The undo link of the address change still works.
    const undo = await newest(who.address, "undo-email");
    expect((await who.post("user/undo_email/", { token: undo })).body.email).toBe(who.address);
  });

  test("KEY-08 a thief who reports “not me” himself gains nothing: the owner's old and new links still work", async () => {
    for (const which of ["first", "newest"] as const) {
      const who = await newPerson();
      const his = await moved(who);
      const first = await newest(who.address, "not-me");
      service.clock.advance(60);
      const { body } = await service.get("user/events/", who.thief);
      const changed = body.events.find(({ kind }: { kind: string }) => kind === "email.changed");
      expect((await who.post(`user/events/${changed.id}/not_me/`, {}, who.thief)).body.mailed_to).toBe(
        "t…@example.net",
      );
      expect((await who.reset(his, thiefs)).status).toBe(200);
      const token = which === "first" ? first : await newest(who.address, "not-me");
      if (which === "newest") expect(token).not.toBe(first);
      expect((await who.press(token)).body).toMatchObject({ already: false, mailed_to: "o…@example.com" });
      await expectNothingOpens(who, thiefs, password);
      expect((await who.reset()).status).toBe(200);
      expect((await who.enter(fresh)).body.userinfo.email).toBe(who.address);
    }
  });

  test("KEY-09 after 72 hours the address stays, all other access ends, and the staff get a task", async () => {
    const who = await newPerson();
    const his = await moved(who);
    const link = await newest(who.address, "not-me");
    service.clock.advance(73 * HOUR);
    expect(await who.press(link)).toMatchObject({ body: { already: false, mailed_to: "t…@example.net" } });
    await expectNothingOpens(who, password, thiefs);
    expect(await reportsOf(who)).toHaveLength(1);
    expect(await newest(his, "password-reset")).toBeTruthy();
  });

  test("KEY-09 an address that another account has now is not restored, and the rest happens", async () => {
    const who = await newPerson();
    await moved(who);
    const link = await newest(who.address, "not-me");
    await makeAccounts(service, { username: `${who.name}-other`, email: who.address });
    expect(await who.press(link)).toMatchObject({ status: 200, body: { mailed_to: "t…@example.net" } });
    await expectNothingOpens(who, password, thiefs);
  });
});

describe("from the list of events", () => {
  const opened = async (who: TestPerson): Promise<string> => {
    const { userinfo: _, token } = (await who.enter(password)).body;
    const { body } = await service.get("user/events/", token.access_token);
    return body.events.find(({ kind }: { kind: string }) => kind === "session.opened").id;
  };

  test("KEY-08 disowning an own event ends all access, including the calling session, without a password", async () => {
    const who = await newPerson();
    const event = await opened(who);
    const answer = await who.post(`user/events/${event}/not_me/`, {}, who.own);
    expect(answer).toMatchObject({ status: 200, body: { mailed_to: "o…@example.com" } });
    await expectNothingOpens(who, password);
    expect((await who.post(`user/events/${event}/not_me/`, {}, who.own)).status).toBe(401);
    expect(await reportsOf(who)).toMatchObject([{ event: "session.opened", by_link: false }]);
    expect((await who.reset()).status).toBe(200);
    const back = (await who.enter(fresh)).body.token.access_token;
    const { body } = await service.get("user/events/", back);
    expect(body.events.map(({ kind }: { kind: string }) => kind)).toEqual([
      "session.opened",
      "password.reset",
      "session.refused",
      "account.not_me",
      "session.opened",
    ]);
  });

  test("KEY-08 another account's event, a staff act and an unknown id cannot be disowned", async () => {
    const [who, other] = [await newPerson(), await newPerson()];
    const { id } = await service.database.kysely
      .insertInto("security_events")
      .values({ at: service.clock.now(), kind: "email.changed", account_id: who.id, actor: other.id, details: "{}" })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const event of [await opened(other), String(id), "0", "x", "999999999"]) {
      expect((await who.post(`user/events/${event}/not_me/`, {}, who.own)).body.code).toBe(2004);
    }
    expect((await who.post("user/events/1/not_me/", {}, who.own)).status).toBe(429);
    expect(await who.isAlive(who.thief)).toBe(true);
  });

  test("KEY-08 of two tabs that disown concurrently one ends all access, the other is signed out", async () => {
    const who = await newPerson();
    const event = await opened(who);
    const both = await Promise.all([
      who.post(`user/events/${event}/not_me/`, {}, who.own, 0),
      who.post(`user/events/${event}/not_me/`, {}, who.thief, 1),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 401]);
    expect(await reportsOf(who)).toHaveLength(1);
  });
});

describe("concurrently with a thief", () => {
  test("KEY-08 a password change proved before it and written after it has no effect", async () => {
    const who = await newPerson();
    const token = await robbed(who);
    const hold = passwords.hold();
    const wanted = { old_password: thiefs, new_password: password, new_password_2: password };
    const change = who.post("user/", wanted, who.thief);
    const signIn = who.enter(thiefs, 1);
    await hold.checked(2);
    expect((await who.press(token)).status).toBe(200);
    hold.letGo();
    expect([(await change).status, (await signIn).status].every((status) => status >= 400)).toBe(true);
    await expectNothingOpens(who, thiefs, password);
  });

  test("KEY-08 in any order, no session and no password of the thief works afterwards", async () => {
    for (let round = 0; round < 10; round++) {
      const who = await newPerson();
      const token = await robbed(who);
      const again = "raven-thicket-31";
      const change = { old_password: thiefs, new_password: again, new_password_2: again };
      const work = [
        () => who.press(token, round % 2),
        () => who.post("user/", change, who.thief, 1),
        () => who.enter(thiefs, 0),
        () => who.enter(thiefs, 1),
      ];
      const answers = await Promise.all((round % 3 === 0 ? work.toReversed() : work).map((each) => each()));
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      for (const { body } of answers) {
        if (body.token) expect(await who.isAlive(body.token.access_token)).toBe(false);
      }
      await expectNothingOpens(who, thiefs, again);
      await service.forgetTries();
    }
  });
});
