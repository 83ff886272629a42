import { hash, timingSafeEqual } from "node:crypto";
import { refusalsOf } from "@foyer/contract/declared-refusals";
import { type Endpoint, needsProvedSession } from "@foyer/contract/endpoint";
import { openapiDocument } from "@foyer/contract/openapi";
import { maskSecrets } from "@foyer/contract/secret-fields";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { NoResultError } from "kysely";
import { holdsRight, type StaffRight } from "@foyer/domain/staff-rights";
import type { ActivationHolder, Call, Caller, Person, Route, SigningUp } from "./call.ts";
import type { Clock } from "./clock.ts";
import { callOf } from "./call-of.ts";
import { cookieJar } from "./cookies.ts";
import { allowCors, type CallingPages } from "./cors.ts";
import type { AnyDatabase } from "./db.ts";
import { DamagedRow, errorEnvelope, Refusal, refuse } from "./errors.ts";
import { asSent } from "./file-answer.ts";
import { logFailed } from "./failed-request-log.ts";
import { answerOnce, type StoredAnswer } from "./idempotency.ts";
import type { Logger } from "./log.ts";
import { isOutage, noteOutage } from "./outage.ts";
import { clientNetwork, type RateLimiter } from "./rate-limit.ts";
import { type BodyRecord, checked, notParsed, parseBody } from "./request-body.ts";
import { duringRequest } from "./request-context.ts";
import { pathOf, shownPath } from "./shown-path.ts";
import { holdsNul } from "./unkeepable-text.ts";

export { type Call, type Caller, type Person, route, type Route } from "./call.ts";

export interface ServiceOptions extends CallingPages {
  readonly name: "accounts" | "purchase";
  readonly routes: readonly Route[];
  /**
   * The caller of a bearer token; null when it is unknown, expired or revoked. May refuse with a specific reason.
   *
   * @param id the first parameter of the path, unchecked; empty without one.
   */
  authenticate(token: string, endpoint: Endpoint, id: string): Promise<Person | SigningUp | ActivationHolder | null>;
  /** True when that person manages that license. */
  mayManage?(person: Person, licenseId: string): Promise<boolean>;
  /** The credential with which other services are admitted. */
  readonly serviceCredential: string;
  readonly database: Pick<AnyDatabase, "kysely">;
  readonly clock: Clock;
  readonly log: Logger;
  /** Limits the keys of repeats that are stored for a caller. */
  readonly limiter: RateLimiter;
  /** True treats a refusal that its call does not declare as a fault (500), as in tests; otherwise it is answered and logged. */
  readonly strictContract: boolean;
}

const NO_BODY = Buffer.alloc(0);

function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w.~+/-]{1,512}=*)$/i.exec(request.headers.authorization ?? "");
  return match?.[1] ?? null;
}

/** True when two secrets are equal. Compares hashes, so that the time does not reveal where they differ. */
export function isSame(given: string, wanted: string): boolean {
  return timingSafeEqual(hash("sha256", given, "buffer"), hash("sha256", wanted, "buffer"));
}

/** The first parameter of the path; empty without one, and for text that no database keeps. */
function firstParameter({ params }: FastifyRequest): string {
  const [first = ""] = Object.values(params as Readonly<Record<string, string>>);
  return holdsNul(first) ? "" : first;
}

async function identify(options: ServiceOptions, endpoint: Endpoint, request: FastifyRequest): Promise<Caller> {
  const token = bearerOf(request);
  const { access } = endpoint;
  if (access === "open" || access === "provider") return { kind: "anonymous" };
  if (!token) refuse("session.required");
  if (access === "service") {
    if (!isSame(token, options.serviceCredential)) refuse("object.not_found");
    return { kind: "service" };
  }
  const caller = await options.authenticate(token, endpoint, firstParameter(request));
  if (caller?.kind === "person" && caller.app) refuseApp(caller.app.scopes, endpoint);
  if (access === "signup") {
    if (caller?.kind !== "signup") refuse("signup.expired");
    return caller;
  }
  if (caller?.kind === "activation" && access === "activation") return caller;
  if (caller?.kind !== "person") refuse("session.required");
  return caller;
}

