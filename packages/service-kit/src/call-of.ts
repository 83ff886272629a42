import type { Endpoint } from "@foyer/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { Call, Caller } from "./call.ts";
import type { CookieJar } from "./cookies.ts";
import type { Logger } from "./log.ts";
import { type BodyRecord, checked, coerceForm, queryFields } from "./request-body.ts";

/** Returns the checked call for a handler. */
export function callOf(
  options: { readonly log: Logger },
  endpoint: Endpoint,
  request: FastifyRequest,
  read: {
    readonly raw: Buffer;
    readonly fields: BodyRecord;
    readonly isForm: boolean;
    readonly params: unknown;
    readonly caller: Caller;
    readonly jar: CookieJar;
    readonly made: { status: number };
  },
): Call<Endpoint> {
  const { raw, fields, isForm, params, caller, jar, made } = read;
  return {
    params,
    query: checked(endpoint.query, coerceForm(endpoint.query, queryFields(request.query)), "query"),
    body: checked(endpoint.body, isForm ? coerceForm(endpoint.body, fields) : fields, "body"),
    caller,
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 256),
    rawBody: raw,
    headers: request.headers,
    setCookie: jar.put,
    answerCreated: () => {
      made.status = 201;
    },
    get log() {
      return options.log.child({ requestId: request.id, call: endpoint.name });
    },
  } as Call<Endpoint>;
}
