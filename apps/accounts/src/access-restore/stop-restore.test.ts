import { inTransaction } from "@foyer/service-kit/db";
import { describe, expect, test } from "vitest";
import { endWhatWasOpen } from "../after-restore.ts";
import { gatherPart } from "../data-export/own-data-store.ts";
import { endEverything } from "../sessions/end-everything.ts";
import { accountRow, makeAccounts, openSessions, password, signIn } from "../testing/factories.ts";
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
import { refusal } from "../testing/test-accounts.ts";

const DAY = 24 * 3_600;
const { service, staff, signInStaff } = restoreService();

const kysely = () => service.database.kysely;
const accountOf = (username: string) => accountRow(service, username);
const restore = (username: string) => restoreOf(service, staff.chief, username);

/** Creates a waiting restore and sends its mails. Returns the old address, the one before it, and the new one. */
async function waiting(username: string): Promise<readonly [string, string, string]> {
  await makeAccounts(service, username);
  const { id } = await accountOf(username);
  const before = `${username}-before@example.com`;
  await service.database.pool.query(
    "insert into security_events (at, kind, account_id, actor, details) values ($1, 'email.changed', $2, $2, $3)",
    [service.clock.now(), id, JSON.stringify({ from: before, to: `${username}@example.com` })],
  );
  expect((await askRestore(service, staff.anna, username)).status).toBe(200);
  expect((await agreeRestore(service, staff.bert, username)).status).toBe(200);
  await service.work();
  return [`${username}@example.com`, before, newAddressOf(username)];
}

/** Recipients and subjects of the mails sent after the first `count`. */
async function mailedSince(count: number): Promise<string[]> {
  await service.work();
  return service.mailer.messages.slice(count).map(({ to, subject }) => `${to}: ${subject}`);
}
const stays = (username: string): string => `Access to the Example account ${username} stays as it was`;
const stopped = (username: string): string => `The restore of access to ${username} was stopped`;

describe("the link of a restore's mail", () => {
  test.each([0, 1, 2])(
    "KEY-11 stops it from any of its mails, once, and every address that got a mail gets another: mail %i",
    async (which) => {
      const username = `linked${which}`;
      const addresses = await waiting(username);
      const token = stopLink(service, addresses[which] ?? "");
      const other = stopLink(service, addresses[(which + 1) % 3] ?? "");
      const seen = service.mailer.messages.length;
      const answer = await stopBy(service, token, 1);
      expect(answer).toMatchObject({ status: 200, body: { status: "success", username } });
      expect(refusal(await stopBy(service, token))).toEqual([410, 1041]);
      expect(refusal(await stopBy(service, other))).toEqual([410, 1041]);
      expect(await restore(username)).toMatchObject({ state: "stopped", stopped_by: "link", stopped_by_staff: null });
      expect((await mailedSince(seen)).toSorted()).toEqual(
        [
          ...addresses.map((address) => `${address}: ${stays(username)}`),
          `anna@example.com: ${stopped(username)}`,
          `bert@example.com: ${stopped(username)}`,
        ].toSorted(),
      );
      service.clock.advance(2 * DAY);
      await carryOut(service);
      expect((await accountOf(username)).email).toBe(`${username}@example.com`);
    },
  );

  test("KEY-11 still works after the end of sessions and other mailed links, and no change of the address gets past it", async () => {
    const [own] = await waiting("outlived");
    const token = stopLink(service, own);
    const { id } = await accountOf("outlived");
    await inTransaction(kysely(), (tx) => endEverything(tx, { id, username: "outlived" }, service.clock.now()));
    const change = { reason, new_email_address: "outlived-3@example.com", password };
    // A change of the address waits as a restore does, and an account has one of them at a time.
    expect(refusal(await service.post("admin/accounts/outlived/email/", change, staff.anna))).toEqual([409, 1043]);
    expect((await service.post("admin/accounts/outlived/end_sessions/", { reason }, staff.anna)).status).toBe(200);
    expect((await stopBy(service, token)).status).toBe(200);
  });

  test("KEY-11 used too late answers that the restore was carried out, also if it was used before", async () => {
    const addresses = await waiting("late");
    service.clock.advance(DAY);
    await carryOut(service, 1);
    for (const address of addresses) {
      const answer = await stopBy(service, stopLink(service, address));
      expect([refusal(answer), answer.body.message]).toEqual([[409, 1042], expect.stringContaining("too late")]);
    }
    expect((await accountOf("late")).email).toBe(newAddressOf("late"));
  });

  test("R-07 R-24 KEY-11 wrong tokens get 410 or 422 and count against the network", async () => {
    for (const token of ["", [], null, 0, true, ["x"]]) {
      expect([410, 422]).toContain((await stopBy(service, token)).status);
    }
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) statuses.push((await stopBy(service, `ml_${n}`, n % 2, "198.51.100.77")).status);
    expect(new Set(statuses.slice(0, 30))).toEqual(new Set([410]));
    expect(statuses[30]).toBe(429);
  });

  test("KEY-11 no other mailed link stops it, and its link does nothing else", async () => {
    const [own] = await waiting("crossed");
    await service.post("password_reset/", { email_address: own });
    await service.work();
    const reset = /\/password-reset\?token=([\w-]+)/.exec(
      service.mailer.messages.findLast(({ to }) => to === own)?.text ?? "",
    )?.[1];
    expect(refusal(await stopBy(service, reset))).toEqual([410, 1041]);
    const token = stopLink(service, own);
    const secret = { token, new_password: "copper-kettle-91", new_password_2: "copper-kettle-91" };
    expect((await service.post("password_reset/confirm/", secret)).status).toBe(410);
    expect((await service.post("user/undo_email/", { token })).status).toBe(410);
    expect((await restore("crossed")).state).toBe("waiting");
  });
});

