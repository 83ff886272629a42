import { isMisleading } from "@foyer/domain/invisible";
import { DEVICE_TEXT_MAX } from "@foyer/domain/offline-request";
import type { Refusal } from "@foyer/service-kit/errors";
import { refuse } from "@foyer/service-kit/errors";
import { logFailed } from "@foyer/service-kit/failed-request-log";
import { asRefusal } from "@foyer/service-kit/http";
import { type BodyRecord, parseBody } from "@foyer/service-kit/request-body";
import { duringRequest } from "@foyer/service-kit/request-context";
import { shownPath } from "@foyer/service-kit/shown-path";
import { holdsLoneSurrogate, holdsNul } from "@foyer/service-kit/unkeepable-text";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { limitKeys } from "../activations/key-place.ts";
import type { Deps } from "../deps.ts";

export interface DialectAnswer {
  readonly status: number;
  /** Undefined for an answer without a body. */
  readonly body?: object;
}

export interface DialectRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly fields: BodyRecord;
  readonly authorization: string;
  readonly ip: string;
  readonly path: string;
}

/** The calls of another product, with its answers and errors. */
export interface Dialect {
  /** Beginning of its paths, without a slash at the end. */
  readonly prefix: string;
  readonly contentType: string;
  readonly calls: readonly (readonly [
    "GET" | "POST" | "DELETE",
    string,
    (asked: DialectRequest) => Promise<DialectAnswer>,
  ])[];
  readonly errorOf: (refusal: Refusal, path: string) => DialectAnswer;
}

const BODY_MAX = 16 * 1_024;
const NO_BODY = Buffer.alloc(0);

/** The limit that Lemon Squeezy documents for its calls. */
const perNetwork = { limit: 60, windowSeconds: 60 } as const;

/** Runs a call with a key that anybody may send, within the limits of such calls. */
export const withKey = <T>(deps: Deps, typed: string, ip: string, work: () => Promise<T>): Promise<T> =>
  limitKeys(deps, { typed, ip, name: "compatible", perNetwork }, work);

/** A text of an app for a label of ours: without characters that mislead, and as short as ours. Undefined if nothing is left. */
export function labelOf(text: unknown, of: "name" | "platform"): string | undefined {
  if (typeof text !== "string") return undefined;
  const kept = Array.from(text, (character) => (isMisleading(character) ? "" : character)).join("");
  return kept.trim().slice(0, DEVICE_TEXT_MAX[of]).toWellFormed().trim() || undefined;
}

function asked(request: FastifyRequest): DialectRequest {
  const { body, headers, ip, url } = request;
  const params = request.params as Readonly<Record<string, string>>;
  const { fields } = parseBody(Buffer.isBuffer(body) ? body : NO_BODY, headers["content-type"]);
  const authorization = headers.authorization ?? "";
  for (const given of [params, fields]) if (holdsNul(given) || holdsLoneSurrogate(given)) refuse("input.malformed");
  return { params, fields, authorization, ip, path: url };
}

/** Serves a dialect. Pages of every origin may call it: no call uses a cookie. */
export function dialectPlugin(deps: Deps, { prefix, contentType, calls, errorOf }: Dialect): FastifyPluginAsync {
  const send = (reply: FastifyReply, { status, body }: DialectAnswer): FastifyReply =>
    body === undefined
      ? reply.status(status).send()
      : reply.status(status).type(contentType).send(JSON.stringify(body));
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.addHook("onRequest", (_request, reply, done) => {
      void reply.header("access-control-allow-origin", "*");
      done();
    });
    app.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error);
      if (refusal.status >= 500)
        logFailed(deps.log, refusal.status, { err: error, requestId: request.id, path: shownPath(request) });
      if (refusal.retryAfterSeconds !== undefined) void reply.header("retry-after", String(refusal.retryAfterSeconds));
      return send(reply, errorOf(refusal, request.url));
    });
    for (const [method, path, answer] of calls) {
      app.route({
        method,
        url: `${prefix}${path}`,
        bodyLimit: BODY_MAX,
        handler: (request, reply) => duringRequest(request.id, async () => send(reply, await answer(asked(request)))),
      });
    }
    app.all(`${prefix}/*`, { bodyLimit: BODY_MAX }, async (request, reply) => {
      if (request.method !== "OPTIONS") refuse("object.not_found");
      return reply
        .header("access-control-allow-methods", "GET, POST, DELETE")
        .header("access-control-allow-headers", "accept, authorization, content-type, keygen-version")
        .status(204)
        .send();
    });
  };
}
