import { cents, divideRounded, type Cents } from "./money.ts";

/** A credit note of an invoice. */
export interface Credited {
  readonly total: number;
  /** Null if the credit note itself names no tax. */
  readonly tax: number | null;
}

/**
 * Returns the tax within the last of an invoice's credit notes. The part of the invoice's tax follows the part of its total
 * that all of them credit, so that the taxes of a fully credited invoice add up to the invoice's tax.
 *
 * @param invoice with a total above zero.
 * @param notes the credit notes of the invoice up to this one, oldest first.
 */
export function creditedTax(
  invoice: { readonly tax: number; readonly total: number },
  notes: readonly Credited[],
): Cents {
  let credited = 0;
  let taxed = 0;
  let last = 0;
  for (const { total, tax } of notes) {
    credited += total;
    const share = Number(divideRounded(BigInt(invoice.tax) * BigInt(credited), BigInt(invoice.total)));
    last = tax ?? share - taxed;
    taxed += last;
  }
  return cents(last);
}
