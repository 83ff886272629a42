import type { PortalSettings, ServiceAddresses } from "@foyer/contract/portal-settings";

/** Matches `test.`, `accounts-stage.` and `test2.`, but not `latest.` or `backstage.`. */
const NON_PRODUCTION = /(^|[.-])(test|stage)\d*([.-]|$)/i;

/**
 * Returns the addresses of the services: a host name with `test` or `stage` as a part of its labels selects the
 * non-production pair (SHELL-12).
 */
export function baseAddresses(settings: PortalSettings, hostName: string): ServiceAddresses {
  const { accountsUrl, purchaseUrl, nonProduction } = settings;
  if (nonProduction && NON_PRODUCTION.test(hostName)) return nonProduction;
  return { accountsUrl, purchaseUrl };
}
