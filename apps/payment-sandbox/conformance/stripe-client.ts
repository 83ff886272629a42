import Stripe from "stripe";

/**
 * The provider's own client at another address.
 *
 * @param url an origin, whose API is below `/sandbox/stripe` then, or an address with the path that goes before `/v1`.
 */
export function stripeClient(url: string, key = "sk_test_sandbox"): Stripe {
  const { hostname, port, protocol, pathname } = new URL(url);
  const prefix = pathname === "/" ? "/sandbox/stripe" : pathname.replace(/\/$/, "");
  const node = Stripe.createNodeHttpClient();
  const httpClient: Stripe.HttpClient = {
    getClientName: () => "sandbox",
    makeRequest: (host, givenPort, path, ...rest) => node.makeRequest(host, givenPort, prefix + path, ...rest),
  };
  const isSecure = protocol === "https:";
  return new Stripe(key, {
    host: hostname,
    port: port || (isSecure ? "443" : "80"),
    protocol: isSecure ? "https" : "http",
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient,
  });
}
