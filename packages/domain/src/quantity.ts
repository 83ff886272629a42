/** Minimum and maximum number of seats of a license (QTY-04). */
export const seatCountMin = 1;
export const seatCountMax = 2200;

/** Maximum of a quantity that is stored: a number of seats that the payment provider has can exceed `seatCountMax`. */
export const storedQuantityMax = 2_147_483_647;

/** True for a quantity of the payment provider that can be stored. Our own screens allow less. */
export function isStorableQuantity(quantity: number): boolean {
  return Number.isInteger(quantity) && quantity >= 0 && quantity <= storedQuantityMax;
}

export type QuantityRefusal = "not_a_number" | "below_minimum" | "above_maximum" | "unchanged";

/**
 * Parses a typed number. Returns null for anything but ASCII digits (QTY-03): no sign, fraction, exponent or space.
 *
 * A number too long to be exact is still above the maximum, so its exact value does not matter.
 */
export function parseQuantity(text: string): number | null {
  return /^[0-9]+$/.test(text) ? Number(text) : null;
}

/**
 * Returns why a number of seats cannot be confirmed, or null (QTY-04).
 *
 * @param wanted null for an input that is not a number.
 * @param current the quantity in force.
 */
export function refuseQuantity(wanted: number | null, current: number): QuantityRefusal | null {
  if (wanted === null || !Number.isInteger(wanted)) return "not_a_number";
  if (wanted < seatCountMin) return "below_minimum";
  if (wanted > seatCountMax) return "above_maximum";
  return wanted === current ? "unchanged" : null;
}
