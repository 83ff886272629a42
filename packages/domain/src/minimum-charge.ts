import { cents, type Cents } from "./money.ts";

/**
 * The smallest amounts that the provider charges a card with, in each currency's smallest unit.
 *
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const MINIMUM: Readonly<Record<string, number>> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 15_00,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 175_00,
  inr: 50,
  // The yen has no smaller unit.
  jpy: 50,
  mxn: 10_00,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 10_00,
  usd: 50,
};

/** Used for currencies without an amount in the provider's list. */
const MINIMUM_OF_OTHERS = 50;

/** @param currency ISO 4217, either case. */
export function minimumCharge(currency: string): Cents {
  return cents(MINIMUM[currency.toLowerCase()] ?? MINIMUM_OF_OTHERS);
}

/** Settlement of an invoice when it becomes final. */
export interface InvoiceSettlement {
  /** Charged now. */
  readonly due: Cents;
  /** The customer's balance afterwards: negative is credit for later invoices, positive is added to the next one. */
  readonly balance: Cents;
}

/**
 * Returns how much of an invoice is charged, and the balance after it. Credit is used first, a negative total
 * becomes credit, and an amount below the minimum charge is added to the next invoice.
 *
 * @param balance of the customer before: negative is credit, positive is debt.
 */
export function settleInvoice(total: Cents, balance: Cents, currency: string): InvoiceSettlement {
  if (total < 0) return { due: cents(0), balance: cents(balance + total) };
  const due = Math.max(0, total + balance);
  if (due > 0 && due < minimumCharge(currency)) return { due: cents(0), balance: cents(due) };
  return { due: cents(due), balance: cents(Math.min(0, balance + total)) };
}
