import { addressKey } from "@foyer/domain/addresses";
import type { Fault } from "./faults.ts";
import type { LineOf } from "./lines.ts";
import { firstWith, type Picture } from "./picture.ts";

const OPEN = 100;

/** Returns faults of new accounts: one open account per address, one account per customer. */
export function checkAccounts(picture: Picture): Fault[] {
  const addresses = new Map<string, string>();
  const customers = new Map<string, string>();
  for (const [username, { email, state, customer_ids: customerIds }] of picture.known.accounts) {
    if (state === OPEN) addresses.set(addressKey(email), username);
    for (const customer of customerIds) customers.set(customer, username);
  }
  return picture.fresh.account.flatMap((line) => [
    ...checkAddress(line, addresses),
    ...checkCustomer(line, customers),
    ...checkCards(line, picture.terms.sandbox),
  ]);
}

function checkAddress({ line, key, fields }: LineOf<"account">, taken: Map<string, string>): Fault[] {
  if (fields.state !== OPEN) return [];
  const other = firstWith(taken, addressKey(fields.email), key);
  if (other === undefined) return [];
  const message = `"${fields.email}" is the address of "${other}"; an address belongs to one account that is not closed`;
  return [{ line, field: "email", message }];
}

function checkCustomer({ line, key, fields }: LineOf<"account">, taken: Map<string, string>): Fault[] {
  const customer = fields.customer_id;
  if (customer === null) return [];
  const other = firstWith(taken, customer, key);
  if (other === undefined) return [];
  const message = `"${customer}" is the customer of "${other}"; a customer belongs to one account`;
  return [{ line, field: "customer_id", message }];
}

function checkCards({ line, fields }: LineOf<"account">, sandbox: boolean): Fault[] {
  if (sandbox || fields.cards === null) return [];
  const message = "belongs to the payment sandbox; a real provider's cards are saved by their holders, so leave it out";
  return [{ line, field: "cards", message }];
}
