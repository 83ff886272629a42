import type { PortalSettings } from "@foyer/contract/portal-settings";

/** Returns a placeholder for the prerendered page, which knows nothing about the vendor; the host replaces it. */
function placeholder(name: string): string {
  return `%${name}%`;
}

const unknown: PortalSettings = {
  brand: {
    provider: placeholder("provider"),
    accountsTitle: placeholder("accountsTitle"),
    company: placeholder("company"),
    accent: "#1f6b4a",
    menus: { products: [], company: [], help: [] },
    supportEmail: placeholder("supportEmail"),
    salesEmail: placeholder("salesEmail"),
    legalUrl: placeholder("legalUrl"),
    copyrightYears: { from: 0, to: 0 },
    seller: { name: "", address: [], taxId: null },
    products: [],
    displayRules: [],
    // The host takes the links out again for a vendor without a desk.
    hasDesk: true,
    returnOrigins: [],
  },
  accentTokens: {},
  accountsUrl: "",
  purchaseUrl: "",
  nonProduction: null,
  revision: "unknown",
  sandbox: false,
  trial: false,
  errorReportingDsn: null,
};

/** Returns the settings that the host wrote into the page; placeholders without a page or host. */
export function readSettings(): PortalSettings {
  if (typeof document === "undefined") return unknown;
  const text = document.getElementById("foyer-settings")?.textContent;
  return text ? (JSON.parse(text) as PortalSettings) : unknown;
}

export const settings = readSettings();
export const brand = settings.brand;

/** Returns `1994-2024 Fernhill Software`, without the copyright sign. */
export function copyrightLine({ brand: { copyrightYears, company } }: PortalSettings): string {
  const years = copyrightYears.from === 0 ? placeholder("years") : `${copyrightYears.from}-${copyrightYears.to}`;
  return `${years} ${company}`;
}