describe("a sign-in", () => {
  test("KEY-11 with password and factor stops it, which mails and the own page show; a wrong try stops nothing", async () => {
    const addresses = await waiting("signer");
    const otp = await storeFactor(service, "signer");
    expect((await service.post("signin/", { username: "signer", password: "wrong" })).status).toBe(401);
    expect((await service.post("signin/", { username: "signer", password })).status).toBe(401);
    expect((await restore("signer")).state).toBe("waiting");
    const seen = service.mailer.messages.length;
    await service.forgetTries();
    const { status, body } = await service.post("signin/", { username: "signer", password, otp });
    expect(status).toBe(200);
    expect(await restore("signer")).toMatchObject({ state: "stopped", stopped_by: "sign_in" });
    const own = await service.get("user/access_restore/", body.token.access_token);
    expect(own.body.restore).toMatchObject({ state: "stopped", stopped_by: "sign_in", email: newAddressOf("signer") });
    expect(own.body.restore).not.toHaveProperty("reason");
    // Only one of the two concurrent sweeps sends the mails.
    await Promise.all([carryOut(service, 0), carryOut(service, 1)]);
    const mails = await mailedSince(seen);
    expect(mails.toSorted()).toEqual(
      [
        ...addresses.map((address) => `${address}: ${stays("signer")}`),
        `anna@example.com: ${stopped("signer")}`,
        `bert@example.com: ${stopped("signer")}`,
      ].toSorted(),
    );
    expect(service.mailer.messages.findLast(({ to }) => to === addresses[0])?.text).toContain("signed in");
  });

  test("KEY-11 stops a restore before the second agreement; a view by staff does not", async () => {
    await makeAccounts(service, "early");
    await askRestore(service, staff.anna, "early");
    expect((await service.post("admin/accounts/early/view/", { reason }, staff.chief)).status).toBe(200);
    expect((await restore("early")).state).toBe("asked");
    await signIn(service, "early");
    expect((await restore("early")).stopped_by).toBe("sign_in");
  });

  test("KEY-11 a signed-in owner reads of it and stops it; no other person and no view can", async () => {
    await makeAccounts(service, "seated", "neighbor");
    const [own] = await openSessions(service, "seated");
    const [other] = await openSessions(service, "neighbor");
    expect((await service.get("user/access_restore/", own)).body).toEqual({ restore: null });
    await askRestore(service, staff.anna, "seated");
    await agreeRestore(service, staff.bert, "seated");
    expect((await service.get("user/access_restore/", own)).body.restore).toMatchObject({ state: "waiting" });
    expect((await service.get("user/access_restore/", other)).body.restore).toBeNull();
    expect(refusal(await service.post("user/access_restore/stop/", {}, other))).toEqual([409, 1043]);
    const view = (await service.post("admin/accounts/seated/view/", { reason }, staff.chief)).body.token.access_token;
    expect(refusal(await service.post("user/access_restore/stop/", {}, view))).toEqual([403, 2001]);
    expect((await service.post("user/access_restore/stop/", {}, own)).status).toBe(200);
    expect(refusal(await service.post("user/access_restore/stop/", {}, own))).toEqual([409, 1043]);
    expect((await restore("seated")).stopped_by).toBe("owner");
  });
});

