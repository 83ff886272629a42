import { openPool } from "@foyer/service-kit/db";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { after, lifetimes } from "../lifetimes.ts";
import { makeAccounts } from "../testing/factories.ts";
import { startAccounts } from "../testing/test-accounts.ts";
import { toldEvents } from "../stores/account-event-store.ts";

const REFUSED_OF_BUSY = 9_090;

const service = await startAccounts();
afterAll(() => service.close());
const accounts = await makeAccounts(service, "busy", "usual");
const owner = openPool({ url: service.databaseUrl, role: null, schema: "accounts", max: 1 });
// The limits allow at most about 100 wrong passwords a day for one account. Rows of different accounts are interleaved, as in
// production.
await owner.query(
  `insert into accounts.security_events (at, kind, account_id, ip)
   select $1::timestamptz - make_interval(secs => (300000 - n) * 25),
     case when n % 33 = 0 or n % 10000 = 1 then 'session.refused' else 'session.opened' end,
     case when n % 33 = 0 or n % 500 = 2 then $2 when n % 10000 = 1 or n % 600 = 5 then $3 else 'acc_' || n % 5000 end,
     '198.51.100.7'
   from generate_series(1, 300000) n`,
  [service.clock.now(), accounts.get("busy"), accounts.get("usual")],
);
await owner.query("vacuum analyze accounts.security_events");
await owner.end();

/** Number of pages of the table and its indexes that reading one page of the list touches. */
async function pagesRead(name: string, before: number): Promise<number> {
  const since = after(service.clock.now(), -lifetimes.toldEvents);
  return service.database.kysely.transaction().execute(async (tx) => {
    const read = async (): Promise<number> => {
      const { rows } = await sql<{ pages: string }>`
        select sum(pg_stat_get_xact_blocks_fetched(oid))::text as pages from pg_class
        where relname like 'security_events%' and relnamespace = 'accounts'::regnamespace`.execute(tx);
      return Number(rows[0]?.pages);
    };
    const start = await read();
    expect(await toldEvents(tx, accounts.get(name) ?? "", since, { limit: 26, before })).toHaveLength(26);
    return (await read()) - start;
  });
}

test("KEY-08 HA-10 the cost of a page depends on the account's own events, not on the 300,000 of all accounts", async () => {
  for (const before of [Number.MAX_SAFE_INTEGER, 200_000]) {
    expect(await pagesRead("usual", before)).toBeLessThan(150);
    expect(await pagesRead("busy", before)).toBeLessThan(REFUSED_OF_BUSY + 150);
  }
});
