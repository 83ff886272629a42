import { setTimeout } from "node:timers/promises";
import { openPool } from "@foyer/service-kit/db";
import { caseCount } from "@foyer/testing/random-cases";
import { expect, test, vi } from "vitest";
import { accountRow, makeAccounts, openSessions, password, setRight } from "../testing/factories.ts";
import {
  agreeRestore,
  askRestore,
  carryOut,
  newAddressOf,
  reason,
  restoreOf,
  restoreService,
  stopBy,
  stopLink,
} from "../testing/restores.ts";
import { storeFactor } from "../testing/second-factor.ts";

// Two instances run concurrently on one PostgreSQL; each race runs several times.

const REPETITIONS = caseCount("RACES", { usual: 8, torture: 20 });
const DAY = 24 * 3_600;
vi.setConfig({ testTimeout: 120_000 });
const { service, staff, signInStaff } = restoreService({ connections: 30 });

const accountOf = (username: string) => accountRow(service, username);
const rowOf = async (username: string) =>
  service.database.kysely
    .selectFrom("access_restores")
    .innerJoin("accounts", "accounts.id", "access_restores.account_id")
    .selectAll("access_restores")
    .where("username", "=", username)
    .executeTakeFirstOrThrow();
const actsOf = async (username: string, act: string): Promise<number> => {
  const rows = await service.database.kysely
    .selectFrom("staff_acts")
    .select("id")
    .where("target", "=", `account:${username}`)
    .where("act", "=", act)
    .execute();
  return rows.length;
};

async function waiting(username: string): Promise<string> {
  await makeAccounts(service, username);
  await askRestore(service, staff.anna, username);
  expect((await agreeRestore(service, staff.bert, username)).status).toBe(200);
  await service.work();
  return stopLink(service, `${username}@example.com`);
}

/** Advances the clock by a day for all restores and signs the staff in again. */
async function dayLater(): Promise<void> {
  service.clock.advance(DAY);
  await signInStaff();
}

/**
 * Runs `what` while both instances run the sweep. It starts well before the sweep in the first round, well after it in the last,
 * and close to it in between. Only the restore of that account is due.
 */
async function sweepDuring<T>(round: number, username: string, what: () => Promise<T>): Promise<T> {
  const { id } = await rowOf(username);
  const others = service.database.kysely
    .updateTable("access_restores")
    .where("ended_at", "is", null)
    .where("state", "=", "waiting");
  const [now, later] = [service.clock.now(), new Date(service.clock.now().getTime() + DAY * 1_000)];
  await others.set({ due_at: later }).where("id", "<>", id).execute();
  await others.set({ due_at: now }).where("id", "=", id).execute();
  const lead = Math.round((round / (REPETITIONS - 1) - 0.5) ** 3 * 2_000);
  const looking = setTimeout(Math.max(0, -lead)).then(() => Promise.all([carryOut(service, 0), carryOut(service, 1)]));
  const [answer] = await Promise.all([setTimeout(Math.max(0, lead)).then(what), looking]);
  return answer;
}

/** Expects that a finished restore was carried out completely or not at all. */
async function expectWhole(username: string): Promise<"done" | "stopped"> {
  const [account, row] = [await accountOf(username), await rowOf(username)];
  expect(["done", "stopped"]).toContain(row.state);
  const isDone = row.state === "done";
  expect(account.email).toBe(isDone ? newAddressOf(username) : `${username}@example.com`);
  expect(account.password_hash === null).toBe(isDone);
  expect(await actsOf(username, "account.restored")).toBe(isDone ? 1 : 0);
  return isDone ? "done" : "stopped";
}

test("KEY-11 when a stop and the sweep run concurrently, one succeeds and the answer says which", async () => {
  const names = Array.from({ length: REPETITIONS }, (_, round) => `torn${round}`);
  const links = new Map<string, string>();
  for (const name of names) links.set(name, await waiting(name));
  await dayLater();
  const outcomes: string[] = [];
  for (const [round, name] of names.entries()) {
    const { status } = await sweepDuring(round, name, () => stopBy(service, links.get(name), round % 2));
    const state = await expectWhole(name);
    expect(status, name).toBe(state === "done" ? 409 : 200);
    outcomes.push(state);
  }
  expect(new Set(outcomes).size, outcomes.join(" ")).toBe(2);
});

test("KEY-11 two concurrent sweeps carry it out once: one act, one link, one notice", async () => {
  const names = Array.from({ length: REPETITIONS }, (_, round) => `twice${round}`);
  for (const name of names) await waiting(name);
  await dayLater();
  const seen = service.mailer.messages.length;
  await Promise.all([carryOut(service, 0), carryOut(service, 1), carryOut(service, 0), carryOut(service, 1)]);
  await service.work();
  for (const name of names) {
    expect(await expectWhole(name)).toBe("done");
    const mails = service.mailer.messages
      .slice(seen)
      .filter(({ to }) => to.startsWith(`${name}@`) || to === newAddressOf(name));
    expect(mails.map(({ to }) => to).toSorted()).toEqual([newAddressOf(name), `${name}@example.com`].toSorted());
  }
});

