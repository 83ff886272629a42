import { badRequest, missing } from "../wire/refusal.ts";
import { nounOf, type ObjectType, type ObjectTypes } from "./object-types.ts";
import type { Unit } from "./unit.ts";

export interface Page {
  limit: number;
  startingAfter?: string | undefined;
  endingBefore?: string | undefined;
}

export interface Filter {
  customer?: string | undefined;
  parent?: string | undefined;
  /** Bounds of `created` in Unix seconds, by their names on the wire. */
  created?: CreatedBounds | undefined;
  /** Top-level fields that must have exactly this value; null for JSON null. */
  equals?: Record<string, string | null | undefined>;
  /** Top-level fields that must have this value in any case. */
  ignoringCase?: Record<string, string>;
  /** Top-level fields that must have none of these values. */
  not?: Record<string, string[]>;
}

export type CreatedBounds = Partial<Record<keyof typeof BOUNDS, number>>;

const BOUNDS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

class Conditions {
  readonly values: unknown[] = [];
  readonly parts: string[] = [];

  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(part: string): void {
    this.parts.push(part);
  }
}

function conditions(type: ObjectType, filter: Filter): Conditions {
  const all = new Conditions();
  all.add(`type = ${all.value(type)}`);
  if (filter.customer !== undefined) all.add(`customer_id = ${all.value(filter.customer)}`);
  if (filter.parent !== undefined) all.add(`parent_id = ${all.value(filter.parent)}`);
  for (const [bound, sign] of Object.entries(BOUNDS)) {
    const seconds = filter.created?.[bound as keyof typeof BOUNDS];
    if (seconds !== undefined) all.add(`created_at ${sign} to_timestamp(${all.value(seconds)})`);
  }
  for (const [key, wanted] of Object.entries(filter.equals ?? {})) {
    if (wanted === undefined) continue;
    const field = `body->>${all.value(key)}`;
    all.add(wanted === null ? `${field} is null` : `${field} = ${all.value(wanted)}`);
  }
  for (const [key, wanted] of Object.entries(filter.ignoringCase ?? {})) {
    all.add(`lower(body->>${all.value(key)}) = lower(${all.value(wanted)})`);
  }
  for (const [key, unwanted] of Object.entries(filter.not ?? {})) {
    all.add(`coalesce(body->>${all.value(key)}, '') <> all(${all.value(unwanted)}::text[])`);
  }
  return all;
}

/** The conditions on the fields of an object in memory. */
function isWanted(object: object, { equals = {}, not = {} }: Filter): boolean {
  const fields = new Map<string, unknown>(Object.entries(object));
  const isEqual = ([key, wanted]: [string, string | null | undefined]) =>
    wanted === undefined || (fields.get(key) ?? null) === wanted;
  const isAllowed = ([key, unwanted]: [string, string[]]) => unwanted.every((value) => value !== fields.get(key));
  return Object.entries(equals).every(isEqual) && Object.entries(not).every(isAllowed);
}

async function placeOf(unit: Unit, type: ObjectType, id: string, param: string) {
  const { rows } = await unit.db.query<{ created_at: Date; sequence: string }>(
    "select created_at, sequence from sandbox.objects where id = $1 and type = $2",
    [id, type],
  );
  if (!rows[0]) throw missing(nounOf(type), id, param);
  return rows[0];
}

/** A page of matching objects, newest first, and whether more follow in the direction of reading. */
export async function listed<K extends ObjectType>(
  unit: Unit,
  type: K,
  filter: Filter,
  page: Page,
): Promise<{ data: ObjectTypes[K][]; hasMore: boolean }> {
  if (page.startingAfter && page.endingBefore) {
    throw badRequest("Received both ending_before and starting_after parameters. Please pass in only one.");
  }
  await unit.sendFor(type);
  const all = conditions(type, filter);
  const cursor = page.startingAfter ?? page.endingBefore;
  if (cursor) {
    const place = await placeOf(unit, type, cursor, page.startingAfter ? "starting_after" : "ending_before");
    const than = page.startingAfter ? "<" : ">";
    all.add(`(created_at, sequence) ${than} (${all.value(place.created_at)}, ${all.value(place.sequence)})`);
  }
  const order = page.endingBefore ? "asc" : "desc";
  const { rows } = await unit.db.query<{ body: ObjectTypes[K] }>(
    `select body from sandbox.objects where ${all.parts.join(" and ")}
      order by created_at ${order}, sequence ${order} limit ${all.value(page.limit + 1)}`,
    all.values,
  );
  const data = rows.slice(0, page.limit).map((row) => unit.remember(row.body));
  return { data: page.endingBefore ? data.toReversed() : data, hasMore: rows.length > page.limit };
}

/** All matching objects, newest first. */
export async function all<K extends ObjectType>(unit: Unit, type: K, filter: Filter): Promise<ObjectTypes[K][]> {
  const own = unit.madeFor(type, filter.parent);
  if (own) return own.filter((object) => isWanted(object, filter));
  await unit.sendFor(type);
  const wanted = conditions(type, filter);
  const { rows } = await unit.db.query<{ body: ObjectTypes[K] }>(
    `select body from sandbox.objects where ${wanted.parts.join(" and ")} order by created_at desc, sequence desc`,
    wanted.values,
  );
  return rows.map((row) => unit.remember(row.body));
}
