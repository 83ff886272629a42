import type pg from "pg";
import { newEvent, type Event } from "../objects/event.ts";
import { missing } from "../wire/refusal.ts";
import { nounOf, type AnyObject, type ObjectType, type ObjectTypes } from "./object-types.ts";

export type Connection = Pick<pg.ClientBase, "query">;

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

/** The objects of one transaction. Each id is the same JavaScript object throughout. */
export class Unit {
  readonly db: Connection;
  readonly now: number;
  readonly origin: string;
  readonly #request: Event["request"];
  readonly #silent: boolean;
  readonly #seen = new Map<string, AnyObject>();

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
    const { rows } = await this.db.query<{ customer_id: string | null }>(
      "select customer_id from sandbox.objects where id = $1 and type = $2",
      [id, type],
    );
    if (!rows[0]) throw missing(nounOf(type), id, param);
    await this.lockCustomer(rows[0].customer_id ?? id);
    const object = await this.get(type, id, param);
    // A deleted customer can only be retrieved.
    if ("deleted" in object && object.deleted) throw missing(nounOf(type), id, param);
    return object;
  }

  async insert<T extends AnyObject>(object: T): Promise<T> {
    const { customer, parent } = ownersOf(object);
    await this.db.query(
      `insert into sandbox.objects (id, type, customer_id, parent_id, created_at, body)
       values ($1, $2, $3, $4, to_timestamp($5), $6)`,
      [object.id, object.object, customer, parent, createdOf(object), JSON.stringify(object)],
    );
    this.#seen.set(object.id, object);
    return object;
  }

  /** Assigns `changes` to the object and writes it. */
  async save<T extends AnyObject>(object: T, changes: Partial<T> = {}): Promise<T> {
    Object.assign(object, changes);
    const { customer, parent } = ownersOf(object);
    await this.db.query("update sandbox.objects set body = $2, customer_id = $3, parent_id = $4 where id = $1", [
      object.id,
      JSON.stringify(object),
      customer,
      parent,
    ]);
    return object;
  }

  async remove(object: AnyObject): Promise<void> {
    this.#seen.delete(object.id);
    await this.db.query("delete from sandbox.objects where id = $1", [object.id]);
  }

  /** Writes an event, and queues its delivery to every endpoint. */
  async emit(type: Event["type"], object: AnyObject, previous?: Record<string, unknown>): Promise<void> {
    if (this.#silent) return;
    const { customer } = ownersOf(object);
    const event = newEvent(this.now, type, shown(object), previous, this.#request);
    await this.db.query(
      `insert into sandbox.objects (id, type, customer_id, created_at, body)
       values ($1, 'event', $2, to_timestamp($3), $4)`,
      [event.id, customer, event.created, JSON.stringify(event)],
    );
    await this.db.query(
      `insert into sandbox.deliveries (event_id, endpoint_id, customer_id)
       select $1, 'default', $2::text
       union all
       select $1, id, $2::text from sandbox.objects
        where type = 'webhook_endpoint' and body->>'status' = 'enabled'
          and (body->'enabled_events' ? '*' or body->'enabled_events' ? $3)`,
      [event.id, customer, type],
    );
  }

  /** Schedules a step. Scheduling it again moves it. */
  async schedule(kind: DueKind, ref: string, customer: string, at: number): Promise<void> {
    await this.db.query(
      `insert into sandbox.dues (kind, ref, customer_id, due_at) values ($1, $2, $3, to_timestamp($4))
       on conflict (kind, ref) do update set due_at = excluded.due_at`,
      [kind, ref, customer, at],
    );
  }

  async unschedule(kind: DueKind, ref: string): Promise<void> {
    await this.db.query("delete from sandbox.dues where kind = $1 and ref = $2", [kind, ref]);
  }
}
