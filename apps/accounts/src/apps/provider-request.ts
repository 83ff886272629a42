import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { KoaContextWithOIDC, Provider } from "oidc-provider";

interface Origin {
  readonly ip: string;
  readonly requestId: string;
}

const origins = new WeakMap<object, Origin>();

/** The origin of a request that the provider works on. */
export function originOf(req: object | undefined): Origin {
  return (req && origins.get(req)) ?? { ip: "", requestId: "" };
}

/** The client's address as the trusted proxies report it. */
export const clientIpOf = (req: object | undefined): string => originOf(req).ip;

/**
 * Returns the request for the provider: at the public origin regardless of its headers, with the body that was read within
 * its limit, and with the query of `url` if given.
 *
 * @param accept the kind of answer; the provider would follow the request's header, and give a program that prefers pages one of ours.
 */
export function providerRequest(
  request: FastifyRequest,
  publicOrigin: string,
  url: string,
  body: Buffer,
  accept: string,
): IncomingMessage {
  const { raw } = request;
  const { protocol, host } = new URL(publicOrigin);
  const headers: IncomingMessage["headers"] = {
    ...raw.headers,
    host,
    accept,
    "x-forwarded-proto": protocol.slice(0, -1),
    ...(body.length > 0 ? { "content-length": String(body.length) } : {}),
  };
  delete headers["x-forwarded-host"];
  delete headers["transfer-encoding"];
  const given = Object.assign(Readable.from([body], { objectMode: false }), {
    headers,
    method: raw.method,
    url,
    socket: raw.socket,
    connection: raw.socket,
    httpVersion: raw.httpVersion,
    httpVersionMajor: raw.httpVersionMajor,
    httpVersionMinor: raw.httpVersionMinor,
    complete: true,
  });
  origins.set(given, { ip: request.ip, requestId: request.id });
  // It has all properties that Koa and the provider read.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return given as unknown as IncomingMessage;
}

/** The requests that a page of ours must answer in place of the provider's. */
export const pageWanted = new WeakMap<object, true>();

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
