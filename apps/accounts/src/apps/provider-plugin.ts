import type { IncomingMessage } from "node:http";
import { BODY_BOUNDS } from "@foyer/service-kit/request-body";
import { holdsNul } from "@foyer/service-kit/unkeepable-text";
import { Refusal } from "@foyer/service-kit/errors";
import { logFailed } from "@foyer/service-kit/failed-request-log";
import { asRefusal } from "@foyer/service-kit/http";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import { pathOf } from "@foyer/service-kit/shown-path";
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import type { Deps } from "../deps.ts";
import { endGrantsOfOthers } from "../stores/grant-store.ts";
import { appsOf } from "../grants/apps.ts";
import { faultIn, readableQuery } from "./authorize-query.ts";
import { failureIn, pageWanted, providerRequest } from "./provider-request.ts";
import type { ProviderKeeper } from "./provider-keeper.ts";
import { isReadBy } from "./clients.ts";
import { refusalPage } from "./refusal-page.ts";
import { readUserinfo } from "./userinfo.ts";

const BODY_MAX = 16 * 1_024;
/** Node accepts 16 KiB for an address and its headers together. */
const ADDRESS_MAX = 8 * 1_024;
const NO_BODY = Buffer.alloc(0);
const AUTHORIZE = "/oauth/authorize";
const END_SESSION = "/oauth/end_session";
const USERINFO = "/oauth/userinfo";

/** Limits requests of apps for our pages, by network. */
const pageLimit = { limit: 120, windowSeconds: 60 } as const;
const tokenLimit = { limit: 60, windowSeconds: 60 } as const;
const deviceLimit = { limit: 10, windowSeconds: 60 } as const;

const isPage = (path: string): boolean => path.startsWith(AUTHORIZE) || path === END_SESSION;

const bodyOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : NO_BODY);

/** Returns the app id that a request names, proved or not. All unknown ids count as one. */
function namedApp({ brand }: Deps, request: FastifyRequest): string {
  const named = appIdIn(request);
  return appsOf(brand).has(named) ? named : "unknown";
}

function appIdIn(request: FastifyRequest): string {
  const basic = /^basic +([\w+/=-]+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic !== undefined) return Buffer.from(basic, "base64").toString("utf8").split(":", 1)[0] ?? "";
  return new URLSearchParams(bodyOf(request).toString("utf8")).get("client_id") ?? "";
}

async function countCall(deps: Deps, request: FastifyRequest): Promise<void> {
  const { limiter } = deps;
  const network = clientNetwork(request.ip);
  switch (pathOf(request.url).replace(/\/$/, "")) {
    case "/oauth/token":
      if (request.method === "POST") await limiter.take(`app-token:${namedApp(deps, request)} ${network}`, tokenLimit);
      break;
    case "/oauth/device_authorization":
      await limiter.take(`app-device:${network}`, deviceLimit);
      break;
    case AUTHORIZE:
    case END_SESSION:
      await limiter.take(`app-page:${network}`, pageLimit);
      break;
    default:
  }
}

/** Refuses the character NUL, which the database cannot store, and too many, too long or repeated parameters of a form. */
function refuseUnkeepable(request: FastifyRequest): void {
  const { search } = new URL(request.url, "http://localhost");
  const form = new URLSearchParams(bodyOf(request).toString("utf8"));
  if (holdsNul([...new URLSearchParams(search), ...form])) throw new Refusal({ name: "input.malformed" });
  const { fields } = BODY_BOUNDS;
  const fault = form.size > fields ? `A form has at most ${fields} fields.` : faultIn(form);
  if (fault !== null) throw new Refusal({ name: "input.malformed", reason: "parameters", facts: { fault } });
}

/** Returns the query for the provider: empty if it continues a stored request. */
function queryOf(url: string, path: string): string {
  if (path === AUTHORIZE) return readableQuery(url);
  return path.startsWith(`${AUTHORIZE}/`) ? "" : url.slice(pathOf(url).length);
}

async function handle(deps: Deps, keeper: ProviderKeeper, request: FastifyRequest, reply: FastifyReply) {
  if (request.method === "POST" && isPage(pathOf(request.url))) return asAddress(deps, request, reply);
  refuseUnkeepable(request);
  await countCall(deps, request);
  const path = pathOf(request.url).replace(/\/$/, "");
  const userinfo = path === USERINFO ? await readUserinfo(deps, request) : null;
  if (userinfo) return reply.header("cache-control", "no-store").header("vary", "Origin").send(userinfo);
  const provider = await keeper.provider(path === "/oauth/jwks");
  const given = providerRequest(
    request,
    deps.config.publicOrigin,
    `${path}${queryOf(request.url, path)}`,
    bodyOf(request),
    isPage(path) ? "text/html" : "application/json",
  );
  if (path === "/oauth/jwks") void reply.header("cache-control", "public, max-age=300");
  await carriedOut(provider, given, reply);
  if (pageWanted.has(given)) return refusalPage(deps, request, reply, 400);
  return reply;
}

const callbacks = new WeakMap<Provider, ReturnType<Provider["callback"]>>();

/** The provider's request handler. It is kept because the library composes all its middleware again for each handler. */
function callbackOf(provider: Provider): ReturnType<Provider["callback"]> {
  const callback = callbacks.get(provider) ?? provider.callback();
  callbacks.set(provider, callback);
  return callback;
}

