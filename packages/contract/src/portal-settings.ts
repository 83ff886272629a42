import type { z } from "zod";
import type { Brand, BrandProduct, brandLink } from "./brand.ts";

/** A link out of the portal. */
export type PortalLink = Readonly<z.infer<typeof brandLink>>;

/** A product of the vendor, with what the portal needs. */
export interface PortalProduct extends Readonly<Pick<BrandProduct, "code" | "name" | "kind" | "supportedVersion">> {
  /** True if its apps are activated on devices. */
  readonly activates?: boolean;
  /** True if its supported version is on sale at /buy. */
  readonly isSold?: boolean;
}

type Shown = "provider" | "accountsTitle" | "company" | "accent" | "mark" | "menus" | "copyrightYears" | "displayRules";

/** The vendor's brand as the portal shows it. */
export interface PortalBrand extends Readonly<Pick<Brand, Shown>> {
  readonly supportEmail: string;
  readonly salesEmail: string;
  /** Address of the terms, labeled `Legal` in the footer. */
  readonly legalUrl: string;
  /** The seller on invoices. */
  readonly seller: Readonly<Pick<Brand["seller"], "name" | "address" | "taxId">>;
  readonly products: readonly PortalProduct[];
  /** True if /withdraw and /cancel are served. Every footer then links to them. */
  readonly hasDesk?: boolean;
  /** More origins, besides the own one, that a finished sign-up may return to. */
  readonly returnOrigins: readonly string[];
}

/** Base addresses of the two services, without a closing slash; empty for the portal's own origin. */
export interface ServiceAddresses {
  readonly accountsUrl: string;
  readonly purchaseUrl: string;
}

/**
 * Settings that the portal's host writes into its page, as JSON in `<script type="application/json"
 * id="foyer-settings">`.
 *
 * They contain no secrets and no personal data, because anyone can read them.
 */
export interface PortalSettings extends ServiceAddresses {
  readonly brand: PortalBrand;
  /** Replacements of accent colors in `tokens.css` by name, derived from the brand's accent and mark. */
  readonly accentTokens: Readonly<Record<string, string>>;
  /** Used on pages with `test` or `stage` in their host name, or null. */
  readonly nonProduction: ServiceAddresses | null;
  /** Same as in `GET /conf`. */
  readonly revision: string;
  /** True if the payment sandbox replaces the provider. Its script is `/sandbox/stripe.js`. */
  readonly sandbox: boolean;
  /** True outside production with the payment sandbox: `/sandbox/clock` may exist, and staff need no second factor. */
  readonly trial: boolean;
  /** Receiver of failure reports; null sends them to the host's `/err`. */
  readonly errorReportingDsn: string | null;
}

/** The links to the desk in the prerendered markup, which has them for every vendor. */
const DESK_LINK = /<a (?=[^>]*data-desk)[^>]*>[^<]*<\/a>/g;

/**
 * Puts the brand's words where the prerendered markup has `%name%`, so that the page shows no placeholder even if its script
 * cannot run. Takes the links to the desk out if the vendor has none.
 */
export function fillPlaceholders(markup: string, { brand }: Pick<PortalSettings, "brand">): string {
  const { from, to } = brand.copyrightYears;
  const words: Readonly<Record<string, string>> = {
    provider: brand.provider,
    accountsTitle: brand.accountsTitle,
    company: brand.company,
    supportEmail: brand.supportEmail,
    salesEmail: brand.salesEmail,
    legalUrl: brand.legalUrl,
    years: `${from}-${to}`,
  };
  const shown = brand.hasDesk === true ? markup : markup.replaceAll(DESK_LINK, "");
  return shown.replaceAll(/%(\w+)%/g, (whole, name: string) => {
    const word = Object.hasOwn(words, name) ? words[name] : undefined;
    return word === undefined ? whole : word.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  });
}
