import { type Cents, cents } from "./money.ts";
import { parseProductId } from "./product-id.ts";

/**
 * Returns the product of a plan, code and major version: `OUTLINE-5` for `OUTLINE-5-SUB-ANNUAL-WEB`. Null if the
 * plan's id has no code. A product without a version is its code.
 */
export function productOfPlan(planId: string): string | null {
  const { code, majorVersion } = parseProductId(planId);
  if (code === null) return null;
  return majorVersion === null ? code : `${code}-${majorVersion}`;
}

/** Returns what one seat costs less in a year on the yearly plan than on the monthly one; zero if it costs no less. */
export function yearSaves(monthly: Cents, yearly: Cents): Cents {
  return cents(Math.max(0, monthly * 12 - yearly));
}
