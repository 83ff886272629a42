import type pg from "pg";
import type { DemoAccount } from "./demo-account-store.ts";
import type { DemoNames } from "./demo-names.ts";

// Deletes the demo's rows from all schemas, in one transaction of the owner.

/** What to delete from the accounts service. */
interface Removed {
  readonly names: Pick<DemoNames, "licenseKeys"> & {
    /** In the form of `addressKey`. */
    readonly addresses: readonly string[];
  };
  readonly accounts: readonly DemoAccount[];
  readonly licenses: readonly string[];
}

/** Marks the database as one without the demo. */
export async function noteNoDemo(client: pg.ClientBase): Promise<void> {
  await client.query("update foyer.installation set has_demo = false");
}

export async function deleteMailsTo(client: pg.ClientBase, addresses: readonly string[]): Promise<void> {
  await client.query("delete from foyer.sandbox_mails where lower(recipient) = any($1)", [addresses]);
}

/**
 * Returns the demo's licenses, and those that belong only to its accounts because they were bought or
 * registered during a trial.
 */
export async function demoLicenses(
  client: pg.ClientBase,
  { licenses }: Pick<DemoNames, "licenses">,
  accountIds: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from accounts.licenses
     where (id = any($1) and exists (select from foyer.installation where has_demo))
        or (exists (select from accounts.license_owners where license_id = licenses.id and account_id = any($2))
            and not exists (select from accounts.license_owners
                            where license_id = licenses.id and account_id <> all($2)))`,
    [licenses, accountIds],
  );
  return rows.map(({ id }) => id);
}

/** Returns the provider's customers of those accounts, and those that pay for those licenses. */
export async function demoCustomers(
  client: pg.ClientBase,
  accounts: readonly DemoAccount[],
  licenses: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select customer_id as id from purchase.customers where omni_id = any($1) and customer_id is not null
     union select customer_id from purchase.subscriptions where registration_id = any($2)
     union select unnest($3::text[])`,
    [accounts.map(({ id }) => id), licenses, accounts.flatMap(({ customerIds }) => customerIds)],
  );
  return rows.map(({ id }) => id);
}

/** @returns the address of each deleted seat, in the form of `addressKey`. */
export async function deleteFromAccounts(
  client: pg.ClientBase,
  { names, accounts, licenses }: Removed,
): Promise<string[]> {
  const ids = accounts.map(({ id }) => id);
  const usernames = accounts.map(({ username }) => username);
  const { rows: seats } = await client.query<{ address: string }>(
    "delete from accounts.seats where license_id = any($1) or account_id = any($2) returning email_key as address",
    [licenses, ids],
  );
  await client.query("delete from accounts.license_keys where key = any($1) or license_id = any($2)", [
    names.licenseKeys,
    licenses,
  ]);
  await client.query("delete from accounts.license_events where license_id = any($1)", [licenses]);
  await client.query("delete from accounts.licenses where id = any($1)", [licenses]);
  await client.query("delete from accounts.security_events where account_id = any($1) or actor = any($1)", [ids]);
  await client.query(
    "delete from accounts.access_restores where account_id = any($1) or array[asked_by, agreed_by, stopped_by_staff] && $1",
    [ids],
  );
  await client.query("delete from accounts.sign_ups where email_key = any($1)", [names.addresses]);
  await client.query("delete from accounts.file_imports where staff = any($1)", [usernames]);
  for (const service of ["accounts", "purchase"])
    await client.query(`delete from ${service}.staff_acts where staff = any($1)`, [usernames]);
  await client.query("delete from accounts.accounts where id = any($1)", [ids]);
  return seats.map(({ address }) => address);
}

/** Deletes all rows of the purchase service and the sandbox with one of those customers or their subscriptions. */
export async function deleteCustomers(
  client: pg.ClientBase,
  customers: readonly string[],
  accountIds: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    "select id from purchase.subscriptions where customer_id = any($1)",
    [customers],
  );
  const subscriptions = rows.map(({ id }) => id);
  // Staged changes reference quotes.
  await client.query("delete from purchase.staged_changes where subscription_id = any($1)", [subscriptions]);
  await client.query("delete from purchase.imported_subscriptions where id = any($1)", [subscriptions]);
  await client.query(
    "delete from purchase.notices where subject = any($1) or subject in (select id from sandbox.objects where customer_id = any($2))",
    [subscriptions, customers],
  );
  await deleteNaming(client, "subscription_id", subscriptions);
  await deleteNaming(client, "customer_id", customers);
  await client.query("delete from purchase.customers where omni_id = any($1)", [accountIds]);
  await client.query("delete from sandbox.objects where id = any($1)", [customers]);
}

/** Finds the tables by column, because migrations add and remove tables. */
async function deleteNaming(
  client: pg.ClientBase,
  column: "customer_id" | "subscription_id",
  values: readonly string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('purchase', 'sandbox') and column_name = $1 and table_type = 'BASE TABLE'`,
    [column],
  );
  for (const { name } of rows) await client.query(`delete from ${name} where ${column} = any($1)`, [values]);
}