/** Refuses a call by an app without a scope that allows it (RFC 6750). */
function refuseApp(held: readonly string[], { scopes = [] }: Endpoint): void {
  if (scopes.some((scope) => held.includes(scope))) return;
  const wanted = scopes.length === 0 ? "" : `, scope="${scopes.join(" ")}"`;
  refuse("permission.scope_missing", {
    headers: { "www-authenticate": `Bearer error="insufficient_scope"${wanted}` },
  });
}

/** Refuses a caller without access with the same answer as for a missing object. */
async function guard(options: ServiceOptions, endpoint: Endpoint, caller: Caller, params: unknown): Promise<void> {
  if (caller.kind !== "person") return;
  const { id } = params as { id?: string };
  const { access } = endpoint;
  if (access === "customer" && !(id && caller.customerIds.includes(id))) refuse("object.not_found");
  if (access === "manager" && !(id && (await options.mayManage?.(caller, id)))) refuse("object.not_found");
  if (access.startsWith("staff:")) {
    const right = access.slice("staff:".length) as StaffRight;
    if (!caller.isStaff || !holdsRight(caller.staffRights, right)) refuse("object.not_found");
  }
  if (caller.viewOnly && !endpoint.isRead) refuse("permission.denied", { reason: "view_only" });
  if (caller.isUnproved === true && needsProvedSession(endpoint))
    refuse("permission.proof_required", { extra: { session_proof: true } });
}

function callerKey(caller: Caller, ip: string): string {
  switch (caller.kind) {
    case "person":
      return `person:${caller.id}`;
    case "signup":
      return `signup:${caller.signupId}`;
    case "activation":
      return `activation:${caller.activationId}`;
    case "service":
      return "service";
    case "anonymous":
      return `address:${clientNetwork(ip)}`;
  }
}

const HOUR = 3_600;
/** Limits of new stored keys of one caller: each is a row for a day. */
const keysOfPerson = { limit: 1_000, windowSeconds: HOUR } as const;
const keysOfStranger = { limit: 200, windowSeconds: HOUR } as const;

/** Counts a key before it is stored; keys of our own services are not limited. */
async function countKey(limiter: RateLimiter, caller: Caller, by: string): Promise<void> {
  if (caller.kind === "service") return;
  await limiter.take(`kept-keys:${by}`, caller.kind === "person" ? keysOfPerson : keysOfStranger);
}

/** Selects by the body among the routes of one method and path. */
function chooseRoute(routes: readonly Route[], fields: BodyRecord): Route {
  const fitting = routes.find(({ endpoint }) => !endpoint.when || endpoint.when(fields)) ?? routes.at(-1);
  if (!fitting) refuse("object.not_found");
  return fitting;
}

/** Calls the handler and checks its reply against the schema and its refusals against the endpoint's declaration. */
async function asDeclared({ strictContract, log }: ServiceOptions, { endpoint, handler }: Route, call: Call<Endpoint>) {
  try {
    const reply = endpoint.reply.parse(await handler(call));
    const { caller } = call as Call<Endpoint> & { readonly caller: Caller };
    return caller.kind === "person" && caller.viewOnly ? maskSecrets(endpoint.reply, reply) : reply;
  } catch (error) {
    if (!(error instanceof Refusal) || refusalsOf(endpoint).has(error.refusal)) throw error;
    const fault = `${endpoint.name} refuses ${error.refusal}, which it does not declare`;
    if (strictContract) throw new Error(fault, { cause: error });
    log.warn({ requestId: call.requestId, call: endpoint.name, refusal: error.refusal }, fault);
    throw error;
  }
}

