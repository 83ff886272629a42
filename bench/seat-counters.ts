import { openPool } from "@foyer/service-kit/db";
import { median, type Figure, type Part } from "./part.ts";
import { startProduct } from "./product.ts";

/** Connection as the owner of the database. */
type Owner = ReturnType<typeof openPool>;

const ROUNDS = 7;
const SEATS = 1_900;
const SINGLE = 300;

/** The counters by one trigger for each row, which databases without transition tables have. */
const ofEachRow = `
  create function counted.count_row() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      update counted.licenses set used_seats = used_seats + 1, invited_seats = invited_seats + (new.status = 'pending')::int
      where id = new.license_id;
    else
      update counted.licenses set used_seats = used_seats - 1, invited_seats = invited_seats - (old.status = 'pending')::int
      where id = old.license_id;
    end if;
    return null;
  end $$;
  create trigger counted after insert or delete on counted.seats for each row execute function counted.count_row()`;

/** The product's own triggers, on the copies. */
const ofEachStatement = `
  create function counted.count_added() returns trigger language plpgsql as $$
  begin
    update counted.licenses set used_seats = used_seats + added.used, invited_seats = invited_seats + added.invited
    from (select license_id, count(*) as used, count(*) filter (where status = 'pending') as invited from changed group by license_id) added
    where licenses.id = added.license_id;
    return null;
  end $$;
  create function counted.count_removed() returns trigger language plpgsql as $$
  begin
    update counted.licenses set used_seats = used_seats - gone.used, invited_seats = invited_seats - gone.invited
    from (select license_id, count(*) as used, count(*) filter (where status = 'pending') as invited from changed group by license_id) gone
    where licenses.id = gone.license_id;
    return null;
  end $$;
  create trigger added after insert on counted.seats referencing new table as changed for each statement execute function counted.count_added();
  create trigger removed after delete on counted.seats referencing old table as changed for each statement execute function counted.count_removed()`;

interface Way {
  readonly name: string;
  readonly triggers: string;
  /** Makes of a statement on seats, which returns `license_id` and `status`, one that counts as well. */
  readonly counting: (statement: string, sign: "+" | "-") => string;
}

const asItIs = (statement: string): string => statement;
const ways: readonly Way[] = [
  { name: "a trigger for each statement", triggers: ofEachStatement, counting: asItIs },
  { name: "a trigger for each row", triggers: ofEachRow, counting: asItIs },
  {
    name: "in the statement itself",
    triggers: "select 1",
    counting: (statement, sign) => `
      with changed as (${statement})
      update counted.licenses set used_seats = used_seats ${sign} counts.used, invited_seats = invited_seats ${sign} counts.invited
      from (select license_id, count(*) as used, count(*) filter (where status = 'pending') as invited from changed group by license_id) counts
      where licenses.id = counts.license_id`,
  },
];

const insertSeats = `
  insert into counted.seats (id, license_id, status, email, email_key, created_at, reference, short_code, invitation_expires_at)
  select 'counted-' || n, 'license-1', 'pending', 'p' || n || '@customer.example', 'p' || n || '@customer.example', now(), 'r' || n, 's' || n, now()
  from generate_series($1::int, $2::int) n returning license_id, status`;
const removeSeats = "delete from counted.seats where id like 'counted-%' returning license_id, status";

/** Milliseconds of one call for a whole team, of single seats, and of the removal of all. */
type Times = readonly [whole: number, single: number, removed: number];

async function timesOf(client: Owner, { triggers, counting }: Way): Promise<Times> {
  await client.query("drop schema if exists counted cascade; create schema counted");
  await client.query("create table counted.licenses (like accounts.licenses including all)");
  await client.query("create table counted.seats (like accounts.seats including all)");
  await client.query("insert into counted.licenses select * from accounts.licenses");
  await client.query(
    "update counted.licenses set total_seats = 2200, used_seats = 0, invited_seats = 0 where id = 'license-1'",
  );
  await client.query(triggers);
  await client.query("vacuum analyze counted.licenses, counted.seats");
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const before = performance.now();
    await work();
    return performance.now() - before;
  };
  const insert = counting(insertSeats, "+");
  const whole = await took(() => client.query(insert, [1, SEATS]));
  const single = await took(async () => {
    for (let n = 1; n <= SINGLE; n++) await client.query(insert, [SEATS + n, SEATS + n]);
  });
  const removed = await took(() => client.query(counting(removeSeats, "-")));
  const { rows } = await client.query("select used_seats, invited_seats from counted.licenses where id = 'license-1'");
  if (rows[0]?.used_seats !== 0 || rows[0]?.invited_seats !== 0) throw new Error("the counters are wrong");
  return [whole, single, removed];
}

async function compare(client: Owner): Promise<readonly Figure[]> {
  const rounds: (readonly Times[])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: Times[] = [];
    for (const way of ways) times.push(await timesOf(client, way));
    rounds.push(times);
  }
  const whats = [`${SEATS} seats in one statement`, `${SINGLE} seats, one at a time`, "all removed in one statement"];
  return whats.map((what, at) => {
    const ms = ways.map((_, way) => median(rounds.map((times) => times[way]?.[at] ?? Number.NaN)));
    const [ours = Number.NaN] = ms;
    return {
      what,
      figure: ways.map(({ name }, way) => `${name} ${ms[way]?.toFixed(1)} ms`).join(", "),
      wanted: `none: ${ms.map((one) => `${(one / ours).toFixed(2)} ×`).join(", ")}`,
      holds: true,
    };
  });
}

/** What the counters of seats cost in three ways: see docs/decisions/0019-one-postgresql.md. */
export const seatCounters: Part = {
  about: "the counters of seats by triggers for statements, as they are, for rows, and in the statements themselves",
  run: async () => {
    const product = await startProduct({ accounts: 10_000, licenses: 1_000 });
    const client = openPool({ url: product.ownerUrl, role: null, schema: "accounts", max: 1 });
    try {
      return await compare(client);
    } finally {
      await client.end();
      await product.system.close();
    }
  },
};
