/** A link out of the portal. */
export interface PortalLink {
  readonly label: string;
  /** `https:` or `mailto:`. */
  readonly href: string;
}

/** A product of the vendor, as the portal needs to know it. */
export interface PortalProduct {
  /** As product ids carry it: `OUTLINE`. */
  readonly code: string;
  /** `Outlinear`. */
  readonly name: string;
  /** What it does, which decides where the reset of server data names it. */
  readonly kind: "task_manager" | "diagramming_tool" | "project_planner" | "outliner" | "other";
  /** Newest major version that the vendor supports. */
  readonly supportedVersion: number;
}

/** What the portal shows of the vendor. */
export interface PortalBrand {
  /** In names such as `<provider> Accounts`: `Fernhill`. */
  readonly provider: string;
  /** Whole name, for the copyright line and the terms: `Fernhill Software`. */
  readonly company: string;
  /** `#rrggbb`; made lighter or darker where text on it, or it as text, would not reach 4.5:1. */
  readonly accent: string;
  readonly menus: {
    readonly products: readonly PortalLink[];
    readonly company: readonly PortalLink[];
    readonly help: readonly PortalLink[];
  };
  readonly supportEmail: string;
  readonly salesEmail: string;
  /** Its label is `Legal` in the footer; where the terms are read. */
  readonly legalUrl: string;
  /** Who stands on invoices as their seller. */
  readonly seller: { readonly name: string; readonly address: readonly string[]; readonly taxId: string | null };
  readonly copyrightYears: { readonly from: number; readonly to: number };
  readonly products: readonly PortalProduct[];
  /** Names that end in one way are shown with another ending, by product code (TEAM-03). */
  readonly displayRules: readonly {
    readonly productCode: string;
    readonly endsWith: string;
    readonly becomes: string;
  }[];
  /** Origins beside the own one that a finished sign-up may return to. */
  readonly returnOrigins: readonly string[];
}

/** Base addresses of the two services, without a closing slash; empty for the portal's own origin. */
export interface ServiceAddresses {
  readonly accountsUrl: string;
  readonly purchaseUrl: string;
}

/**
 * What the portal's host puts into its page, as JSON in `<script type="application/json" id="foyer-settings">`.
 *
 * Holds nothing secret and nothing of a person: everybody can read it.
 */
export interface PortalSettings extends ServiceAddresses {
  readonly brand: PortalBrand;
  /** What stands in the place of the accent in `tokens.css`, by its name there; made from the brand's accent. */
  readonly accentTokens: Readonly<Record<string, string>>;
  /** Used where the page's host name contains `test` or `stage`; null where there is no such pair. */
  readonly nonProduction: ServiceAddresses | null;
  /** What `GET /conf` says too. */
  readonly revision: string;
  /** True where the payment sandbox stands in for the provider: its script is `/sandbox/stripe.js`. */
  readonly sandbox: boolean;
  /** Receiver of failure reports; null sends them to the host's `/err`. */
  readonly errorReportingDsn: string | null;
}
