import { displayName } from "@foyer/domain/display-name";
import { brand } from "./settings.ts";

/** Returns the displayed name of a license or product, by the brand's rules (TEAM-03). */
export function shownName(description: string, productId: string): string {
  return displayName(description, productId, brand.displayRules);
}

/** The newest major version that the vendor supports, by product code. */
export const supportedVersions: Readonly<Record<string, number>> = Object.fromEntries(
  brand.products.map(({ code, supportedVersion }) => [code, supportedVersion]),
);
