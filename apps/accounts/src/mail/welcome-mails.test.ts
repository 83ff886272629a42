import { afterAll, beforeEach, expect, test } from "vitest";
import { addWelcomes, countUnwelcomed } from "../stores/welcome-mail-store.ts";
import { makeAccounts } from "../testing/factories.ts";
import { mailedToken } from "../testing/mails.ts";
import { startAccounts } from "../testing/test-accounts.ts";
import { countAt } from "./send-welcome-mails.ts";

const service = await startAccounts({ instances: 2, mailMayRefuse: true });
afterAll(() => service.close());

const people = Array.from({ length: 12 }, (_, n) => `moved${String(n).padStart(2, "0")}`);
await makeAccounts(service, ...people, "known");
const { pool } = service.database;
beforeEach(async () => {
  await pool.query("delete from welcome_mails; delete from mailed_secrets");
  await pool.query("update accounts set password_hash = null, state = 100 where username like 'moved%'");
  await service.forgetTries();
  service.mailer.messages.length = 0;
});

const add = (names: readonly string[], perHour: number) =>
  service.database.kysely.transaction().execute((tx) => addWelcomes(tx, names, perHour, service.clock.now()));
/** Lets that time pass, with a look of both instances every ten seconds. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 10) {
    service.clock.advance(10);
    await Promise.all([service.sweep("send-welcome-mails", 0), service.sweep("send-welcome-mails", 1)]);
  }
  await service.work();
}
const recipients = (): string[] => service.mailer.messages.map(({ to }) => to.split("@")[0] ?? "");

test("MOVE-06 each new person gets one mail, at the vendor's rate, also after a second run and with two instances", async () => {
  expect(await Promise.all([add([...people, "known"], 360), add(people, 360)])).toMatchObject([
    { people: 12 },
    { people: 12, waiting: 12 },
  ]);
  await pass(50);
  expect(recipients()).toEqual(people.slice(0, 5));
  // A pause of the system: what was missed is not sent at once.
  service.clock.advance(3_600);
  await pass(20);
  expect(recipients()).toHaveLength(7);
  await add(people, 360);
  await pass(120);
  expect(recipients()).toEqual(people);
  expect(await add(people, 360)).toEqual({ people: 0, waiting: 0 });
  await pass(20);
  expect(recipients()).toHaveLength(12);
});

test("MOVE-06 the link works for days and once, and sets the first password, with which the person signs in", async () => {
  await add(["moved03"], 100);
  await pass(10);
  const token = await mailedToken(service, "moved03@example.com");
  const [mail] = service.mailer.messages;
  expect(mail?.text).toContain("Your account name is moved03.");
  expect(mail?.text).toContain("works for 14 days and once");
  service.clock.advance(13 * 86_400);
  const chosen = { token, new_password: "violet-harbor-92-quilt", new_password_2: "violet-harbor-92-quilt" };
  expect((await service.post("password_reset/confirm/", chosen)).status).toBe(200);
  expect((await service.post("password_reset/confirm/", chosen)).status).not.toBe(200);
  expect((await service.post("signin/", { username: "moved03", password: "violet-harbor-92-quilt" })).status).toBe(200);
  await add(["moved04"], 100);
  await pass(100);
  const late = await mailedToken(service, "moved04@example.com");
  service.clock.advance(14 * 86_400 + 1);
  expect((await service.post("password_reset/look/", { token: late })).status).not.toBe(200);
});

test("MOVE-06 nobody is mailed who has a password, has closed the account, or set a password before her turn", async () => {
  await pool.query("update accounts set state = 300 where username = 'moved01'");
  expect(await countUnwelcomed(service.database.kysely, ["known", "moved01", "moved02"], service.clock.now())).toBe(1);
  expect(await add(["known", "moved01", "moved02", "moved03"], 3_600)).toEqual({ people: 2, waiting: 2 });
  await pool.query("update accounts set password_hash = 'x' where username = 'moved02'");
  await pass(30);
  expect(recipients()).toEqual(["moved03"]);
});

test("MOVE-06 a mail that the mail server did not take for a day is sent by the next run, and no other", async () => {
  service.mailer.isReachable = false;
  await add(["moved05", "moved06"], 3_600);
  await pass(20);
  service.mailer.isReachable = true;
  await pool.query("update welcome_mails set mailed_at = now() from accounts where id = account_id and username = $1", [
    "moved06",
  ]);
  expect(await add(["moved05", "moved06"], 3_600)).toEqual({ people: 0, waiting: 0 });
  service.clock.advance(26 * 3_600);
  expect(await add(["moved05", "moved06"], 3_600)).toEqual({ people: 1, waiting: 1 });
  await pass(20);
  expect(recipients()).toEqual(["moved05"]);
});

test("MOVE-06 between two looks at most the rate's part is sent", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1_000);
  expect([1, 100, 3_600, 36_000].map((rate) => countAt(rate, ago(10), now))).toEqual([0, 0, 10, 100]);
  expect([1, 100, 3_600].map((rate) => countAt(rate, ago(86_400), now))).toEqual([1, 1, 10]);
  expect(countAt(100, ago(36), now)).toBe(1);
  expect(countAt(100, null, now)).toBe(1);
});
