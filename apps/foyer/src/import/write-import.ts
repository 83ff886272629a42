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
import type { Transaction } from "kysely";
import type { LineOf } from "./line-fields.ts";
import type { NewSubscription, PaymentSide } from "./payment-side.ts";
import { licenseOf, type Picture } from "./picture.ts";
import { accountRow, licenseKeyRow, licenseRow, seatRow, upgradeRow } from "./rows.ts";

type Tx = Transaction<AccountsTables>;

const DAY_MS = 86_400_000;

/**
 * Writes the new lines, all in the given transaction: accounts, licenses, seats and keys, then what the payment side keeps.
 *
 * @param hashOf the hash of an account's password; null where it has none.
 */
export async function writeImport(
  tx: Tx,
  picture: Picture,
  payments: PaymentSide,
  hashOf: (line: LineOf<"account">) => string | null,
): Promise<void> {
  const { fresh, surroundings } = picture;
  const { now } = surroundings;
  await insertAccounts(
    tx,
    fresh.account.map((line) => accountRow(line, line.fields.password_hash ?? hashOf(line), now)),
  );
  await insertLicenses(
    tx,
    fresh.license.map((line) => licenseRow(line, now)),
  );
  await insertSeats(
    tx,
    fresh.seat.map((line) => seatRow(line, now)),
  );
  await insertLicenseKeys(tx, fresh.license_key.map(licenseKeyRow));
  await insertUpgrades(
    tx,
    fresh.upgrade.map((line) => upgradeRow(line, picture)),
  );
  const customers = new Customers(tx, picture, payments);
  for (const { key, fields } of fresh.account) {
    if (fields.customer_id === undefined && (fields.cards ?? []).length === 0) continue;
    const customer = await customers.of(key, fields.customer_id ?? null);
    for (const [index, number] of (fields.cards ?? []).entries()) {
      await payments.saveCard(customer, number, index === 0);
    }
  }
  for (const line of fresh.subscription) await writeSubscription(tx, line, picture, payments, customers);
}

/** The customers of accounts, each made when it is first needed. */
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
    const before = this.#known.get(username) ?? this.#picture.known.accounts.get(username)?.customerIds[0];
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
  const customerId = await customers.of(
    line.fields.customer ?? license.owners[0] ?? "",
    payments.payerOf(line.fields.id ?? null),
  );
  const told = await payments.makeSubscription({
    ...subscriptionOf(line, license, picture),
    customerId,
  });
  if (told !== null) await importSubscription(tx, told, picture.surroundings.now);
}

/** The line with its defaults filled in. */
function subscriptionOf(
  { key, fields }: LineOf<"subscription">,
  license: { readonly productId: string; readonly totalSeats: number },
  { surroundings: { now, plans } }: Picture,
): Omit<NewSubscription, "customerId"> {
  const plan = fields.plan ?? license.productId;
  const status = fields.status ?? "active";
  const ahead = addIntervals(now, plans.get(plan)?.interval ?? "year", 1);
  return {
    licenseId: key,
    id: fields.id ?? null,
    plan,
    paidQuantity: license.totalSeats,
    renewingQuantity: fields.quantity ?? license.totalSeats,
    status,
    cancelAtPeriodEnd: fields.cancel_at_period_end ?? false,
    periodEnd: fields.current_period_end ?? (status === "canceled" ? new Date(now.getTime() - DAY_MS) : ahead),
    card: fields.card === undefined ? "4242424242424242" : fields.card,
    taxPercent: fields.tax_percent ?? 0,
  };
}
