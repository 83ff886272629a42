import { createHash } from "node:crypto";
import type { RawBuilder } from "kysely";
import type { AnyDatabase } from "./db.ts";
import type { NamedSelect } from "./read-lines.ts";

/** A select whose values are not known yet. Each place is named by a value. */
interface Compiled extends Omit<NamedSelect, "values"> {
  readonly places: readonly string[];
}

/** Stands for a value while a select is compiled. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Places<Values> = { readonly [Name in keyof Values]: Place };

/** A row of JSON: times and bytes are text. */
export type FromJson<Row> = {
  readonly [Name in keyof Row]: Date extends Row[Name]
    ? string | Exclude<Row[Name], Date>
    : Row[Name] extends Buffer
      ? string
      : Row[Name];
};

export const timeIn = (text: string | null): Date | null => (text === null ? null : new Date(text));

export type PointRead<Values, Row> = (
  database: Pick<AnyDatabase, "kysely" | "read">,
  values: Values,
) => Promise<FromJson<Row>[]>;

/**
 * A select of a few rows by an index that requests run often. It is compiled once, planned once for each connection, and sent with
 * those of other requests (`ReadLines`). It is not part of a transaction.
 *
 * Each row arrives as one JSON value. That costs less than a value for each column, which the driver describes and parses.
 *
 * @param build the select, with a place for each value: `pointRead<{ id: string }, Row>(({ id }) => sql`… where id = ${id}`)`.
 */
export function pointRead<Values extends object, Row>(
  build: (places: Places<Values>) => RawBuilder<Row>,
): PointRead<Values, Row> {
  let compiled: Compiled | null = null;
  return async (database, values) => {
    compiled ??= compile(build, database);
    const { places, ...select } = compiled;
    const given = places.map((place) => written((values as Readonly<Record<string, unknown>>)[place]));
    // The caller gives the type of its select's rows, as with `sql`.
    return (await database.read({ ...select, values: given })) as FromJson<Row>[];
  };
}

/** The driver writes a time in the zone of this machine, at five times the cost. */
const written = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

function compile<Values extends object, Row>(
  build: (places: Places<Values>) => RawBuilder<Row>,
  { kysely }: Pick<AnyDatabase, "kysely">,
): Compiled {
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) }) as Places<Values>;
  const { sql: select, parameters } = build(places).compile(kysely);
  const text = `select to_json(found) as found from (${select}) found`;
  return {
    name: `r_${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`,
    text,
    places: parameters.map((value) => {
      if (value instanceof Place) return value.name;
      throw new Error(`a select that is compiled once has the fixed value ${String(value)} among its places`);
    }),
  };
}
