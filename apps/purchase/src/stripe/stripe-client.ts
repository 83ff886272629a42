import Stripe from "stripe";

export interface StripeSettings {
  readonly apiKey: string;
  /** Where the provider is, when it is not the real one: an origin and the path before `/v1`. */
  readonly sandbox: { readonly origin: string; readonly pathPrefix: string } | null;
  /** Milliseconds for one try of a call. */
  readonly timeoutMs?: number;
  readonly retries?: number;
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/** The client knows a host but no path: the sandbox's is put before every call's. */
function withPathPrefix(client: HttpClient, prefix: string): HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, ...rest) => send(host, port, prefix + path, ...rest);
  return client;
}

/** The provider's own client; the same for the real provider and for the sandbox, but for its address. */
export function createStripeClient({ apiKey, sandbox, timeoutMs = 10_000, retries = 2 }: StripeSettings): Stripe {
  const common = { telemetry: false, timeout: timeoutMs, maxNetworkRetries: retries };
  if (!sandbox) return new Stripe(apiKey, common);
  const { protocol, hostname, port } = new URL(sandbox.origin);
  return new Stripe(apiKey, {
    ...common,
    host: hostname,
    port: port || (protocol === "https:" ? "443" : "80"),
    protocol: protocol === "https:" ? "https" : "http",
    httpClient: withPathPrefix(Stripe.createNodeHttpClient(), sandbox.pathPrefix),
  });
}
