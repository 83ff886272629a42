import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { errorEnvelope, Refusal } from "./errors.ts";
import { asRefusal, requestId } from "./http.ts";
import type { Logger } from "./log.ts";

/** What the host says of itself to a load balancer. */
export interface Readiness {
  /** Null when requests can be served; otherwise why not, for the log and the operator. */
  check(): Promise<string | null>;
  /** Whether the process is about to end: then every answer asks its caller to come back on another connection. */
  isStopping?(): boolean;
}

export interface HostOptions {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
  readonly readiness: Readiness;
}

const BODY_LIMIT = 1_048_576;
const REQUEST_MS = 25_000;
/** What is still under way so long after the server was told to close is cut off. */
const ENDING_MS = 10_000;

/** Every answer carries these; an HTML answer adds its own content policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

function addHeaders(app: FastifyInstance, readiness: Readiness): void {
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(securityHeaders).header("x-request-id", request.id);
    if (readiness.isStopping?.() === true) void reply.header("connection", "close");
    if (request.url.startsWith("/api/")) void reply.header("cache-control", "no-store");
  });
}

function addLog(app: FastifyInstance, log: Logger): void {
  app.addHook("onResponse", async (request, reply) => {
    // The path alone: what stands behind the question mark may be a secret of somebody's mail.
    const path = request.url.split("?")[0];
    log.info(
      {
        requestId: request.id,
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      "request",
    );
  });
}

/**
 * Ends connections that would hold up the end of the server: at once those that never sent a whole request, as a browser
 * opens them ahead; later whatever is left. Node closes only those that rest after an answer, and stops to enforce its own
 * time limits once it closes.
 */
function endLeftConnections(app: FastifyInstance): void {
  const silent = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage) => silent.delete(socket));
  app.addHook("preClose", async () => {
    for (const socket of silent) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), ENDING_MS).unref();
  });
}

/** An HTTP server with limits, request ids, security headers, `/healthz` and `/readyz`, to which services are added. */
export function createHost({ log, trustedProxies, readiness }: HostOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => requestId(request.headers["x-request-id"]),
    // Whoever sends a byte now and then has sent a whole request by then, or is cut off.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: 3_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: "idle",
    // A path that cannot be decoded is an address that does not exist.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(securityHeaders).header("x-request-id", request.id);
      const refusal =
        "statusCode" in error && error.statusCode === 400 ? new Refusal("object.not_found") : asRefusal(error);
      void reply.code(refusal.status as never).send(errorEnvelope(refusal) as never);
    },
  });
  endLeftConnections(app);
  addHeaders(app, readiness);
  addLog(app, log);
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500) log.error({ err: error, requestId: request.id }, "request failed");
    return reply.status(refusal.status).send(errorEnvelope(refusal));
  });
  app.get("/healthz", { logLevel: "silent" }, async () => ({ status: "alive" }));
  app.get("/readyz", { logLevel: "silent" }, async (_request, reply) => {
    const problem = await readiness.check();
    if (problem === null) return { status: "ready" };
    return reply.status(503).send({ status: "not ready", reason: problem });
  });
  return app;
}
