import Stripe from "stripe";

/** The provider's own client, with its paths moved below the sandbox's address. */
export function stripeClient(port: number, key = "sk_test_sandbox"): Stripe {
  const node = Stripe.createNodeHttpClient();
  const httpClient: Stripe.HttpClient = {
    getClientName: () => "sandbox",
    makeRequest: (host, givenPort, path, ...rest) =>
      node.makeRequest(host, givenPort, `/sandbox/stripe${path}`, ...rest),
  };
  return new Stripe(key, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient,
  });
}