/** Lets the provider answer, unless one of our pages must be shown. Throws failures of our own code. */
async function carriedOut(provider: Provider, given: IncomingMessage, reply: FastifyReply): Promise<void> {
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  await callbackOf(provider)(given, raw);
  const failure = failureIn(given);
  if (failure || pageWanted.has(given)) {
    // Discards the provider's headers and cookies, because its answer is not sent. Keeps the CORS headers.
    for (const name of raw.getHeaderNames()) if (!/^(access-control-|vary$)/.test(name)) raw.removeHeader(name);
    if (failure) throw failure;
    return;
  }
  reply.hijack();
}

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * Redirects the form of an app to the address with the same parameters. A browser does not send the cookies of our pages with a
 * form of another site, but with a redirect.
 */
function asAddress(deps: Deps, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!FORM.test(request.headers["content-type"] ?? "")) return refusalPage(deps, request, reply, 400);
  const form = new URLSearchParams(bodyOf(request).toString("utf8")).toString();
  if (form.length > ADDRESS_MAX) return refusalPage(deps, request, reply, 400);
  return reply
    .header("cache-control", "no-store")
    .redirect(`${pathOf(request.url).replace(/\/$/, "")}${form === "" ? "" : `?${form}`}`, 303);
}

const ERRORS: Readonly<Record<number, string>> = { 429: "temporarily_unavailable", 503: "temporarily_unavailable" };

/** Returns a failure as an error of RFC 6749. */
function sendOauthError(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const isClients = refusal.status >= 400 && refusal.status < 500 && refusal.status !== 429;
  if (refusal.retryAfterSeconds !== undefined) void reply.header("retry-after", String(refusal.retryAfterSeconds));
  return reply
    .status(isClients ? 400 : refusal.status)
    .header("cache-control", "no-store")
    .send({
      error: isClients ? "invalid_request" : (ERRORS[refusal.status] ?? "server_error"),
      error_description: refusal.refusal === "input.too_large" ? "A request has at most 16 KiB." : refusal.message,
    });
}

/** Lets a page of a listed origin read a refusal that did not come from the provider. */
function openToPages({ brand }: Deps, { headers, url }: FastifyRequest, reply: FastifyReply): void {
  const { origin } = headers;
  if (origin === undefined || !isReadBy(appsOf(brand), pathOf(url).replace(/\/$/, ""), origin)) return;
  void reply.header("access-control-allow-origin", origin).header("vary", "Origin");
  void reply.header("access-control-expose-headers", "retry-after, www-authenticate");
}

const documents = ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] as const;

/** Methods and paths of the provider. */
export const routes: readonly (readonly ["GET" | "POST" | "OPTIONS", string])[] = [
  ...documents.flatMap((url) => [["GET", url] as const, ["OPTIONS", url] as const]),
  ["GET", "/oauth/jwks"],
  ["OPTIONS", "/oauth/jwks"],
  ["GET", AUTHORIZE],
  ["POST", AUTHORIZE],
  ["GET", `${AUTHORIZE}/:code`],
  ["POST", "/oauth/token"],
  ["OPTIONS", "/oauth/token"],
  ["POST", "/oauth/revoke"],
  ["OPTIONS", "/oauth/revoke"],
  ["POST", "/oauth/introspect"],
  ["POST", "/oauth/device_authorization"],
  ["GET", USERINFO],
  ["POST", USERINFO],
  ["OPTIONS", USERINFO],
  ["GET", END_SESSION],
  ["POST", END_SESSION],
];

function routesOf(app: FastifyInstance, handler: (request: FastifyRequest, reply: FastifyReply) => unknown): void {
  for (const [method, url] of routes) app.route({ method, url, bodyLimit: BODY_MAX, handler });
}

/** Answers an unknown path with 404, and a method that a known path does not accept with 405. */
function sendMissing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request.url).replace(/\/$/, "");
  const methods = routes.flatMap(([method, url]) => (url === path ? method : []));
  const isThere = methods.length > 0;
  if (isThere) void reply.header("allow", methods.join(", "));
  const error_description = isThere ? "This address does not take that method." : `There is no ${path}.`;
  return reply
    .status(isThere ? 405 : 404)
    .header("cache-control", "no-store")
    .send({ error: "invalid_request", error_description });
}

/** The OpenID provider of the vendor's apps, on the portal's origin: `/oauth/…` and the two discovery documents. */
export function providerPlugin(deps: Deps, keeper: ProviderKeeper): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.setErrorHandler((error, request, reply) => {
      const refusal = asRefusal(error);
      if (refusal.status >= 500)
        logFailed(deps.log, refusal.status, { err: error, requestId: request.id, path: pathOf(request.url) });
      if (!isPage(pathOf(request.url))) {
        openToPages(deps, request, reply);
        return sendOauthError(reply, refusal);
      }
      if (refusal.retryAfterSeconds !== undefined) void reply.header("retry-after", String(refusal.retryAfterSeconds));
      return refusalPage(deps, request, reply, refusal.status);
    });
    // An app that the brand lists again must ask again.
    app.addHook("onReady", async () => {
      const ended = await endGrantsOfOthers(deps.db, [...appsOf(deps.brand).keys()], deps.clock.now());
      if (ended > 0) deps.log.warn({ ended }, "grants of apps that the brand no longer lists have ended");
    });
    routesOf(app, (request, reply) => handle(deps, keeper, request, reply));
    app.all("/oauth/*", sendMissing);
    for (const url of documents) app.route({ method: ["POST", "PUT", "PATCH", "DELETE"], url, handler: sendMissing });
  };
}
