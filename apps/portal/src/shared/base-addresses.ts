import type { PortalSettings, ServiceAddresses } from "@foyer/contract/portal-settings";

/** The services to talk to: a host name with `test` or `stage` in it selects the non-production pair (SHELL-12). */
export function baseAddresses(settings: PortalSettings, hostName: string): ServiceAddresses {
  const { accountsUrl, purchaseUrl, nonProduction } = settings;
  if (nonProduction && /test|stage/i.test(hostName)) return nonProduction;
  return { accountsUrl, purchaseUrl };
}
