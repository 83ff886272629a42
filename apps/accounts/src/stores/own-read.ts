import type { Person } from "@foyer/service-kit/call";
import type { RawBuilder } from "kysely";

/** Values that an own read may use. */
interface OwnPlaces {
  /** The id of the caller's account, a column of the select around it. */
  readonly account: RawBuilder<string>;
  readonly now: unknown;
  /** The id in the path of the call. */
  readonly id: unknown;
}

/**
 * Data of the caller that a call needs. The select that authenticates the caller reads it too, which saves a second select.
 *
 * A handler gets the data with `of`. It reads the data itself if another call runs it.
 */
export class OwnRead<Data> {
  /** SQL of one JSON value, within a select in which `caller` is the caller's row of `accounts`. */
  readonly json: (places: OwnPlaces) => RawBuilder<unknown>;
  readonly #parse: (json: never) => Data;
  readonly #read = new WeakMap<Person, Data>();

  /** @param parse turns the JSON value into the data: times of JSON are text. */
  constructor(json: (places: OwnPlaces) => RawBuilder<unknown>, parse: (json: never) => Data) {
    this.json = json;
    this.#parse = parse;
  }

  /** Keeps what was read for that caller. @param json the value of the select. */
  keep(caller: Person, json: unknown): void {
    this.#read.set(caller, this.#parse(json as never));
  }

  /** The data; undefined when the caller was authenticated for another call. */
  of(caller: Person): Data | undefined {
    return this.#read.get(caller);
  }
}

/** Caches one value for each own read. */
export function perOwnRead<Value>(make: (own: OwnRead<unknown> | null) => Value) {
  const made = new Map<OwnRead<unknown> | null, Value>();
  return (own: OwnRead<unknown> | null): Value => {
    const known = made.get(own) ?? make(own);
    made.set(own, known);
    return known;
  };
}
