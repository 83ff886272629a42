import { newEvent, type Event } from "../objects/event.ts";
import { missing } from "../wire/refusal.ts";
import { PendingWrites } from "./pending-writes.ts";
import type { Connection } from "./transaction.ts";
import { nounOf, type AnyObject, type ObjectType, type ObjectTypes } from "./object-types.ts";

/** The context of one request or one due step. */
export interface UnitTerms {
  /** Sandbox time, unix seconds. */
  now: number;
  origin: string;
  request?: Event["request"];
  /** Emits no events. The importer sets it for its own rows. */
  silent?: boolean;
}

export type DueKind =
  | "period_end"
  | "finalize"
  | "collect"
  | "incomplete_end"
  | "pending_update_end"
  | "tax_id_verdict";

/** The customer and the parent of an object, by which its row is locked and listed. */
function ownersOf(object: AnyObject): { customer: string | null; parent: string | null } {
  const customer = object.object === "customer" ? object.id : "customer" in object ? object.customer : null;
  switch (object.object) {
    case "invoice":
    case "invoiceitem":
      return { customer, parent: object.parent?.subscription_details?.subscription ?? null };
    case "invoice_payment":
      return { customer: null, parent: object.invoice };
    case "credit_note":
      return { customer, parent: object.invoice };
    case "refund":
    case "dispute":
      return { customer, parent: object.charge };
    default:
      return { customer, parent: null };
  }
}

/** When the object began, in Unix seconds. */
function createdOf(object: AnyObject): number {
  if (object.object === "discount") return object.start;
  return "created" in object ? object.created : object.date;
}

/** The object without the field `sandbox`, which is never sent. */
export function shown<T extends object>(object: T): Omit<T, "sandbox"> {
  const copy: T & { sandbox?: unknown } = structuredClone(object);
  delete copy.sandbox;
  return copy;
}

/**
 * The objects of one transaction. Each id is the same JavaScript object throughout. Writes wait until `send`, and are sent
 * together.
 */
export class Unit {
  readonly db: Connection;
  readonly now: number;
  readonly origin: string;
  readonly #request: Event["request"];
  readonly #silent: boolean;
  readonly #seen = new Map<string, AnyObject>();
  /** Ids of the objects that this unit has made. */
  readonly #made = new Set<string>();
  readonly #writes = new PendingWrites();
  #isMarked = false;

  constructor(db: Connection, terms: UnitTerms) {
    this.db = db;
    this.now = terms.now;
    this.origin = terms.origin;
    this.#request = terms.request ?? { id: null, idempotency_key: null };
    this.#silent = terms.silent ?? false;
  }

