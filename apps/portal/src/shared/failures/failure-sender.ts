import type { PortalSettings } from "@foyer/contract/portal-settings";
import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from "@sentry/browser";

/** The library requires an address in its own format; with a tunnel it never sends to it. */
const NO_RECEIVER = "https://none@localhost/1";

/** Returns a function that sends failures to the configured receiver, or to the host that served the page. */
export function failureSender(settings: PortalSettings): (failure: unknown) => void {
  const client = new BrowserClient({
    ...(settings.errorReportingDsn ? { dsn: settings.errorReportingDsn } : { dsn: NO_RECEIVER, tunnel: "/err" }),
    release: settings.revision,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    // A page's full URL may contain a mailed token; its path contains none.
    beforeSend: ({ request: _request, ...event }) => ({ ...event, transaction: location.pathname }),
  });
  const scope = new Scope();
  scope.setClient(client);
  client.init();
  return (failure) => scope.captureException(failure);
}
