import { z } from "zod";

/** The most days that an app works without network by a file. */
export const OFFLINE_DAYS_MAX = 365;

/** How a product's apps are activated on devices. */
export const activationRules = z.strictObject({
  /** Whether `limit` is of each seat, or of the whole license. */
  counts: z.enum(["seat", "license"]),
  /** Devices at the same time. */
  limit: z.int().min(1).max(1_000),
  /** Days that an app works without network by a file; 0 gives no files. */
  offlineDays: z.int().min(0).max(OFFLINE_DAYS_MAX),
  /** Devices that a holder may free herself in 30 days. */
  freesPer30Days: z.int().min(0).max(100),
});

/** Where downloads stand under what is no major version: a line would never be shown. */
export function downloadFaults(
  products: readonly { readonly downloads?: Readonly<Record<string, string>> | undefined }[],
): { path: PropertyKey[]; message: string }[] {
  return products.flatMap(({ downloads = {} }, index) =>
    Object.keys(downloads).flatMap((version) =>
      /^[1-9]\d{0,5}$/.test(version)
        ? []
        : [{ path: ["products", index, "downloads", version], message: "must be under a major version such as 5" }],
    ),
  );
}
