import type { SearchHit } from "@foyer/contract/staff-wire";
import { withAsciiDomain } from "@foyer/domain/addresses";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/schema.ts";

/**
 * One kind of thing to search. `from` returns the columns `kind, id, title, detail, account, license, key`. The typed text is
 * compared with the beginning of `key`; hits are ordered by `key`, and the next page starts after it.
 */
interface Source {
  readonly name: string;
  readonly from: (range: Range) => RawBuilder<unknown>;
}

interface Range extends Pick<Wanted, "typed" | "domain"> {
  /** A condition on a key, in byte order: it begins with the text and comes after the previous page. */
  readonly within: (key: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The same condition on the key of an address, whose domain is in ASCII. */
  readonly withinAddress: (key: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The condition that a key comes after the previous page. */
  readonly onward: (key: RawBuilder<unknown>) => RawBuilder<unknown>;
}

const accountHit = (key: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'account' as kind, accounts.id, username as title,
    email || case when state = 100 then '' else ', closed' end || case when is_staff then ', staff' else '' end as detail,
    username as account, null as license, ${key} as key
  from accounts`;

const licenseHit = (key: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select 'license' as kind, licenses.id, licenses.description as title,
    licenses.id || ', ' || licenses.used_seats || ' of ' || licenses.total_seats || ' seats' as detail,
    (select username from license_owners join accounts on accounts.id = account_id
      where license_id = licenses.id order by position limit 1) as account,
    licenses.id as license, ${key} as key
  from licenses`;

const issuedKeys =
  (key: RawBuilder<unknown>): Source["from"] =>
  ({ within }) =>
    sql`
    select 'license_key' as kind, key as id, key as title, description || ', ' || owner as detail,
      null as account, license_id as license, ${key} as key
    from license_keys where ${within(key)}`;

const sources: readonly Source[] = [
  { name: "account", from: ({ within }) => sql`${accountHit(sql`username`)} where ${within(sql`username`)}` },
  {
    name: "email",
    from: ({ withinAddress }) =>
      sql`${accountHit(sql`email_key`)} where ${withinAddress(sql`email_key`)} and ${sql`username <> email_key`}`,
  },
  {
    name: "domain",
    from: ({ domain, onward }) => sql`${accountHit(sql`email_key`)}
      where split_part(email_key, '@', 2) = ${domain} and ${onward(sql`email_key`)}`,
  },
  {
    name: "id",
    from: ({ typed, within }) =>
      sql`${accountHit(sql`accounts.id`)} where accounts.id = ${typed} and ${within(sql`lower(accounts.id)`)}`,
  },
  {
    name: "customer",
    from: ({ typed }) => sql`
      select 'customer' as kind, ${typed}::text as id, ${typed}::text as title, username || ', ' || email as detail,
        username as account, null as license, username as key
      from accounts where customer_ids @> array[${typed}::text]
      -- The offset keeps the planner from scanning all accounts in the order of names instead of using the index of customers.
      offset 0`,
  },
  { name: "license", from: ({ within }) => sql`${licenseHit(sql`lower(id)`)} where ${within(sql`lower(id)`)}` },
  {
    name: "license_key",
    from: ({ within }) => sql`${licenseHit(sql`lower(key)`)} where key is not null and ${within(sql`lower(key)`)}`,
  },
  {
    name: "subscription",
    from: ({ typed }) => sql`
      select 'subscription' as kind, subscriptions.id, subscriptions.id as title,
        plan || ', ' || status as detail, null as account, license_id as license, subscriptions.id as key
      from subscriptions where subscriptions.id = ${typed}`,
  },
  { name: "issued_key", from: issuedKeys(sql`lower(key)`) },
  { name: "key_owner", from: issuedKeys(sql`lower(owner)`) },
  {
    name: "upgrade",
    from: ({ within }) => sql`
      select 'upgrade' as kind, id, description as title, id as detail, null as account,
        from_license_id as license, lower(id) as key
      from upgrades where activated_at is null and ${within(sql`lower(id)`)}`,
  },
  {
    name: "invitation",
    from: ({ withinAddress }) => sql`
      select 'seat' as kind, seats.id, email as title, 'invited to ' || description as detail, null as account,
        license_id as license, email_key as key
      from seats join licenses on licenses.id = license_id where status = 'pending' and ${withinAddress(sql`email_key`)}`,
  },
  {
    name: "seat",
    from: ({ typed }) => sql`
      select 'seat' as kind, seats.id, email as title, status || ' seat of ' || description as detail,
        username as account, license_id as license, seats.id as key
      from seats join licenses on licenses.id = license_id where seats.id = ${typed}`,
  },
];

/** Names of the sources, in the order in which hits are listed. */
export const sourceNames: readonly string[] = sources.map(({ name }) => name);

/** The highest code point; appended to a prefix, it sorts after every text with that prefix. */
const END = "\u{10FFFF}";

export interface HitRow extends Omit<SearchHit, "account" | "license"> {
  readonly account: string | null;
  readonly license: string | null;
  readonly key: string;
  readonly source: string;
}

function rangeOf({ typed, after, domain }: Wanted): Range {
  const text = typed.toLowerCase();
  const beginning =
    (start: string): Range["within"] =>
    (key) =>
      sql`${key} ~>=~ ${start}::text and ${key} ~<~ ${start + END}::text
        ${after === null ? sql`` : sql`and ${key} ~>~ ${after}::text`}`;
  return {
    typed,
    domain,
    onward: beginning(""),
    within: beginning(text),
    withinAddress: beginning(withAsciiDomain(text)),
  };
}

/** A search. */
export interface Wanted {
  /** Names of the sources to search. */
  readonly names: readonly string[];
  /** The typed text, trimmed. */
  readonly typed: string;
  /** The key of the previous page's last hit. */
  readonly after: string | null;
  /** The domain whose accounts are searched; null for none. */
  readonly domain: string | null;
  /** Maximum number of hits of each source. */
  readonly limit: number;
}

/** Returns the first domain of an account's address that begins with the text; null if there is none. */
export async function domainFrom(db: Db, text: string): Promise<string | null> {
  const { rows } = await sql<{ domain: string }>`select split_part(email_key, '@', 2) as domain from accounts
    where split_part(email_key, '@', 2) >= ${text} order by 1 limit 1`.execute(db);
  const domain = rows[0]?.domain;
  return domain?.startsWith(text) ? domain : null;
}

/** The hits of each source, ordered by key. One query; every part uses an index. */
export async function hitsIn(db: Db, wanted: Wanted): Promise<HitRow[]> {
  const { names, limit } = wanted;
  const range = rangeOf(wanted);
  const parts = sources
    .filter(({ name }) => names.includes(name))
    .map(
      ({ name, from }) => sql`(select *, ${name}::text as source from (${from(range)}) hits
      order by key using ~<~ limit ${limit})`,
    );
  return (await sql<HitRow>`${sql.join(parts, sql` union all `)}`.execute(db)).rows;
}
