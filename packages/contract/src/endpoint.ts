import type { z } from "zod";
import { type EndpointName, isReadLine, paths, type Service, serviceOf } from "./paths.ts";
import type { FileType } from "./file-reply.ts";
import type { RefusalName } from "./refusals.ts";
import type { Scope } from "./scopes.ts";
import { nothing } from "./wire-values.ts";

/**
 * Callers that may use an endpoint. The guards, the authority tests and the page `docs/authority.md` use it.
 *
 * - `open`: anyone; a token is ignored.
 * - `signup`: the token from `verify_email/`, and nothing else.
 * - `person`: a signed-in person; ownership decides what the call may touch.
 * - `activation`: a signed-in person, or the token of the activation in the path, which its app got for a license key.
 * - `manager`: a signed-in manager of the license in the path; for others it does not exist (404).
 * - `customer`: a signed-in person with the customer in the path; for others it does not exist (404).
 * - `staff:*`: a staff member with that right; for others 404.
 * - `service`: another of our services, with its service credential.
 * - `provider`: the payment provider, with its signature.
 */
export type Access =
  | "open"
  | "signup"
  | "person"
  | "activation"
  | "manager"
  | "customer"
  | "staff:read"
  | "staff:support"
  | "staff:billing"
  | "staff:admin"
  | "service"
  | "provider";

type Shape = z.ZodType;

/** One call of the wire contract, with everything that services, clients, documentation and tests need. */
export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends Shape = Shape,
  Allowed extends Access = Access,
  Refused extends RefusalName = RefusalName,
> {
  /** Stable name, unique in its service: `signIn`, `inviteSeats`. */
  readonly name: string;
  /** Requirement id such as `ACC-01`, or null if no requirement names the call. */
  readonly requirement: string | null;
  readonly service: Service;
  readonly method: "GET" | "POST" | "DELETE" | "PUT";
  /** Whole path with `:name` for parameters: `/api/1.1/registration_seats/:id/`. */
  readonly path: string;
  readonly access: Allowed;
  readonly summary: string;
  /** True for a GET, and for a POST that changes nothing: never stored for repeats, and allowed in read-only sessions. */
  readonly isRead: boolean;
  /**
   * True if a session that an app opened may make this call before its person has proved herself (OIDC-20): the call costs nothing,
   * appoints nobody and gives nothing away, or it requires the proof itself. Reads need no mark.
   */
  readonly beforeProof?: boolean;
  /** True for a POST without lasting effect, or with its own rule for repeats: its `Idempotency-Key` is not stored. */
  readonly keepsNoKey?: boolean;
  /** Type of the file that it returns instead of JSON. Its reply is `fileReply`, its refusals are JSON as always. */
  readonly gives?: FileType;
  /** Seconds for which browsers and proxies may keep the answer. Only for open calls; without it nothing is kept. */
  readonly cacheSeconds?: number;
  /** Scopes that open this call to an app's access token; one is enough. Without any, apps cannot call it. */
  readonly scopes?: readonly Scope[];
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Refusals of this call in addition to those that its access implies. */
  readonly refusals: readonly Refused[];
  /**
   * Returns true for bodies of this endpoint, if several endpoints share method and path.
   * They are matched in table order. The last one may omit it.
   */
  readonly when?: (body: Readonly<Record<string, unknown>>) => boolean;
}

type Nothing = typeof nothing;
type FromPaths = "name" | "service" | "method" | "path" | "isRead";
type Optional = "requirement" | "params" | "query" | "body" | "refusals";

/** True for a call that a session without a proof must not make. */
export const needsProvedSession = (endpoint: Pick<Endpoint, "access" | "isRead" | "beforeProof">): boolean =>
  ["person", "activation", "manager", "customer"].includes(endpoint.access) &&
  !endpoint.isRead &&
  endpoint.beforeProof !== true;

/** The part of a call that the table of paths does not contain. Omitted parts are empty. */
type Declared<E extends Endpoint> = Omit<E, FromPaths | Optional> & Partial<Pick<E, Optional>>;

/** The accesses that the call's line allows. */
type AccessOf<Name extends EndpointName> = (typeof paths)[Name] extends `${string}/admin/${string}`
  ? Extract<Access, `staff:${string}`>
  : (typeof paths)[Name] extends `${string}/internal/${string}`
    ? "service"
    : Name extends "takeProviderEvent"
      ? "provider"
      : (typeof paths)[Name] extends `${string} open`
        ? "open"
        : "signup" | "person" | "activation" | "manager" | "customer";

/**
 * Declares a call of the contract with the exact types of its schemas.
 *
 * Name, method, path and service come from its line in the table of paths. The access must match that line.
 */
export function endpoint<
  Name extends EndpointName,
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
  Reply extends Shape = Shape,
  const Allowed extends AccessOf<Name> = AccessOf<Name>,
  const Refused extends RefusalName = never,
>(
  name: Name,
  declared: Declared<Endpoint<Params, Query, Body, Reply, Allowed, Refused>>,
): Endpoint<Params, Query, Body, Reply, Allowed, Refused> {
  return endpointAt(name, paths[name], declared);
}

/**
 * Creates an endpoint outside the table, for tests of the kit. `line` has the format of the table: `POST
 * /api/1.1/signin/ open`.
 */
export function endpointAt<
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
  Reply extends Shape = Shape,
  const Allowed extends Access = Access,
  const Refused extends RefusalName = never,
>(
  name: string,
  line: string,
  declared: Declared<Endpoint<Params, Query, Body, Reply, Allowed, Refused>>,
): Endpoint<Params, Query, Body, Reply, Allowed, Refused> {
  const [method, path = ""] = line.split(" ");
  const fromPaths = { name, service: serviceOf(path), method, path, isRead: isReadLine(line) };
  const missing = { requirement: null, params: nothing, query: nothing, body: nothing, refusals: [] };
  // By the defaults above, an omitted part has the type of nothing.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...fromPaths, ...missing, ...declared } as unknown as Endpoint<Params, Query, Body, Reply, Allowed, Refused>;
}

export type ParamsOf<E extends Endpoint> = z.output<E["params"]>;
export type QueryOf<E extends Endpoint> = z.output<E["query"]>;
export type BodyOf<E extends Endpoint> = z.output<E["body"]>;
export type ReplyOf<E extends Endpoint> = z.output<E["reply"]>;
/** Input types of a caller. */
export type ParamsInput<E extends Endpoint> = z.input<E["params"]>;
export type QueryInput<E extends Endpoint> = z.input<E["query"]>;
export type BodyInput<E extends Endpoint> = z.input<E["body"]>;
/** Return type of a handler: the input type of the reply's schema. */
export type ReplyInput<E extends Endpoint> = z.input<E["reply"]>;
