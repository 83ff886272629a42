import type { z } from "zod";
import type { RefusalName } from "./refusals.ts";
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
> {
  /** Stable name, unique in its service: `signIn`, `inviteSeats`. */
  readonly name: string;
  /** Requirement id, `ACC-01`; null where the contract adds a call without one. */
  readonly requirement: string | null;
  readonly service: "accounts" | "purchase";
  readonly method: "GET" | "POST" | "DELETE" | "PUT";
  /** Whole path with `:name` for parameters: `/api/1.1/registration_seats/:id/`. */
  readonly path: string;
  readonly access: Allowed;
  readonly summary: string;
  /** A POST that changes nothing: never stored for repeats, and open to who may only look. */
  readonly isRead?: boolean;
  /** A POST that leaves nothing behind, or has a rule of its own for repeats: an `Idempotency-Key` is not kept. */
  readonly keepsNoKey?: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Refusals of this call beside those that every call of its access shares. */
  readonly refusals: readonly RefusalName[];
  /**
   * Where several endpoints share method and path: true for the bodies that are meant for this one.
   * They are asked in the order of the endpoint table; the last may leave it out.
   */
  readonly when?: (body: Readonly<Record<string, unknown>>) => boolean;
}

type Nothing = typeof nothing;
type Optional = "requirement" | "params" | "query" | "body" | "refusals";

/** Declares an endpoint, keeping the exact types of its schemas. Parts that are left out are nothing. */
export function endpoint<
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends Shape = Nothing,
  Reply extends Shape = Shape,
  const Allowed extends Access = Access,
>(
  declared: Omit<Endpoint<Params, Query, Body, Reply, Allowed>, Optional> &
    Partial<Pick<Endpoint<Params, Query, Body, Reply, Allowed>, Optional>>,
): Endpoint<Params, Query, Body, Reply, Allowed> {
  const parts = { requirement: null, params: nothing, query: nothing, body: nothing, refusals: [], ...declared };
  // A part that was left out has the type of nothing, by the defaults above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as Endpoint<Params, Query, Body, Reply, Allowed>;
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
