import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomText } from "../objects/id.ts";
import { API_VERSION } from "../objects/event.ts";
import { answerTo, type ApiRequest, type ApiDeps, keepAnswer } from "./api.ts";
import type { Fault, Faults } from "./faults.ts";
import type { ApiAnswer } from "./idempotency.ts";

const PREFIX = "/sandbox/stripe/v1/";
const HANG_MS = 120_000;

export interface ApiPluginOptions extends ApiDeps {
  faults: Faults;
  /** Runs due steps before each call, so that no caller sees a state older than the clock. */
  catchUp: () => Promise<void>;
  failed: (error: unknown) => void;
  /** Called after each committed change. */
  changed: () => void;
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function apiRequest(request: FastifyRequest): ApiRequest {
  const url = new URL(request.raw.url ?? "", "http://sandbox");
  return {
    method: request.method,
    path: url.pathname.slice(PREFIX.length).replace(/\/$/, ""),
    query: url.search.slice(1),
    body: typeof request.body === "string" ? request.body : "",
    authorization: header(request, "authorization"),
    idempotencyKey: header(request, "idempotency-key"),
    version: header(request, "stripe-version"),
  };
}

function internal(): ApiAnswer {
  return {
    status: 500,
    body: { error: { type: "api_error", message: "Something went wrong in the payment sandbox." } },
  };
}

function faultAnswer(fault: Fault): ApiAnswer {
  if (fault.kind === "rate_limit_429") {
    return {
      status: 429,
      body: { error: { type: "invalid_request_error", code: "rate_limit", message: "Too many requests." } },
    };
  }
  return internal();
}

/** Fails in the way of the fault. A hanging call ends after two minutes, so that the server can close. */
async function failAs(fault: Fault, reply: FastifyReply): Promise<ApiAnswer | null> {
  if (fault.kind === "reset") {
    reply.hijack();
    reply.raw.socket?.destroy();
    return null;
  }
  if (fault.kind === "hang") {
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, HANG_MS);
      timer.unref();
      reply.raw.once("close", () => {
        clearTimeout(timer);
        resolve(undefined);
      });
    });
  }
  return faultAnswer(fault);
}

function send(reply: FastifyReply, answer: ApiAnswer, key: string | undefined): FastifyReply {
  reply.code(answer.status).headers({
    "content-type": "application/json",
    "cache-control": "no-store",
    "request-id": `req_${randomText(14)}`,
    "stripe-version": API_VERSION,
    ...(key ? { "idempotency-key": key } : {}),
    ...(answer.replayed ? { "idempotent-replayed": "true" } : {}),
    ...(answer.status >= 500 ? { "stripe-should-retry": "false" } : {}),
  });
  return reply.send(JSON.stringify(answer.body, null, 2));
}

/** Serves the API. Every failure is JSON with an `error`, because the provider's client treats any other body as success. */
export function serveApi(app: FastifyInstance, options: ApiPluginOptions): void {
  const answered = async (call: ApiRequest): Promise<ApiAnswer> => {
    try {
      await options.catchUp();
      const answer = await answerTo(options, call);
      if (call.method !== "GET") options.changed();
      return answer;
    } catch (error) {
      options.failed(error);
      return internal();
    }
  };
  app.all(`${PREFIX}*`, async (request, reply) => {
    const call = apiRequest(request);
    const fault = options.faults.take(call.method, call.path);
    const answer = fault?.when === "before" ? null : await answered(call);
    if (fault?.isKept) await keepAnswer(options, call, faultAnswer(fault));
    const final = fault ? await failAs(fault, reply) : answer;
    return final ? send(reply, final, call.idempotencyKey) : reply;
  });
}