test("KEY-11 of two concurrent agreements one counts", async () => {
  for (let round = 0; round < REPETITIONS; round++) {
    const name = `both${round}`;
    await makeAccounts(service, name);
    await askRestore(service, staff.anna, name);
    const answers = await Promise.all([
      agreeRestore(service, staff.bert, name, {}, 0),
      agreeRestore(service, staff.chief, name, {}, 1),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await actsOf(name, "account.restore_agreed")).toBe(1);
  }
});

test("KEY-11 of two concurrent requests one counts", async () => {
  for (let round = 0; round < REPETITIONS; round++) {
    const name = `asked${round}`;
    await makeAccounts(service, name);
    const answers = await Promise.all([
      askRestore(service, staff.anna, name, {}, 0),
      askRestore(service, staff.bert, name, { new_email_address: "other@elsewhere.example" }, 1),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  }
});

test("KEY-11 when a sign-in and the sweep run concurrently, one succeeds: no session survives a restore", async () => {
  const names = Array.from({ length: REPETITIONS }, (_, round) => `signing${round}`);
  for (const name of names) await waiting(name);
  await dayLater();
  const outcomes: string[] = [];
  for (const [round, username] of names.entries()) {
    const { body } = await sweepDuring(round, username, () =>
      service.call("POST", "signin/", { body: { username, password }, instance: round % 2 }),
    );
    const state = await expectWhole(username);
    const token = body.token?.access_token;
    const isIn = token !== undefined && (await service.post("user/", {}, token)).status === 200;
    expect(isIn, username).toBe(state === "stopped");
    outcomes.push(state);
  }
  expect(new Set(outcomes).size, outcomes.join(" ")).toBe(2);
});

test("R-43 KEY-11 a right withdrawn during an agreement makes the agreement count before it or fail", async () => {
  for (let round = 0; round < REPETITIONS; round++) {
    const name = `stale${round}`;
    await makeAccounts(service, name);
    await askRestore(service, staff.anna, name);
    const [bert = ""] = await openSessions(service, "bert");
    // Her earlier proof stays valid, so only her right decides.
    const { id: restore } = await restoreOf(service, staff.chief, name);
    const taken = { reason, rights: ["read"], password };
    const [agreed, taking] = await Promise.all([
      service.call("POST", `admin/accounts/${name}/restore/agree/`, {
        token: bert,
        body: { reason, password, restore },
        instance: round % 2,
      }),
      service.call("POST", "admin/accounts/bert/rights/", {
        token: staff.chief,
        body: taken,
        instance: (round + 1) % 2,
      }),
    ]);
    expect(taking.status).toBe(200);
    const { state } = await rowOf(name);
    expect(state).toBe(agreed.status === 200 ? "waiting" : "asked");
    expect([200, 401, 404]).toContain(agreed.status);
    await setRight(service, "bert", "support");
  }
});

/** The process dies while it writes this table, so the whole transaction must roll back. */
const steps = [
  ["accounts", "update"],
  ["second_factors", "delete"],
  ["sessions", "delete"],
  ["mailed_secrets", "insert"],
  ["access_restores", "update"],
  ["security_events", "insert"],
  ["staff_acts", "insert"],
] as const;

test.each(steps)(
  "KEY-11 a crash while writing %s leaves nothing, and the next sweep does all of it once",
  async (table, what) => {
    const name = `dying-${table.replaceAll("_", "-")}`;
    await waiting(name);
    const { id } = await accountOf(name);
    await storeFactor(service, name);
    // A session from before that does not stop the restore.
    await service.database.pool.query(
      `insert into sessions (id, account_id, access_hash, access_expires_at, refresh_hash, refresh_expires_at, ends_at, proved_at, started_at,
      refreshed_at, user_agent, ip)
     select 'ses_' || $1, id, sha256($1::bytea), now(), sha256(('r' || $1)::bytea), $2, $2, now(), now(), now(), '', '' from accounts where id = $1`,
      [id, new Date(service.clock.now().getTime() + 10 * DAY * 1_000)],
    );
    await dayLater();
    const owner = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
    await owner.query(
      `create or replace function accounts.die() returns trigger language plpgsql as $$ begin raise 'died'; end $$`,
    );
    await owner.query(
      `create trigger die before ${what} on accounts.${table} for each row execute function accounts.die()`,
    );
    await carryOut(service, 0);
    await owner.query(`drop trigger die on accounts.${table}`);
    await owner.end();
    expect(await rowOf(name)).toMatchObject({ state: "waiting", ended_at: null });
    expect(await accountOf(name)).toMatchObject({ email: `${name}@example.com` });
    expect((await accountOf(name)).password_hash).not.toBeNull();
    await carryOut(service, 1);
    await carryOut(service, 0);
    expect(await expectWhole(name)).toBe("done");
    const left = await service.database.pool.query(
      "select (select count(*)::int from sessions where account_id = $1) as sessions, (select count(*)::int from second_factors where account_id = $1) as factors",
      [id],
    );
    expect(left.rows).toEqual([{ sessions: 0, factors: 0 }]);
  },
);
