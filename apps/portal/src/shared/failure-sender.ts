import type { PortalSettings } from "@foyer/contract/portal-settings";
import { BrowserClient, defaultStackParser, makeFetchTransport, Scope } from "@sentry/browser";

/** The library wants an address of its own form; with a tunnel it never calls there. */
const NO_RECEIVER = "https://none@localhost/1";

/** A sender of failures: to the configured receiver, or to the host that served the page. */
export function failureSender(settings: PortalSettings): (failure: unknown) => void {
  const client = new BrowserClient({
    ...(settings.errorReportingDsn ? { dsn: settings.errorReportingDsn } : { dsn: NO_RECEIVER, tunnel: "/err" }),
    release: settings.revision,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [],
    // The whole address of a page can carry a mailed token; its path carries none.
    beforeSend: ({ request: _request, ...event }) => ({ ...event, transaction: location.pathname }),
  });
  const scope = new Scope();
  scope.setClient(client);
  client.init();
  return (failure) => scope.captureException(failure);
}
