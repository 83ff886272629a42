import { productOfPlan } from "@foyer/domain/catalogue";
import type { Brand } from "./brand.ts";
import { hasDesk } from "./brand-desk.ts";
import type { PortalBrand } from "./portal-settings.ts";

/** Returns the part of the brand that the portal shows, and nothing else. */
export function portalBrandOf(brand: Brand): PortalBrand {
  const sold = new Set(brand.plans.filter(({ onSale }) => onSale !== false).map(({ id }) => productOfPlan(id)));
  return {
    provider: brand.provider,
    accountsTitle: brand.accountsTitle,
    company: brand.company,
    accent: brand.accent,
    ...(brand.mark === undefined ? {} : { mark: brand.mark }),
    menus: brand.menus,
    supportEmail: brand.contacts.support,
    salesEmail: brand.contacts.sales,
    legalUrl: brand.links.legal,
    seller: { name: brand.seller.name, address: brand.seller.address, taxId: brand.seller.taxId },
    copyrightYears: brand.copyrightYears,
    products: brand.products.map(({ code, name, kind, supportedVersion, activation }) => ({
      code,
      name,
      kind,
      supportedVersion,
      ...(activation === undefined ? {} : { activates: true }),
      ...(sold.has(`${code}-${supportedVersion}`) ? { isSold: true } : {}),
    })),
    displayRules: brand.displayRules,
    ...(hasDesk(brand) ? { hasDesk: true } : {}),
    returnOrigins: brand.returnOrigins.map((address) => new URL(address).origin),
  };
}
