/**
 * Digits after the decimal point of the provider's amounts: 2, except for the currencies in these lists.
 *
 * `Intl` rounds the forint, the króna and others to whole units, but the provider still counts hundredths of them.
 *
 * @see https://docs.stripe.com/currencies#zero-decimal
 * @see https://docs.stripe.com/currencies#three-decimal
 */
const ZERO_DECIMAL = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const THREE_DECIMAL = "bhd jod kwd omr tnd".split(" ");

/**
 * Currencies without decimals that the provider still counts in hundredths. The last two digits must be 00. HUF and TWD
 * are limited like this only in payouts; charges may have decimals.
 *
 * @see https://docs.stripe.com/currencies#special-cases
 */
const WHOLE_UNITS_ONLY = ["isk", "ugx"];

const decimals = new Map([
  ...ZERO_DECIMAL.map((currency) => [currency, 0] as const),
  ...THREE_DECIMAL.map((currency) => [currency, 3] as const),
]);

/**
 * Returns the number of digits after the decimal point in the provider's amounts.
 *
 * @param currency ISO 4217, either case.
 */
export function minorDigits(currency: string): number {
  return decimals.get(currency.toLowerCase()) ?? 2;
}

/** Returns the number that each charge and refund must be a multiple of. The provider refuses other amounts. */
export function chargeStep(currency: string): number {
  if (WHOLE_UNITS_ONLY.includes(currency.toLowerCase())) return 100;
  // Three decimals are accepted only if the last one is 0.
  return minorDigits(currency) === 3 ? 10 : 1;
}
