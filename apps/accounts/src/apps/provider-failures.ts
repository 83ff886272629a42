import type { IncomingMessage } from "node:http";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";

/** What failed of ours while the provider worked on a request. */
const failures = new WeakMap<object, Error>();

/** What failed while the provider worked on it; the provider's answer was not sent then. */
export const failureIn = (request: IncomingMessage): Error | undefined => failures.get(request);

/** Keeps the provider from answering "server_error" to what fails of ours: whether a later try may succeed, it does not know. */
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
