/**
 * The smallest amounts that a card is charged with, in each currency's smallest unit.
 *
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
const LEAST: Readonly<Record<string, number>> = {
  aed: 200,
  bgn: 100,
  czk: 1_500,
  dkk: 250,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  mxn: 1_000,
  myr: 200,
  nok: 300,
  pln: 200,
  ron: 200,
  sek: 300,
  thb: 1_000,
};

/** Below this the provider charges no card and carries the amount over. */
export function leastCharge(currency: string): number {
  return LEAST[currency] ?? 50;
}
