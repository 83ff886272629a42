import { parseProductId } from "@foyer/domain/product-id";
import { brand } from "./settings.ts";

interface Offer {
  /** `Outlinear 5` */
  readonly name: string;
  /** Leads to /buy with product and seats filled in. */
  readonly link: string;
  /** True if it is a newer major version than the license's. */
  readonly isUpgrade: boolean;
}

/** Returns what is on sale in place of a license of that product, or null. */
export function offerFor(productId: string, seats: number): Offer | null {
  const { code, majorVersion } = parseProductId(productId);
  const product = brand.products.find((one) => one.code === code && one.isSold);
  if (!product) return null;
  const { name, supportedVersion } = product;
  return {
    name: `${name} ${supportedVersion}`,
    link: `/buy?plan=${product.code}-${supportedVersion}&seats=${seats}`,
    isUpgrade: majorVersion !== null && majorVersion < supportedVersion,
  };
}
