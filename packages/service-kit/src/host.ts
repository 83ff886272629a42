import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { type IncomingMessage, STATUS_CODES } from "node:http";
import { type Socket, Server as TcpServer } from "node:net";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { payloadBeforeClose } from "./drain-request.ts";
import { errorEnvelope, Refusal } from "./errors.ts";
import { answerFailures, asRefusal } from "./http.ts";
import type { Logger } from "./log.ts";
import { callerRequestId, requestId } from "./request-id.ts";
import { shownPath, watchSecretPaths } from "./shown-path.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Answers with the portal's page, which shows the screen of the address. Undefined if this process does not serve the portal. */
    portalPage?: (request: FastifyRequest, reply: FastifyReply, status: number) => FastifyReply;
  }
  interface FastifyContextConfig {
    /** Seconds for which the route's answers of status 200 may be kept, although it is a route of a service. */
    cacheSeconds?: number;
  }
}

/** State of this process for a load balancer. */
export interface Readiness {
  /** Null when requests can be served; otherwise the reason, for the log and the operator. */
  check(): Promise<string | null>;
  /** True when the process takes no further connections: every answer then closes its connection. */
  isStopping?(): boolean;
}

export interface HostOptions {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
  readonly readiness: Readiness;
  /** The shared credential of our services. A caller that sends it may pass on the id of the request that it serves. */
  readonly serviceCredential?: string;
}

const BODY_LIMIT = 1_048_576;
const REQUEST_MS = 25_000;
/** Requests still running this long after the server began to close are cut off. */
const ENDING_MS = 10_000;
const IDLE_CHECK_MS = 100;

/** Headers of every answer; an HTML answer adds its own content policy. */
export const securityHeaders: Readonly<Record<string, string>> = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
};

/**
 * Headers of every answer, also when no route was found. Answers are not cached unless their route allows it, as the portal's
 * page and files do.
 */
const headersOf = (requestId: string): Record<string, string> => ({
  ...securityHeaders,
  "cache-control": "no-store",
  "x-request-id": requestId,
});

/** True for answers of the services and sandboxes, which contain live links: only a route's `cacheSeconds` allows caching. */
const isNeverStored = (url: string): boolean => /^\/(api|sandbox)\//i.test(url);

function addHeaders(app: FastifyInstance, readiness: Readiness): void {
  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(headersOf(request.id));
    done();
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (readiness.isStopping?.() === true) void reply.header("connection", "close");
    const { cacheSeconds } = request.routeOptions.config;
    const isKept = cacheSeconds !== undefined && reply.statusCode === 200;
    if (isNeverStored(request.url))
      void reply.header("cache-control", isKept ? `public, max-age=${cacheSeconds}` : "no-store");
    done(null, payloadBeforeClose(request, reply, payload));
  });
}

/** Answers an unreadable request with the usual envelope and headers, and closes its connection. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new Refusal({ name: "input.too_large", reason: "headers" })
      : new Refusal({ name: "input.malformed", reason: "not_whole" });
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
  app.addHook("onResponse", (request, reply, done) => {
    log.info(
      {
        requestId: request.id,
        // pino leaves out undefined fields.
        callerRequestId: callerRequestId(request.headers, request.id),
        method: request.method,
        path: shownPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ip: request.ip,
      },
      "request",
    );
    done();
  });
}

/** Of the files that the process may open, the rest serves the database, mails and the provider. */
const SHARE_OF_FILES = 0.75;

/** How many files the process may open; null where the system does not say. */
function openFilesMax(): number | null {
  try {
    const found = /^Max open files +(\d+)/m.exec(fs.readFileSync("/proc/self/limits", "utf8"))?.[1];
    return found === undefined ? null : Number(found);
  } catch {
    return null;
  }
}

/**
 * Limits the connections, so that a flood of idle ones leaves files for the work of the others. A connection above the limit is
 * closed, and in its place the oldest connection that has not sent a request.
 *
 * Ends connections that would delay closing: at once those without a complete request, because browsers open spare ones; those
 * of a request when it is answered; later all others. Node stops enforcing its own time limits when it closes.
 */
function watchConnections(app: FastifyInstance): void {
  const files = openFilesMax();
  if (files !== null) app.server.maxConnections = Math.floor(files * SHARE_OF_FILES);
  const silent = new Set<Socket>();
  app.server.on("connection", (socket: Socket) => {
    silent.add(socket);
    socket.once("close", () => silent.delete(socket));
  });
  app.server.on("request", ({ socket }: IncomingMessage) => silent.delete(socket));
  app.server.on("drop", () => {
    for (const socket of silent) {
      socket.destroy();
      break;
    }
  });
  app.addHook("preClose", async () => {
    for (const socket of silent) socket.destroy();
    const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref();
    app.server.once("close", () => clearInterval(idle));
    setTimeout(() => app.server.closeAllConnections(), ENDING_MS).unref();
  });
}

/** A turn of the event loop within this time did nothing. */
const QUIET_TURN_MS = 0.1;
const TURNS_MAX = 20_000;

/**
 * Takes no further connections, and keeps the open ones. The server's own `close` would end idle ones.
 *
 * A connection in the backlog that is not accepted yet would be cut off, perhaps with its request. So this waits for a turn of
 * the event loop that did nothing. A turn that accepted a connection may have left others in the backlog.
 */
export async function stopListening({ server }: FastifyInstance): Promise<void> {
  let accepted = 0;
  const count = (): void => void accepted++;
  server.on("connection", count);
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const [before, acceptedBefore] = [performance.now(), accepted];
    await new Promise((resolve) => setImmediate(resolve));
    if (turn > 0 && accepted === acceptedBefore && performance.now() - before < QUIET_TURN_MS) break;
  }
  server.off("connection", count);
  TcpServer.prototype.close.call(server);
}

/** The contract checks requests and answers. Without compilers of its own, Fastify would load those for schemas that no route has. */
const noSchemas = () => (): never => {
  throw new Error("a route has a schema of Fastify");
};

/** An HTTP server with limits, request ids, security headers, `/healthz` and `/readyz`, to which services are added. */
export function createHost({ log, trustedProxies, readiness, serviceCredential }: HostOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: (request) => requestId(request.headers, serviceCredential),
    // Limits slow clients: a request that is incomplete by then is cut off.
    requestTimeout: REQUEST_MS,
    http: { headersTimeout: REQUEST_MS, connectionsCheckingInterval: 3_000 },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    forceCloseConnections: "idle",
    // Requests on open connections are served while the server closes.
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
    // A path that cannot be decoded is answered as not found.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headersOf(request.id));
      const refusal =
        "statusCode" in error && error.statusCode === 400
          ? new Refusal({ name: "object.not_found" })
          : asRefusal(error);
      void reply.code(refusal.status as never).send(errorEnvelope(refusal) as never);
    },
  });
  watchSecretPaths(app);
  watchConnections(app);
  addHeaders(app, readiness);
  addLog(app, log);
  answerFailures(app, log);
  app.get("/healthz", { logLevel: "silent" }, async () => ({ status: "alive" }));
  app.get("/readyz", { logLevel: "silent" }, async (_request, reply) => {
    const problem = await readiness.check();
    if (problem === null) return { status: "ready" };
    return reply.status(503).send({ status: "not ready", reason: problem });
  });
  return app;
}
