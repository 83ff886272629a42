import type { z } from "zod";
import { allPaths, type EndpointName } from "./all-paths.ts";
import { type Service, serviceOf } from "./paths.ts";
import type { RefusalName } from "./refusals.ts";
import type { Scope } from "./scopes.ts";
import type { providerPaths, servicePaths } from "./service-paths.ts";
import type { staffPaths } from "./staff-paths.ts";
import { nothing } from "./wire-values.ts";

/**
 * Who may call an endpoint. The guards, the authority tests and the page `docs/authority.md` are made from it.
 *
 * - `open`: anybody; a token, if sent, is ignored.
 * - `signup`: the token that `verify_email/` gave, and nothing else.
 * - `person`: a signed-in person; what she may touch is decided by ownership.
 * - `manager`: a signed-in person who manages the license in the path; for anybody else it does not exist (404).
 * - `customer`: a signed-in person whose `customer_id` holds the id in the path; otherwise 404.
 * - `staff:*`: a staff member with that right; otherwise 404.
 * - `service`: another of our services, by its service credential.
 * - `provider`: the payment provider, by its signature.
 */
export type Access =
  | "open"
  | "signup"
  | "person"
  | "manager"
  | "customer"
  | "staff:read"
  | "staff:support"
  | "staff:billing"
  | "staff:admin"
  | "service"
  | "provider";

type Shape = z.ZodType;

/** One call of the wire contract: everything both ends, the documentation and the tests need to know of it. */
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
  /** Requirement id, `ACC-01`; null where the contract adds a call without one. */
  readonly requirement: string | null;
  readonly service: Service;
  readonly method: "GET" | "POST" | "DELETE" | "PUT";
  /** Whole path with `:name` for parameters: `/api/1.1/registration_seats/:id/`. */
  readonly path: string;
  readonly access: Allowed;
  readonly summary: string;
  /** A POST that changes nothing: never stored for repeats, and open to who may only look. */
  readonly isRead?: boolean;
  /** A POST that leaves nothing behind, or has a rule of its own for repeats: an `Idempotency-Key` is not kept. */
  readonly keepsNoKey?: boolean;
  /** Scopes of which one opens this call to the access token of an app; without any it is closed to apps. */
  readonly scopes?: readonly Scope[];
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Refusals of this call beside those that every call of its access shares. */
  readonly refusals: readonly Refused[];
  /**
   * Where several endpoints share method and path: true for the bodies that are meant for this one.
   * They are asked in the order of the endpoint table; the last may leave it out.
   */
  readonly when?: (body: Readonly<Record<string, unknown>>) => boolean;
}

type Nothing = typeof nothing;
type FromPaths = "name" | "service" | "method" | "path";
type Optional = "requirement" | "params" | "query" | "body" | "refusals";

/** What is declared of a call beside what the tables of paths say; parts that are left out are nothing. */
type Declared<E extends Endpoint> = Omit<E, FromPaths | Optional> & Partial<Pick<E, Optional>>;

/** Who may call, as far as the table says it in which the call stands. */
type AccessOf<Name extends EndpointName> = Name extends keyof typeof staffPaths
  ? Extract<Access, `staff:${string}`>
  : Name extends keyof typeof servicePaths
    ? "service"
    : Name extends keyof typeof providerPaths
      ? "provider"
      : (typeof allPaths)[Name] extends `${string} open`
        ? "open"
        : "signup" | "person" | "manager" | "customer";

/**
 * Declares a call of the contract, keeping the exact types of its schemas.
 *
 * Name, method, path and service are those of its line in the tables of paths; the access must be one that fits its table,
 * and `open` where its line says so.
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
  return endpointAt(name, allPaths[name], declared);
}

/** An endpoint that stands in no table, as tests of the kit have them. `line` is one as in the tables: `POST /api/1.1/signin/ open`. */
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
  const fromPaths = { name, service: serviceOf(path), method, path };
  const missing = { requirement: null, params: nothing, query: nothing, body: nothing, refusals: [] };
  // A part that was left out has the type of nothing, by the defaults above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...fromPaths, ...missing, ...declared } as unknown as Endpoint<Params, Query, Body, Reply, Allowed, Refused>;
}

export type ParamsOf<E extends Endpoint> = z.output<E["params"]>;
export type QueryOf<E extends Endpoint> = z.output<E["query"]>;
export type BodyOf<E extends Endpoint> = z.output<E["body"]>;
export type ReplyOf<E extends Endpoint> = z.output<E["reply"]>;
/** What a caller passes: the input sides of the schemas. */
export type ParamsInput<E extends Endpoint> = z.input<E["params"]>;
export type QueryInput<E extends Endpoint> = z.input<E["query"]>;
export type BodyInput<E extends Endpoint> = z.input<E["body"]>;
/** What a handler returns: the input side of the reply's schema. */
export type ReplyInput<E extends Endpoint> = z.input<E["reply"]>;
