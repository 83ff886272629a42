import type { ProviderInvoice } from "../../stripe/payment-gateway.ts";

/** Amounts for the card that paid and for the customer's balance. */
export interface Left {
  readonly amount: number;
  readonly balance: number;
}

/**
 * Returns what is left to give back of a paid invoice: `amount` to the card that paid, `balance` to the customer's
 * balance. The sum never exceeds the invoice total. Earlier refunds count against the card first.
 */
export function leftToGiveBack({
  total,
  amountPaid,
  credited,
}: Pick<ProviderInvoice, "total" | "amountPaid" | "credited">): Left {
  const left = Math.max(0, total - credited);
  const amount = Math.max(0, Math.min(amountPaid, total) - credited);
  return { amount, balance: left - amount };
}

export const sumOf = (parts: readonly Left[]): Left =>
  parts.reduce((sum, { amount, balance }) => ({ amount: sum.amount + amount, balance: sum.balance + balance }), {
    amount: 0,
    balance: 0,
  });
