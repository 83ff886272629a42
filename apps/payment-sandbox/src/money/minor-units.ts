/** Digits after the decimal point, where they are not 2. @see https://docs.stripe.com/currencies#minor-units */
const DIGITS: Readonly<Record<string, number>> = {
  bhd: 3,
  bif: 0,
  clp: 0,
  djf: 0,
  gnf: 0,
  jod: 3,
  jpy: 0,
  kmf: 0,
  krw: 0,
  kwd: 3,
  mga: 0,
  omr: 3,
  pyg: 0,
  rwf: 0,
  tnd: 3,
  vnd: 0,
  vuv: 0,
  xaf: 0,
  xof: 0,
  xpf: 0,
};

/** Writes an amount in the currency's smallest unit as a decimal number: `1234.50`. */
export function decimalText(amount: number, currency: string): string {
  const digits = DIGITS[currency.toLowerCase()] ?? 2;
  if (digits === 0) return String(amount);
  const size = String(Math.abs(amount)).padStart(digits + 1, "0");
  return `${amount < 0 ? "-" : ""}${size.slice(0, -digits)}.${size.slice(-digits)}`;
}
