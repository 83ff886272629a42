/** Markers between the dashes of a product or plan id. */
const MARKERS = ["TRIAL", "SUB", "MAS", "IT", "IAP", "LEGACY", "ANNUAL", "MONTHLY", "WEB"] as const;
type ProductMarker = (typeof MARKERS)[number];

export type BillingInterval = "month" | "year";

/** The parts of a product or plan id such as `OUTLINE-5-SUB-ANNUAL-WEB`. */
export interface ProductFacts {
  /** First part that is neither a marker nor a number, for example `OUTLINE`, or null. */
  readonly code: string | null;
  /** First part that is all digits, or null. */
  readonly majorVersion: number | null;
  readonly markers: ReadonlySet<ProductMarker>;
  /** Billing interval, or null if the id has none. */
  readonly interval: BillingInterval | null;
}

/** Kind of purchase, derived from the id where the vendor's file has none. See `purchaseType`. */
export type PurchaseType = "perpetual" | "renewable" | "trial";

function isMarker(part: string): part is ProductMarker {
  return (MARKERS as readonly string[]).includes(part);
}

/**
 * Parses a product or plan id.
 *
 * A marker must be a whole part between dashes, in upper case: `TRIALS-3` is no trial.
 * Unknown parts are ignored, so that future ids stay readable.
 */
export function parseProductId(productId: string): ProductFacts {
  const parts = productId.split("-");
  const markers = new Set(parts.filter(isMarker));
  const version = parts.find((part) => /^\d{1,6}$/.test(part));
  return {
    code: parts.find((part) => part !== "" && !isMarker(part) && !/^\d+$/.test(part)) ?? null,
    majorVersion: version === undefined ? null : Number(version),
    markers,
    interval: intervalOf(markers),
  };
}

function intervalOf(markers: ReadonlySet<ProductMarker>): BillingInterval | null {
  if (markers.has("ANNUAL")) return "year";
  return markers.has("MONTHLY") ? "month" : null;
}

/** True for a trial. Trials are never shown in team views (HOME-13). */
export function isTrial(productId: string): boolean {
  return parseProductId(productId).markers.has("TRIAL");
}

/** True for a product that is paid by period, wherever it is billed. */
export function isSubscription(productId: string): boolean {
  return parseProductId(productId).markers.has("SUB");
}

/** True for an app store purchase, which is shown here but billed there. */
export function isStoreBilled(productId: string): boolean {
  const { markers } = parseProductId(productId);
  return markers.has("MAS") || markers.has("IT") || markers.has("IAP");
}

/** Returns how often a plan is billed, or null if its id does not say. */
export function billingInterval(planId: string): BillingInterval | null {
  return parseProductId(planId).interval;
}

/** Returns the kind of purchase of an id: trial, renewable, or perpetual. */
export function purchaseType(productId: string): PurchaseType {
  if (isTrial(productId)) return "trial";
  return isSubscription(productId) ? "renewable" : "perpetual";
}

/**
 * Returns the plan of the same product with the other billing cycle: swaps ANNUAL and MONTHLY (CYCLE-02).
 *
 * @returns null for an id with neither or both.
 */
export function swapCycle(planId: string): string | null {
  const { markers } = parseProductId(planId);
  if (markers.has("ANNUAL") === markers.has("MONTHLY")) return null;
  const other: Record<string, string> = { ANNUAL: "MONTHLY", MONTHLY: "ANNUAL" };
  return planId
    .split("-")
    .map((part) => other[part] ?? part)
    .join("-");
}
