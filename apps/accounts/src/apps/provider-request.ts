import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";

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
