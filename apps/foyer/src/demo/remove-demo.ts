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

/** Number of removed rows by kind. */
export interface RemovedDemo {
  readonly accounts: number;
  readonly licenses: number;
  readonly seats: number;
  readonly customers: number;
}

/** Removes the demo and all its data in one transaction, as the owner of the database. */
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
    // Rolls back a transaction that did not finish.
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
  // Mails about the demo's seats also went to addresses outside the demo.
  await deleteMailsTo(client, [...addresses, ...seats]);
  return { accounts: accounts.length, licenses: licenses.length, seats: seats.length, customers: customers.length };
}
