import type pg from "pg";
import type { DemoNames } from "./demo-names.ts";

/** An account of the demo that the database holds. */
export interface DemoAccount {
  readonly id: string;
  readonly username: string;
  /** The provider's customers that are its own. */
  readonly customerIds: readonly string[];
  /** Whether it has a password: the demo's passwords are public. */
  readonly canSignIn: boolean;
}

/**
 * The demo's accounts in the database, by name.
 *
 * An account counts when its name and its address are those of the demo. Where the database says that it was filled with
 * the demo, the name alone counts: somebody may have changed the address since.
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
