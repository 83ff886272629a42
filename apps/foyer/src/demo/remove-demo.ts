import { addressKey } from "@foyer/domain/addresses";
import { connectWritable } from "@foyer/service-kit/connect";
import type pg from "pg";
import { findDemoAccounts } from "./demo-account-store.ts";
import {
  deleteCustomers,
  deleteFromAccounts,
  deleteMailsTo,
  demoCustomers,
  demoLicenses,
  noteNoDemo,
} from "./demo-store.ts";
import { type DemoNames, readDemoNames } from "./demo-names.ts";

/** How many of each were removed. */
export interface RemovedDemo {
  readonly accounts: number;
  readonly licenses: number;
  readonly seats: number;
  readonly customers: number;
}

/** Removes the demo with all that is its own, in one transaction, as the owner of the database. */
export async function removeDemo(ownerUrl: string): Promise<RemovedDemo> {
  const names = await readDemoNames();
  const client = await connectWritable(ownerUrl);
  try {
    await client.query("begin");
    const removed = await removeAll(client, names);
    await noteNoDemo(client);
    await client.query("commit");
    return removed;
  } finally {
    // Ends a transaction that did not come to its end.
    await client.end();
  }
}

async function removeAll(client: pg.ClientBase, names: DemoNames): Promise<RemovedDemo> {
  const accounts = await findDemoAccounts(client, names);
  const accountIds = accounts.map(({ id }) => id);
  const licenses = await demoLicenses(client, names, accountIds);
  const customers = await demoCustomers(client, accounts, licenses);
  const addresses = [...names.accounts.values()].map(addressKey);
  const { licenseKeys } = names;
  const seats = await deleteFromAccounts(client, { names: { licenseKeys, addresses }, accounts, licenses });
  await deleteCustomers(client, customers, accountIds);
  // Mails about the demo's seats went to people outside of it as well.
  await deleteMailsTo(client, [...addresses, ...seats]);
  return { accounts: accounts.length, licenses: licenses.length, seats: seats.length, customers: customers.length };
}
