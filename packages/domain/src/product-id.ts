/** What a product or plan id can say of a product, between dashes. */
export type ProductMarker = "TRIAL" | "SUB" | "MAS" | "IT" | "IAP" | "LEGACY" | "ANNUAL" | "MONTHLY" | "WEB";

export type BillingInterval = "month" | "year";

/** A product or plan id taken apart: `OUTLINE-5-SUB-ANNUAL-WEB`. */
export interface ProductFacts {
  /** First part that is neither a marker nor a number: `OUTLINE`; null when there is none. */
  readonly code: string | null;
  /** First part that is all digits; null when there is none. */
  readonly majorVersion: number | null;
  readonly markers: ReadonlySet<ProductMarker>;
  /** Null unless the id says how often it is billed. */
  readonly interval: BillingInterval | null;
}

/** Decides what an id stands for where the vendor's file does not say: see `purchaseType`. */
export type PurchaseType = "perpetual" | "renewable" | "trial";

const MARKERS: ReadonlySet<string> = new Set<ProductMarker>([
  "TRIAL",
  "SUB",
  "MAS",
  "IT",
  "IAP",
  "LEGACY",
  "ANNUAL",
  "MONTHLY",
  "WEB",
]);

function isMarker(part: string): part is ProductMarker {
  return MARKERS.has(part);
}

/**
 * The facts that a product or plan id carries.
 *
 * A marker counts only as a whole part between dashes, in upper case: `TRIALS-3` is no trial.
 * An unknown part is passed over, so that an id of tomorrow is still readable.
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

/** True for a product on trial; such a product never shows in team views (HOME-13). */
export function isTrial(productId: string): boolean {
  return parseProductId(productId).markers.has("TRIAL");
}

/** True for a product that is paid by the period, wherever it is billed. */
export function isSubscription(productId: string): boolean {
  return parseProductId(productId).markers.has("SUB");
}

/** True for what was bought and is billed in an app store: shown here, never billed here. */
export function isStoreBilled(productId: string): boolean {
  const { markers } = parseProductId(productId);
  return markers.has("MAS") || markers.has("IT") || markers.has("IAP");
}

/** How often a plan is billed; null when its id does not say. */
export function billingInterval(planId: string): BillingInterval | null {
  return parseProductId(planId).interval;
}

/** The kind of purchase that an id stands for: a trial first, then what renews, else what is owned for good. */
export function purchaseType(productId: string): PurchaseType {
  if (isTrial(productId)) return "trial";
  return isSubscription(productId) ? "renewable" : "perpetual";
}

/**
 * The plan that bills the same product by the other cycle: ANNUAL and MONTHLY change places (CYCLE-02).
 *
 * @returns null for an id that names neither cycle or both, as there is nothing to swap.
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
