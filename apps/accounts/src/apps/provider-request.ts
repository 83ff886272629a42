import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";

interface Origin {
  readonly ip: string;
  readonly requestId: string;
}

const origins = new WeakMap<object, Origin>();

/** From where a request came that the provider works on. */
export function originOf(req: object | undefined): Origin {
  return (req && origins.get(req)) ?? { ip: "", requestId: "" };
}

/** The client's address, as the host's trusted proxies tell it. */
export const clientIpOf = (req: object | undefined): string => originOf(req).ip;

/**
 * The request as the provider reads it: at the public origin, whatever was in its headers, with the body that was read
 * within its limit, and with another query where `url` says so.
 */
export function providerRequest(
  request: FastifyRequest,
  publicOrigin: string,
  url: string,
  body: Buffer,
): IncomingMessage {
  const { raw } = request;
  const { protocol, host } = new URL(publicOrigin);
  const headers: IncomingMessage["headers"] = {
    ...raw.headers,
    host,
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
  // It has what Koa and the provider read of one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return given as unknown as IncomingMessage;
}
