import { openPool } from "@foyer/service-kit/db";
import { afterAll, expect, test } from "vitest";
import { after, lifetimes } from "../lifetimes.ts";
import { startAccounts } from "../testing/test-accounts.ts";
import { endRecords } from "./end-records-store.ts";

const service = await startAccounts();
const owner = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
afterAll(async () => {
  await owner.end();
  await service.close();
});

const DAY = 86_400;

async function addEvent(kind: string, days: number): Promise<void> {
  await owner.query("insert into security_events (at, kind, account_id) values ($1, $2, 'acc_1')", [
    after(new Date(), -days * DAY),
    kind,
  ]);
}
async function addLicenseEvent(act: string, days: number): Promise<void> {
  await owner.query("insert into license_events (at, act, license_id, by_kind) values ($1, $2, 'lic', 'system')", [
    after(new Date(), -days * DAY),
    act,
  ]);
}

test("HA-10 sign-ins and refused tries are deleted after 400 days, events of licenses after ten years; changes stay", async () => {
  for (const days of [401, 399]) {
    for (const kind of ["session.opened", "session.refused", "password.changed", "email.changed"])
      await addEvent(kind, days);
  }
  await addLicenseEvent("old", 3_653);
  await addLicenseEvent("young", 3_600);
  expect(await endRecords(service.database.kysely, new Date())).toBe(3);
  const { rows } = await owner.query<{ kind: string; n: number }>(
    "select kind, count(*)::int as n from security_events where account_id = 'acc_1' group by kind order by kind",
  );
  expect(rows).toEqual([
    { kind: "email.changed", n: 2 },
    { kind: "password.changed", n: 2 },
    { kind: "session.opened", n: 1 },
    { kind: "session.refused", n: 1 },
  ]);
  expect((await owner.query("select act from license_events where license_id = 'lic'")).rows).toEqual([
    { act: "young" },
  ]);
});

test("HA-10 the service cannot delete events of the last year, and no event by a statement of its own", async () => {
  await addEvent("session.opened", 300);
  const asService = openPool({ url: service.databaseUrl, role: "foyer_accounts", schema: "accounts", max: 1 });
  await asService.query("select end_of_records('infinity', 'infinity', 1000000)");
  await expect(asService.query("delete from security_events")).rejects.toMatchObject({ code: "42501" });
  await asService.end();
  const { rows } = await owner.query(
    "select from security_events where at > now() - interval '301 days' and at < now() - interval '299 days'",
  );
  expect(rows).toHaveLength(1);
});

test("HA-10 deleting a few of 200,000 rows reads only those few", async () => {
  const now = service.clock.now();
  await owner.query(
    `insert into security_events (at, kind, account_id)
     select $1::timestamptz - make_interval(secs => n * 100), case when n % 50 = 0 then 'password.changed' else 'session.opened' end, 'acc_' || n % 900
     from generate_series(1, 200000) n`,
    [now],
  );
  for (let n = 0; n < 20; n++) await addEvent("session.opened", 500);
  await owner.query("vacuum analyze security_events");
  const plan = await owner.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) select id from security_events
     where kind in ('session.opened', 'session.refused', 'session.ended', 'session.others_ended',
       'password.proof_refused', 'second_factor.refused', 'passkey.refused') and at < $1 order by at limit 5000`,
    [after(now, -lifetimes.passingEvents)],
  );
  const { Plan: read } = plan.rows[0]?.["QUERY PLAN"][0] ?? { Plan: {} };
  expect((read["Shared Hit Blocks"] ?? 0) + (read["Shared Read Blocks"] ?? 0)).toBeLessThan(60);
});
