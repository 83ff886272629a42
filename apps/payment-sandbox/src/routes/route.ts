import type { CreatedBounds, Filter, Page } from "../store/listing.ts";
import type { ObjectType } from "../store/object-types.ts";
import type { Unit } from "../store/unit.ts";
import type { Params } from "../wire/params.ts";
import { presentedList } from "../wire/present.ts";

/** One request, ready for its handler. */
export interface Call {
  unit: Unit;
  params: Params;
  /** The first and second `:id` of the path. */
  id: string;
  secondId: string;
  /** Made with the publishable key. The caller proves its right by a client secret. */
  isPublic: boolean;
}

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** The path below `/v1/`; `:id` matches one segment. */
  path: string;
  /** May be called with the publishable key. */
  isPublic?: boolean;
  /** Writes nothing, although it is a POST. */
  isRead?: boolean;
  /** Returns the object. The caller expands and sends it. */
  run(call: Call): Promise<object>;
}

/** The page that a call asks for. */
export function pageOf(params: Params): Page {
  return {
    limit: params.integer("limit", 1, 100) ?? 10,
    startingAfter: textOf(params, "starting_after"),
    endingBefore: textOf(params, "ending_before"),
  };
}

/** The bounds of `created` in a call; undefined when absent. */
export function createdBounds(params: Params): CreatedBounds | undefined {
  const given = params.object("created");
  if (!given) return undefined;
  const bounds = (["gt", "gte", "lt", "lte"] as const).map((bound) => [bound, given.integer(bound)] as const);
  return Object.fromEntries(bounds.filter(([, seconds]) => seconds !== undefined));
}

/** The page of a list that the call asks for. */
export function listFor(call: Call, type: ObjectType, filter: Filter, url: string): Promise<object> {
  return presentedList(call.unit, type, filter, pageOf(call.params), url);
}

/** The route `GET noun`. @param filter of the listed objects, from the call's parameters. */
export function listing(path: string, type: ObjectType, filter: (params: Params) => Filter = () => ({})): Route {
  return { method: "GET", path, run: (call) => listFor(call, type, filter(call.params), `/v1/${path}`) };
}

/** A text parameter; undefined when it is absent or empty. */
export const textOf = (params: Params, name: string): string | undefined => params.string(name) || undefined;

/** The route `GET noun/:id` of most nouns. */
export function retrieval(path: string, type: ObjectType): Route {
  return { method: "GET", path: `${path}/:id`, run: ({ unit, id }) => unit.get(type, id) };
}

/** The former values of the top-level fields that differ: an event's `previous_attributes`. */
export function previousOf(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now.get(key))),
  );
}
