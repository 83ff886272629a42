import type pg from "pg";
import type { DemoNames } from "./demo-names.ts";

/** A demo account in the database. */
export interface DemoAccount {
  readonly id: string;
  readonly username: string;
  /** Ids of its own customers at the provider. */
  readonly customerIds: readonly string[];
  /** True if it has a password. The demo's passwords are public. */
  readonly canSignIn: boolean;
}

/**
 * Returns the demo's accounts in the database, by name.
 *
 * An account counts if its name and address are those of the demo. If the database was filled with the
 * demo, the name is enough, because the address may have changed since.
 */
export async function findDemoAccounts(client: pg.ClientBase, { accounts }: DemoNames): Promise<DemoAccount[]> {
  const { rows } = await client.query<DemoAccount>(
    `select id, username, customer_ids as "customerIds", password_hash is not null as "canSignIn"
     from accounts.accounts
     join unnest($1::text[], $2::text[]) as demo (name, address) on demo.name = accounts.username
     where accounts.email_key = demo.address or exists (select from foyer.installation where has_demo)
     order by username`,
    [[...accounts.keys()], [...accounts.values()]],
  );
  return rows;
}
