import type { PortalSettings } from "@foyer/contract/portal-settings";

/** Path where browsers report violations of the page's policy. */
export const VIOLATIONS_PATH = "/csp-report";

/** Headers of the portal's page: what it may load, and where violations are reported. */
export type PolicyHeaders = Readonly<Record<string, string>>;

/**
 * What the page may load, and from where: the provider's script only with a real provider. Of the scripts in the page itself,
 * only those with a known hash run, so an injected one does not.
 *
 * No string becomes code: `default` is the only policy of trusted types that a script may create. The
 * portal creates it where it loads the provider's script (`trust-provider.ts`).
 *
 * @param scripts SHA-256 hashes, in base64, of the texts of the page's own scripts.
 * @param isSecure whether people reach the portal by TLS. Without it browsers know no named endpoint, and one that is
 * named all the same keeps them from reporting at all.
 */
export function policyHeaders(
  settings: PortalSettings,
  isSecure: boolean,
  scripts: readonly string[] = [],
): PolicyHeaders {
  const others = [
    settings.accountsUrl,
    settings.purchaseUrl,
    settings.nonProduction?.accountsUrl,
    settings.nonProduction?.purchaseUrl,
  ];
  const services = [...new Set(others.filter((url): url is string => Boolean(url)))];
  const provider = settings.sandbox ? [] : ["https://js.stripe.com"];
  const receiver = settings.errorReportingDsn ? [new URL(settings.errorReportingDsn).origin] : [];
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts.map((hash) => `'sha256-${hash}'`), ...provider].join(" ")}`,
    `frame-src ${settings.sandbox ? "'none'" : "https://js.stripe.com https://hooks.stripe.com"}`,
    `connect-src ${["'self'", ...services, ...receiver, ...(settings.sandbox ? [] : ["https://api.stripe.com"])].join(" ")}`,
    "img-src 'self' data:",
    "style-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
    `report-uri ${VIOLATIONS_PATH}`,
    ...(isSecure ? ["report-to violations"] : []),
  ].join("; ");
  return {
    "content-security-policy": policy,
    ...(isSecure ? { "reporting-endpoints": `violations="${VIOLATIONS_PATH}"` } : {}),
  };
}
