import type { PortalSettings } from "@foyer/contract/portal-settings";

/** Stands in the page that is built ahead of time, where nothing is known of the vendor yet: `early.ts` fills it in. */
function placeholder(name: string): string {
  return `%${name}%`;
}

const unknown: PortalSettings = {
  brand: {
    provider: placeholder("provider"),
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
    returnOrigins: [],
  },
  accentTokens: {},
  accountsUrl: "",
  purchaseUrl: "",
  nonProduction: null,
  revision: "unknown",
  sandbox: false,
  errorReportingDsn: null,
};

/** What the host wrote into the page; placeholders where there is no page or no host. */
export function readSettings(): PortalSettings {
  if (typeof document === "undefined") return unknown;
  const text = document.getElementById("foyer-settings")?.textContent;
  return text ? (JSON.parse(text) as PortalSettings) : unknown;
}

export const settings = readSettings();
export const brand = settings.brand;

/** `1994-2024 Fernhill Software`, without the sign before it. */
export function copyrightLine({ brand: { copyrightYears, company } }: PortalSettings): string {
  const years = copyrightYears.from === 0 ? placeholder("years") : `${copyrightYears.from}-${copyrightYears.to}`;
  return `${years} ${company}`;
}
