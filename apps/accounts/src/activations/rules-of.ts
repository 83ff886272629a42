import type { ActivationRules } from "@foyer/domain/activations";
import { parseProductId } from "@foyer/domain/product-id";
import type { Deps } from "../deps.ts";

type Brand = Pick<Deps["brand"], "products">;
type Product = Brand["products"][number];

function productOf({ products }: Brand, productId: string): Product | undefined {
  const { code } = parseProductId(productId);
  return code === null ? undefined : products.find((product) => product.code === code);
}

/** Returns how apps of that product id are activated, or null if they are not. */
export function rulesOf(brand: Brand, productId: string): ActivationRules | null {
  return productOf(brand, productId)?.activation ?? null;
}

/** Returns the download link of the covered version and the price of an upgrade. Null if there is none. */
export function offersOf(
  brand: Brand,
  productId: string,
  covered: number | null,
): { readonly download: string | null; readonly upgradePrice: string | null } {
  const product = productOf(brand, productId);
  const isOld = covered !== null && product?.supportedVersion !== undefined && covered < product.supportedVersion;
  return {
    download: product?.downloads?.[String(covered)] ?? null,
    upgradePrice: isOld ? (product.upgradePrice ?? null) : null,
  };
}
