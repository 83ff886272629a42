import Stripe from "stripe";

export interface StripeSettings {
  readonly apiKey: string;
  /** Address of the sandbox: its origin and the path before `/v1`. Null for the real provider. */
  readonly sandbox: { readonly origin: string; readonly pathPrefix: string } | null;
  /** Timeout of one try of a call, in milliseconds. */
  readonly timeoutMs?: number;
  readonly retries?: number;
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/** Adds the sandbox's path before the path of every call, because the client's settings have only a host. */
function withPathPrefix(client: HttpClient, prefix: string): HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, ...rest) => send(host, port, prefix + path, ...rest);
  return client;
}

/** Creates the provider's own client. Only the address differs between the real provider and the sandbox. */
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
