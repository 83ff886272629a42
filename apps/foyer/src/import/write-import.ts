import { insertDevices } from "@foyer/accounts/import-devices";
import { accountsNamed, addCustomer } from "@foyer/accounts/import-row-store";
import {
  importSubscription,
  insertAccounts,
  insertLicenseKeys,
  insertLicenses,
  insertSeats,
  insertUpgrades,
} from "@foyer/accounts/import-rows";
import type { AccountsTables } from "@foyer/accounts/tables";
import { addIntervals } from "@foyer/domain/periods";
import { displacedDevices } from "@foyer/import-file/check-devices";
import type { KnownLicense } from "@foyer/import-file/known-rows";
import type { LineOf, LineType, Row } from "@foyer/import-file/lines";
import { licenseOf, type Picture } from "@foyer/import-file/picture";
import type { Keyring } from "@foyer/service-kit/keyring";
import type { Transaction } from "kysely";
import type { NewSubscription, PaymentSide } from "./payment-side.ts";

type Tx = Transaction<AccountsTables>;

const DAY_MS = 86_400_000;

export interface ImportMeans {
  readonly payments: PaymentSide;
  readonly keyring: Keyring;
  /** Returns the hash of an account's password, or null without one. */
  hashOf(line: LineOf<"account">): string | null;
}

/**
 * Writes the new lines in the given transaction: accounts, licenses, seats and keys, then the payment side.
 */
export async function writeImport(tx: Tx, picture: Picture, means: ImportMeans): Promise<void> {
  const { payments, keyring } = means;
  const { fresh } = picture;
  await insertAccounts(
    tx,
    fresh.account.map((line) => ({ ...line.fields, password_hash: line.fields.password_hash ?? means.hashOf(line) })),
  );
  await insertLicenses(tx, rowsOf(fresh.license));
  await insertSeats(tx, rowsOf(fresh.seat));
  await insertLicenseKeys(tx, rowsOf(fresh.license_key));
  await insertUpgrades(
    tx,
    rowsOf(fresh.upgrade).map((upgrade) => ({
      ...upgrade,
      total_seats:
        upgrade.total_seats ?? licenseOf(picture, upgrade.from_license)?.total_seats ?? upgrade.upgrades_available,
    })),
  );
  await insertDevices(tx, rowsOf(fresh.activation), {
    keyring,
    now: picture.terms.now,
    displaced: displacedDevices(picture),
  });
  const customers = new Customers(tx, picture, payments);
  for (const { key, fields } of fresh.account) {
    if (fields.customer_id === null && (fields.cards ?? []).length === 0) continue;
    const customer = await customers.of(key, fields.customer_id);
    for (const [index, number] of (fields.cards ?? []).entries()) {
      await payments.saveCard(customer, number, index === 0);
    }
  }
  for (const line of fresh.subscription) await writeSubscription(tx, line, picture, payments, customers);
}

function rowsOf<Type extends LineType>(lines: readonly LineOf<Type>[]): Row<Type>[] {
  return lines.map(({ fields }) => fields);
}

/** The customers of accounts, each created when it is first needed. */
class Customers {
  readonly #tx: Tx;
  readonly #picture: Picture;
  readonly #payments: PaymentSide;
  readonly #known = new Map<string, string>();

  constructor(tx: Tx, picture: Picture, payments: PaymentSide) {
    this.#tx = tx;
    this.#picture = picture;
    this.#payments = payments;
  }

  async of(username: string, id: string | null): Promise<string> {
    const before = this.#known.get(username) ?? this.#picture.known.accounts.get(username)?.customer_ids[0];
    if (before !== undefined) return before;
    const account = (await accountsNamed(this.#tx, [username]))(username);
    const customer = await this.#payments.makeCustomer({
      omniId: account.id,
      username: account.username,
      email: account.email,
      customerId: id,
    });
    await addCustomer(this.#tx, username, customer);
    this.#known.set(username, customer);
    return customer;
  }
}

async function writeSubscription(
  tx: Tx,
  line: LineOf<"subscription">,
  picture: Picture,
  payments: PaymentSide,
  customers: Customers,
): Promise<void> {
  const license = licenseOf(picture, line.key);
  if (license === null) throw new Error(`There is no license ${line.key}`);
  const { customer, id } = line.fields;
  const customerId = await customers.of(customer ?? license.owners[0] ?? "", payments.payerOf(id));
  const told = await payments.makeSubscription({
    ...subscriptionOf(line.fields, license, picture),
    customer_id: customerId,
  });
  if (told !== null) await importSubscription(tx, told, picture.terms.now);
}

/** Returns the values of the line, with defaults from the license. */
function subscriptionOf(
  given: Row<"subscription">,
  license: KnownLicense,
  { terms: { now, plans } }: Picture,
): Omit<NewSubscription, "customer_id"> {
  const plan = given.plan ?? license.product_id;
  const ahead = addIntervals(now, plans.get(plan)?.interval ?? "year", 1);
  return {
    ...given,
    plan,
    paid_quantity: license.total_seats,
    quantity: given.quantity ?? license.total_seats,
    current_period_end:
      given.current_period_end ?? (given.status === "canceled" ? new Date(now.getTime() - DAY_MS) : ahead),
    card: given.card === undefined ? "4242424242424242" : given.card,
  };
}
