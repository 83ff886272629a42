import type { IncomingMessage } from "node:http";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";

/** The failures of our own code by the request on which the provider worked. */
const failures = new WeakMap<object, Error>();

/** Returns the failure during the provider's work on a request. The provider's answer was not sent in that case. */
export const failureIn = (request: IncomingMessage): Error | undefined => failures.get(request);

/** Prevents the provider from answering failures of our code with "server_error", because it does not know whether a retry may succeed. */
export function holdFailures(provider: Provider): void {
  provider.use((async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      failures.set(ctx.req, error instanceof Error ? error : new Error(String(error)));
    }
    if (failures.has(ctx.req)) ctx.respond = false;
  }) as never);
  provider.on("server_error", (ctx: KoaContextWithOIDC, error: Error) => void failures.set(ctx.req, error));
}
