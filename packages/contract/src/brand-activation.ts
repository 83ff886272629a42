import { z } from "zod";

/** Maximum number of days that a file is valid. */
export const OFFLINE_DAYS_MAX = 365;

/** How a product's apps are activated on devices. */
export const activationRules = z.strictObject({
  /** Whether `limit` applies to each seat or to the license. */
  counts: z.enum(["seat", "license"]),
  /** Maximum number of devices at the same time. */
  limit: z.int().min(1).max(1_000),
  /** Maximum number of days that a file is valid. With 0, no files are given. */
  offlineDays: z.int().min(0).max(OFFLINE_DAYS_MAX),
  /** Number of devices that a holder can free in 30 days. */
  freesPer30Days: z.int().min(0).max(100),
  /** True if a license key alone activates the apps, without a sign-in. */
  byKey: z.boolean().optional(),
});

/** Finds downloads whose key is not a major version. They would never be shown. */
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
