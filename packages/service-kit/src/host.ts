import { randomUUID } from "node:crypto";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { errorEnvelope, Refusal } from "./errors.ts";
import { asRefusal, sendError } from "./http.ts";
import type { Logger } from "./log.ts";
import { callerRequestId, requestId } from "./request-id.ts";
import { shownPath, watchSecretPaths } from "./shown-path.ts";

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
  /** What our services show each other: whoever shows it goes on with the id of the request that it asks for. */
  readonly serviceCredential?: string;
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

/**
 * What every answer carries, also where no route was found. Nobody stores it, unless its route says that it may be
 * stored: the portal's page and its files do.
 */
const headersOf = (requestId: string): Record<string, string> => ({
  ...securityHeaders,
  "cache-control": "no-store",
  "x-request-id": requestId,
});

/** Answers of the services, and of the sandboxes with their live links: no route of theirs can say otherwise. */
const isNeverStored = (url: string): boolean => /^\/(api|sandbox)\//i.test(url);

function addHeaders(app: FastifyInstance, readiness: Readiness): void {
  app.addHook("onRequest", async (request, reply) => {
    void reply.headers(headersOf(request.id));
    if (readiness.isStopping?.() === true) void reply.header("connection", "close");
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (isNeverStored(request.url)) void reply.header("cache-control", "no-store");
    done();
  });
}

/** What cannot be read as a request is answered too, in the same words and with the same headers, and its connection ends. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new Refusal("input.too_large", { message: "The address or the headers are too long." })
      : new Refusal("input.malformed", { message: "The request cannot be read, or was not whole in time." });
  const body = JSON.stringify(errorEnvelope(refusal));
  const headers = {
    ...headersOf(randomUUID()),
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
}

function addLog(app: FastifyInstance, log: Logger): void {
  app.addHook("onResponse", async (request, reply) => {
    log.info(
      {
        requestId: request.id,
        // pino leaves out what is undefined.
        callerRequestId: callerRequestId(request.headers, request.id),
        method: request.method,
        path: shownPath(request),
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
export function createHost({ log, trustedProxies, readiness, serviceCredential }: HostOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => requestId(request.headers, serviceCredential),
    // Whoever sends a byte now and then has sent a whole request by then, or is cut off.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: 3_000 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: "idle",
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
    // A path that cannot be decoded is an address that does not exist.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headersOf(request.id));
      const refusal =
        "statusCode" in error && error.statusCode === 400 ? new Refusal("object.not_found") : asRefusal(error);
      void reply.code(refusal.status as never).send(errorEnvelope(refusal) as never);
    },
  });
  watchSecretPaths(app);
  endLeftConnections(app);
  addHeaders(app, readiness);
  addLog(app, log);
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500)
      log.error({ err: error, requestId: request.id, path: shownPath(request) }, "request failed");
    return sendError(reply, refusal);
  });
  app.get("/healthz", { logLevel: "silent" }, async () => ({ status: "alive" }));
  app.get("/readyz", { logLevel: "silent" }, async (_request, reply) => {
    const problem = await readiness.check();
    if (problem === null) return { status: "ready" };
    return reply.status(503).send({ status: "not ready", reason: problem });
  });
  return app;
}