  /** The object in its state within this transaction, or null. */
  async find<K extends ObjectType>(type: K, id: string): Promise<ObjectTypes[K] | null> {
    const seen = this.#seen.get(id);
    if (seen) return seen.object === type ? (seen as ObjectTypes[K]) : null;
    if (this.#writes.isRemoved(id)) return null;
    const { rows } = await this.db.query<{ body: ObjectTypes[K] }>(
      "select body from sandbox.objects where id = $1 and type = $2",
      [id, type],
    );
    return rows[0] ? this.remember(rows[0].body) : null;
  }

  async get<K extends ObjectType>(type: K, id: string, param?: string): Promise<ObjectTypes[K]> {
    const found = await this.find(type, id);
    if (found) return found;
    throw missing(nounOf(type), id, param);
  }

  /** Reads objects that will be needed, all at once. */
  async prefetch(ids: readonly (string | null)[]): Promise<void> {
    const wanted = ids.filter((id) => id !== null && !this.#seen.has(id) && !this.#writes.isRemoved(id));
    if (wanted.length === 0) return;
    const { rows } = await this.db.query<{ body: AnyObject }>(
      "select body from sandbox.objects where id = any($1::text[])",
      [wanted],
    );
    for (const { body } of rows) this.remember(body);
  }

  /** Returns the JavaScript object of this id that was read first. */
  remember<T extends AnyObject>(object: T): T {
    const seen = this.#seen.get(object.id);
    if (seen) return seen as T;
    this.#seen.set(object.id, object);
    return object;
  }

  /** Locks the customer, and with it all its objects, until the transaction ends. */
  async lockCustomer(id: string): Promise<void> {
    await this.db.query("select 1 from sandbox.objects where id = $1 for update", [id]);
  }

  /** The object, read under the lock of its customer, so decisions on it hold until the commit. */
  async own<K extends ObjectType>(type: K, id: string, param?: string): Promise<ObjectTypes[K]> {
    const { rowCount } = await this.db.query(
      `select 1 from sandbox.objects
        where id = (select coalesce(customer_id, id) from sandbox.objects where id = $1 and type = $2) for update`,
      [id, type],
    );
    // Only of an object whose customer is not stored, such as one of an import, no row is locked.
    const object = rowCount === 0 ? await this.find(type, id) : await this.get(type, id, param);
    // A deleted customer can only be retrieved.
    if (!object || ("deleted" in object && object.deleted)) throw missing(nounOf(type), id, param);
    return object;
  }

  async insert<T extends AnyObject>(object: T): Promise<T> {
    this.#writes.make(this.#rowOf(object));
    this.#made.add(object.id);
    this.#seen.set(object.id, object);
    return object;
  }

  /** Assigns `changes` to the object and writes it. */
  async save<T extends AnyObject>(object: T, changes: Partial<T> = {}): Promise<T> {
    Object.assign(object, changes);
    this.#writes.save(this.#rowOf(object));
    return object;
  }

  async remove(object: AnyObject): Promise<void> {
    this.#seen.delete(object.id);
    this.#writes.remove(object);
  }

  #rowOf(object: AnyObject) {
    return {
      id: object.id,
      type: object.object,
      ...ownersOf(object),
      created: createdOf(object),
      body: JSON.stringify(object),
    };
  }

  /**
   * The objects of a type that belong to an object of this unit's own making, newest first, or null for any other parent:
   * the database has none of them yet.
   */
  madeFor<K extends ObjectType>(type: K, parent: string | undefined): ObjectTypes[K][] | null {
    if (parent === undefined || !this.#made.has(parent)) return null;
    const own = [...this.#seen.values()].filter((one) => one.object === type && ownersOf(one).parent === parent);
    return own.toReversed() as ObjectTypes[K][];
  }

  /** Writes an event, and queues its delivery to every endpoint. */
  async emit(type: Event["type"], object: AnyObject, previous?: Record<string, unknown>): Promise<void> {
    if (this.#silent) return;
    const { customer } = ownersOf(object);
    const event = newEvent(this.now, type, shown(object), previous, this.#request);
    const { id, created } = event;
    this.#writes.make({ id, type: "event", customer, parent: null, created, body: JSON.stringify(event) });
    this.#writes.tell({ id, type, customer });
  }

  /** Schedules a step. Scheduling it again moves it. */
  async schedule(kind: DueKind, ref: string, customer: string, at: number): Promise<void> {
    this.#writes.plan({ kind, ref, customer, at });
  }

  async unschedule(kind: DueKind, ref: string): Promise<void> {
    this.#writes.plan({ kind, ref, customer: null, at: null });
  }

  /** Sends the pending writes, if a list of that type needs them. A refusal can still take them back. */
  async sendFor(type: ObjectType): Promise<void> {
    if (!this.#writes.touches(type)) return;
    if (!this.#isMarked) await this.db.query("savepoint work");
    this.#isMarked = true;
    await this.#writes.send(this.db);
  }

  /** Sends all pending writes. The caller commits. */
  async send(): Promise<void> {
    await this.#writes.send(this.db);
  }

  /** Takes back everything that the unit has written. */
  async takeBack(): Promise<void> {
    this.#writes.discard();
    if (this.#isMarked) await this.db.query("rollback to savepoint work");
    this.#isMarked = false;
  }
}
