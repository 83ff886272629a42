import { minorDigits } from "./minor-units.ts";

declare const centsBrand: unique symbol;

/** An amount in the smallest unit of its currency: a safe integer, negative for a credit. */
export type Cents = number & { readonly [centsBrand]: true };

/**
 * Brands an amount as cents.
 *
 * @throws RangeError for a fraction or an unsafe integer. Such an amount is a bug, never an input.
 */
export function cents(amount: number): Cents {
  // Adding zero turns -0 into 0, which would otherwise be printed with a sign.
  const whole = amount + 0;
  if (!isCents(whole)) throw new RangeError(`${amount} is not a whole number of cents`);
  return whole;
}

function isCents(amount: number): amount is Cents {
  return Number.isSafeInteger(amount);
}

/** Returns the amount with the opposite sign. */
export function negated(amount: Cents): Cents {
  return cents(0 - amount);
}

/**
 * Divides two integers and rounds half away from zero: 2.5 gives 3 and -2.5 gives -3.
 *
 * `Math.round(-2.5)` is -2, so a credit and its charge would differ by a cent.
 *
 * @param divisor above zero.
 */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  if (divisor <= 0n) throw new RangeError("the divisor must be above zero");
  const size = dividend < 0n ? -dividend : dividend;
  const quotient = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -quotient : quotient;
}

/** The sum of amounts; zero for none. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum: number, amount) => sum + amount, 0));
}

/** Returns the price of seats from the plan's price for one seat (TEAM-06). */
export function seatsPrice(unitAmount: Cents, quantity: number): Cents {
  return cents(unitAmount * quantity);
}

/**
 * Returns the amount of a billing cycle conversion on the account page: the sum of the first two preview
 * lines (HOME-17).
 */
export function conversionAmount(lines: readonly { readonly amount: number }[]): Cents {
  return cents(lines.slice(0, 2).reduce((sum, line) => sum + line.amount, 0));
}

const formats = new Map<string, Intl.NumberFormat>();

function formatFor(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const digits = minorDigits(currency);
  const made = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    currencyDisplay: "symbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(currency, made);
  return made;
}

/**
 * Formats an amount: `$2,250.00`, `-€3.10`, `¥500`.
 *
 * Exact for every safe integer, because it formats decimal text and not a floating-point number.
 *
 * @param currency ISO 4217, in any case.
 */
export function formatMoney(amount: Cents, currency: string): string {
  const decimal = plainAmount(amount, currency);
  return isDecimal(decimal) ? formatFor(currency.toUpperCase()).format(decimal) : "";
}

/** Writes an amount as a plain number, for files: `2250.00`, `-3.10`, `500` of a currency without cents. */
export function plainAmount(amount: Cents, currency: string): string {
  const digits = minorDigits(currency);
  const size = String(Math.abs(amount)).padStart(digits + 1, "0");
  const whole = size.slice(0, size.length - digits);
  const fraction = digits === 0 ? "" : `.${size.slice(size.length - digits)}`;
  return `${amount < 0 ? "-" : ""}${whole}${fraction}`;
}

/** Parses a typed amount, `12.5` or `12.50`. Returns null for anything else, and for more decimals than the currency has. */
export function parseAmount(text: string, currency: string): Cents | null {
  const digits = minorDigits(currency);
  const [, whole = "", fraction = ""] = /^(\d{1,16})(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  if (whole === "" || fraction.length > digits) return null;
  const amount = Number(whole + fraction.padEnd(digits, "0"));
  return isCents(amount) ? amount : null;
}

function isDecimal(text: string): text is `${number}` {
  return /^-?\d+(\.\d+)?$/.test(text);
}