async function work(
  options: ServiceOptions,
  routes: readonly Route[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const raw = Buffer.isBuffer(request.body) ? request.body : NO_BODY;
  const webhook = routes[0]?.endpoint.access === "provider";
  const type = request.headers["content-type"];
  const { fields, isForm } = webhook ? notParsed(raw, type) : parseBody(raw, type);
  const route = chooseRoute(routes, fields);
  const { endpoint } = route;
  const caller = await identify(options, endpoint, request);
  const params: unknown = checked(endpoint.params, request.params, "path");
  await guard(options, endpoint, caller, params);
  const jar = cookieJar();
  const made = { status: 200 };
  const call = callOf(options, endpoint, request, { raw, fields, isForm, params, caller, jar, made });
  const answer = async (): Promise<unknown> => {
    const body = await asDeclared(options, route, call);
    void reply.status(made.status);
    return jar.givenWith(reply, body);
  };
  const key = request.headers["idempotency-key"];
  const keepsNoKey = endpoint.isRead || endpoint.keepsNoKey === true || webhook;
  if (typeof key !== "string" || keepsNoKey) return asSent(reply, endpoint, await answer());
  if (key.length === 0 || key.length > 255)
    refuse("input.invalid", { field: "Idempotency-Key", reason: "idempotency_key" });
  const identity = {
    caller: callerKey(caller, request.ip),
    key,
    request: `${request.method} ${request.url} ${JSON.stringify(fields)}`,
  };
  const given = await answerOnce(options.database, options.clock, identity, async () => {
    // Repeats do not get here. A key over the limit is released.
    await countKey(options.limiter, caller, identity.caller);
    return settled(answer, made);
  });
  if (given.replayed) void reply.header("idempotent-replayed", "true");
  void reply.status(given.status);
  return given.body;
}

/** Refusals are stored answers too: a repeat gets the same one. */
async function settled(answer: () => Promise<unknown>, made: { readonly status: number }): Promise<StoredAnswer> {
  try {
    const body = await answer();
    return { status: made.status, body };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { status: error.status, body: errorEnvelope(error) };
  }
}

/** Sends the refusal. */
export function sendError(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.retryAfterSeconds !== undefined) void reply.header("retry-after", String(refusal.retryAfterSeconds));
  return reply.status(refusal.status).headers(refusal.headers).send(errorEnvelope(refusal));
}

/** Answers every thrown error with a refusal, and logs those of status 500 and above. */
export function answerFailures(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.status >= 500)
      logFailed(log, refusal.status, { err: error, requestId: request.id, path: shownPath(request) });
    return sendError(reply, refusal);
  });
}

/** The refusal for any thrown error. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
  if (status === 413) return new Refusal({ name: "input.too_large" });
  if (status === 415) return new Refusal({ name: "input.unsupported_type" });
  if (typeof status === "number" && status >= 400 && status < 500) return new Refusal({ name: "input.malformed" });
  // A row of ours is missing, for example after a failover that lost it. The call had no effect, and the row may come back.
  if (isOutage(error) || error instanceof NoResultError || error instanceof DamagedRow) {
    noteOutage(error);
    return new Refusal({ name: "service.unavailable" }, { retryAfterSeconds: 2 });
  }
  return new Refusal({ name: "internal" });
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/$/, "").replaceAll(/:[a-z]\w*/gi, "[^/]+")}/?$`);
}

/** The common prefix of each service's paths. */
const PREFIX = { accounts: "/api/1.1", purchase: "/api/v2" } as const;

/** One service's part of the contract, to be registered on a host from `createHost`. */
export function servicePlugin(options: ServiceOptions): FastifyPluginAsync {
  return async (app) => {
    const prefix = PREFIX[options.name];
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    allowCors(app, options);
    answerFailures(app, options.log);
    const groups = Map.groupBy(options.routes, ({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    for (const routes of groups.values()) {
      const [first] = routes;
      if (!first) continue;
      const { method, path } = first.endpoint;
      app.route({
        method,
        url: path,
        ...(first.endpoint.cacheSeconds === undefined ? {} : { config: { cacheSeconds: first.endpoint.cacheSeconds } }),
        handler: (request, reply) =>
          duringRequest(request.id, async () => reply.send(await work(options, routes, request, reply))),
      });
    }
    // Made with the first request for it, because it takes a tenth of a process's start.
    let document: unknown;
    app.get(`${prefix}/openapi.json`, async () => {
      const endpoints = options.routes.map(({ endpoint }) => endpoint);
      return (document ??= openapiDocument(options.name, endpoints));
    });
    const known = [...groups.values()].map(([first]) => ({
      pattern: pathPattern(first?.endpoint.path ?? ""),
      method: first?.endpoint.method ?? "GET",
    }));
    app.all(`${prefix}/*`, async (request, reply) => {
      const path = pathOf(request.url);
      const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
      // The method can match here only for a parameter that is longer than any id.
      const isThere = methods.length > 0 && !methods.includes(request.method as Endpoint["method"]);
      if (!isThere) return sendError(reply, new Refusal({ name: "object.not_found" }));
      void reply.header("allow", [...new Set(methods)].join(", "));
      return sendError(reply, new Refusal({ name: "method.not_allowed" }));
    });
  };
}