describe("a stopped restore", () => {
  test("KEY-11 is not resumed; for 7 days after its owner stopped it only an administrator asks for another", async () => {
    const [own] = await waiting("again");
    const { id } = await restore("again");
    await stopBy(service, stopLink(service, own));
    expect(refusal(await agreeRestore(service, staff.bert, "again", { restore: id }))).toEqual([409, 1043]);
    const refused = await askRestore(service, staff.anna, "again");
    expect([refusal(refused), refused.body.message]).toEqual([[403, 2001], expect.stringContaining("administrator")]);
    expect((await askRestore(service, staff.chief, "again", { preview: true })).status).toBe(200);
    service.clock.advance(7 * DAY);
    await signInStaff();
    expect((await askRestore(service, staff.anna, "again")).status).toBe(200);
  });

  test("KEY-11 by staff is recorded with the reason, also by the one who asked; a new request is possible at once", async () => {
    const addresses = await waiting("typo");
    const { id } = await restore("typo");
    const stop = (token: string, body: object) => service.post("admin/accounts/typo/restore/stop/", body, token);
    expect(refusal(await stop(staff.reader, { reason, restore: id }))).toEqual([404, 2004]);
    expect(refusal(await stop(staff.anna, { reason, restore: "rst_other" }))).toEqual([409, 1043]);
    const seen = service.mailer.messages.length;
    expect((await stop(staff.anna, { reason: "wrong address", restore: id })).body.applied).toBe(true);
    expect(refusal(await stop(staff.anna, { reason, restore: id }))).toEqual([409, 1043]);
    expect(await restore("typo")).toMatchObject({ stopped_by: "staff", stopped_by_staff: "anna" });
    expect(await mailedSince(seen)).toEqual(expect.arrayContaining(addresses.map((to) => `${to}: ${stays("typo")}`)));
    const { acts } = (await service.get("admin/acts/?target=account:typo", staff.chief)).body;
    expect(acts[0]).toMatchObject({ act: "account.restore_stopped", staff: "anna", reason: "wrong address" });
    expect(refusal(await stopBy(service, stopLink(service, addresses[0])))).toEqual([410, 1041]);
    expect((await askRestore(service, staff.anna, "typo")).status).toBe(200);
  });

  test("ERASE-03 ERASE-05 KEY-11 is part of the own data and is erased with the account", async () => {
    const [own] = await waiting("leaving");
    await stopBy(service, stopLink(service, own));
    const { id } = await accountOf("leaving");
    const rows = await gatherPart(kysely(), "access_restores", id);
    expect(rows).toMatchObject([{ state: "stopped", stopped_by: "link", address: newAddressOf("leaving") }]);
    expect(JSON.stringify(rows)).not.toMatch(/anna|bert|ticket/);
    await service.post("admin/accounts/leaving/state/", { reason, account_state: 300 }, staff.chief);
    service.clock.advance(59 * DAY);
    await service.sweep("erase-accounts", 1);
    const { rows: left } = await service.database.pool.query(
      `select (select count(*)::int from access_restores where account_id = $1) as restores,
        (select count(*)::int from mailed_secrets where account_id = $1) as links,
        (select count(*)::int from security_events where details::text like '%leaving-new%') as events,
        (select count(*)::int from staff_acts where concat(reason, target, before, after) like '%leaving-new%') as acts`,
      [id],
    );
    expect(left).toEqual([{ restores: 0, links: 0, events: 0, acts: 0 }]);
  });

  test("KEY-11 is the result for a waiting restore after the database is restored from a backup: its links are dead", async () => {
    await waiting("backed-up");
    await endWhatWasOpen(kysely(), service.clock.now());
    await signInStaff();
    expect(await restore("backed-up")).toMatchObject({ state: "stopped", stopped_by: "backup" });
    service.clock.advance(2 * DAY);
    await carryOut(service);
    expect((await accountOf("backed-up")).email).toBe("backed-up@example.com");
  });
});
