import { caseCount } from "@foyer/testing/random-cases";
import { afterAll, expect, test, vi } from "vitest";
import { cheapPasswords } from "../testing/cheap-passwords.ts";
import { makeAccounts, openSessions, outcomeOf } from "../testing/factories.ts";
import { confirmedSignUp, mailedKey, mailedToken } from "../testing/mails.ts";
import { type Answer, startAccounts } from "../testing/test-accounts.ts";

// Two instances on one PostgreSQL; all calls of a race are concurrent, and each race runs several times.

const REPETITIONS = caseCount("RACES", { usual: 6, torture: 20 });
// Each race takes several times longer on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const service = await startAccounts({ instances: 2, connections: 30, passwords: cheapPasswords() });
afterAll(() => service.close());

const atOnce = (count: number, call: (index: number, instance: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index, index % 2)));
const post = (path: string, instance: number, body: unknown, token?: string) =>
  service.call("POST", path, { body, token, instance });
/** A different network for each caller. */
const ipOf = (index: number): string => `10.0.0.${index}`;

/** Number of answers by status and code. */
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts = Map.groupBy(answers.map(outcomeOf), (outcome) => outcome);
  return Object.fromEntries([...counts].map(([outcome, same]) => [outcome, same.length]));
}

const openAccountsAt = (email: string) =>
  service.database.kysely.selectFrom("accounts").select("username").where("email_key", "=", email).execute();

test("R-22 of 50 concurrent uses of one reset link exactly one counts and sets its password", async () => {
  for (let round = 0; round < REPETITIONS; round++) {
    const name = `reset${round}`;
    await makeAccounts(service, name);
    await service.post("password_reset/", { email_address: `${name}@example.com` });
    const token = await mailedToken(service, `${name}@example.com`);
    const passwordOf = (index: number): string => `lantern-number-${index}`;
    await service.forgetTries();
    const answers = await atOnce(50, (index, instance) =>
      service.call("POST", "password_reset/confirm/", {
        body: { token, new_password: passwordOf(index), new_password_2: passwordOf(index) },
        ip: ipOf(index),
        instance,
      }),
    );
    expect(outcomes(answers)).toEqual({ "200": 1, "410 3028": 49 });
    const winner = answers.findIndex(({ status }) => status === 200);
    const { password_hash: stored } = await service.database.kysely
      .selectFrom("accounts")
      .select("password_hash")
      .where("username", "=", name)
      .executeTakeFirstOrThrow();
    const fitting = await Promise.all(
      Array.from({ length: 50 }, (_, index) => cheapPasswords().verify(stored, passwordOf(index))),
    );
    expect(fitting.flatMap((fits, index) => (fits ? [index] : []))).toEqual([winner]);
    expect((await post("signin/", 0, { username: name, password: passwordOf(winner) })).status).toBe(200);
  }
});

test("R-34 I7 of 20 concurrent claims of one address, by sign-up and by change, one gets it", async () => {
  for (let round = 0; round < REPETITIONS; round++) {
    const address = `mixed${round}@example.com`;
    const signUps: string[] = [];
    for (let index = 0; index < 10; index++) {
      await service.forgetTries();
      signUps.push(await confirmedSignUp(service, address));
    }
    const names = Array.from({ length: 10 }, (_, index) => `mix${round}-${index}`);
    await makeAccounts(service, ...names);
    for (const token of await openSessions(service, ...names)) {
      // An address gets three mails an hour.
      await service.forgetTries();
      await service.post("user/", { new_email_address: address }, token);
    }
    await service.work();
    const links = service.mailer.messages
      .filter(({ to }) => to === address)
      .flatMap(({ text }) => /\?token=([\w-]+)/.exec(text)?.[1] ?? []);
    const secret = { new_password: "copper-kettle-91", new_password_2: "copper-kettle-91" };
    const answers = await atOnce(20, (index, instance) =>
      index < 10
        ? post("user/", instance, { new_account_name: `new${round}-${index}`, ...secret }, signUps[index])
        : post("user/confirm_email/", instance, { token: links[index - 10] }),
    );
    expect(outcomes(answers)).toEqual({ "200": 1, "422 11010": 19 });
    expect(await openAccountsAt(address)).toHaveLength(1);
  }
});

test("R-22 R-32 of 20 concurrent uses of one confirm key one gets the sign-up's token, and the key is dead", async () => {
  for (let round = 0; round < REPETITIONS; round++) {
    const email_address = `key${round}@example.com`;
    await service.post("user/verify_email/", { email_address });
    const confirm_key = await mailedKey(service, email_address);
    const answers = await atOnce(20, (_, instance) =>
      post("user/verify_email/", instance, { email_address, confirm_key }),
    );
    expect(outcomes(answers)).toEqual({ "200": 1, "410 11003": 19 });
  }
});

test("R-33 a change that is confirmed and undone concurrently leaves the old address", async () => {
  for (let round = 0; round < REPETITIONS; round++) {
    const name = `torn${round}`;
    await makeAccounts(service, name);
    const [token] = await openSessions(service, name);
    await service.post("user/", { new_email_address: `torn-new${round}@example.com` }, token);
    const confirm = await mailedToken(service, `torn-new${round}@example.com`);
    const undo = await mailedToken(service, `${name}@example.com`);
    const [confirmed, undone] = await Promise.all([
      post("user/confirm_email/", 0, { token: confirm }),
      post("user/undo_email/", 1, { token: undo }),
    ]);
    expect([200, 410]).toContain(confirmed.status);
    expect(undone.status).toBe(200);
    const { email } = await service.database.kysely
      .selectFrom("accounts")
      .select("email")
      .where("username", "=", name)
      .executeTakeFirstOrThrow();
    expect(email).toBe(`${name}@example.com`);
  }
});
