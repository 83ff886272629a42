import type { AnyObject } from "./object-types.ts";
import type { Connection } from "./transaction.ts";

interface Row {
  readonly id: string;
  readonly type: string;
  customer: string | null;
  parent: string | null;
  /** Unix seconds. */
  readonly created: number;
  /** JSON at the time of the write: a later change of the object counts only once it is saved. */
  body: string;
}

/** A scheduled step, or one that is taken off the schedule. */
interface Due {
  readonly kind: string;
  readonly ref: string;
  readonly customer: string | null;
  /** Unix seconds, null to take it off. */
  readonly at: number | null;
}

/** One statement, so that a unit of work costs one round trip however much it writes. */
const WRITE = `
  with made as (
    insert into sandbox.objects (id, type, customer_id, parent_id, created_at, body)
    select id, type, customer_id, parent_id, to_timestamp(created), body::jsonb
      from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::text[])
           with ordinality as made (id, type, customer_id, parent_id, created, body, place)
     order by place
  ), saved as (
    update sandbox.objects set body = now.body::jsonb, customer_id = now.customer_id, parent_id = now.parent_id
      from unnest($7::text[], $8::text[], $9::text[], $10::text[]) as now (id, customer_id, parent_id, body)
     where objects.id = now.id
  ), removed as (
    delete from sandbox.objects where id = any($11::text[])
  ), told as (
    insert into sandbox.deliveries (event_id, endpoint_id, customer_id)
    select event.id, endpoint.id, event.customer_id
      from unnest($12::text[], $13::text[], $14::text[])
           with ordinality as event (id, type, customer_id, place)
      cross join lateral (
        select 'default' as id, 0 as rank
        union all
        select id, 1 from sandbox.objects
         where type = 'webhook_endpoint' and body->>'status' = 'enabled'
           and (body->'enabled_events' ? '*' or body->'enabled_events' ? event.type)
      ) as endpoint
     order by event.place, endpoint.rank
  ), unscheduled as (
    delete from sandbox.dues using unnest($15::text[], $16::text[]) as off (kind, ref)
     where dues.kind = off.kind and dues.ref = off.ref
  )
  insert into sandbox.dues (kind, ref, customer_id, due_at)
  select kind, ref, customer_id, to_timestamp(due)
    from unnest($17::text[], $18::text[], $19::text[], $20::float8[])
         with ordinality as planned (kind, ref, customer_id, due, place)
   order by place
  on conflict (kind, ref) do update set due_at = excluded.due_at`;

const column = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key]);

/** What a unit of work has written and not sent to the database yet. */
export class PendingWrites {
  #made = new Map<string, Row>();
  #saved = new Map<string, Row>();
  #removed = new Map<string, AnyObject>();
  #events: { id: string; type: string; customer: string | null }[] = [];
  #dues = new Map<string, Due>();

  make(row: Row): void {
    this.#made.set(row.id, row);
  }

  save(row: Row): void {
    const made = this.#made.get(row.id);
    if (made) Object.assign(made, { customer: row.customer, parent: row.parent, body: row.body });
    else this.#saved.set(row.id, row);
  }

  remove(object: AnyObject): void {
    this.#saved.delete(object.id);
    if (!this.#made.delete(object.id)) this.#removed.set(object.id, object);
  }

  isRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /** Queues the delivery of an event to every endpoint. */
  tell(event: { id: string; type: string; customer: string | null }): void {
    this.#events.push(event);
  }

  plan(due: Due): void {
    this.#dues.set(`${due.kind} ${due.ref}`, due);
  }

  /** Whether a list of that type would be read without something that is not sent yet. */
  touches(type: string): boolean {
    const rows = [...this.#made.values(), ...this.#saved.values()];
    return rows.some((row) => row.type === type) || [...this.#removed.values()].some(({ object }) => object === type);
  }

  discard(): void {
    this.#made = new Map();
    this.#saved = new Map();
    this.#removed = new Map();
    this.#events = [];
    this.#dues = new Map();
  }

  async send(db: Connection): Promise<void> {
    const made = [...this.#made.values()];
    const saved = [...this.#saved.values()];
    const removed = [...this.#removed.keys()];
    const dues = [...this.#dues.values()];
    const off = dues.filter(({ at }) => at === null);
    const on = dues.filter(({ at }) => at !== null);
    const events = this.#events;
    this.discard();
    if (made.length + saved.length + removed.length + dues.length + events.length === 0) return;
    await db.query(WRITE, [
      ...(["id", "type", "customer", "parent", "created", "body"] as const).map((key) => column(made, key)),
      ...(["id", "customer", "parent", "body"] as const).map((key) => column(saved, key)),
      removed,
      ...(["id", "type", "customer"] as const).map((key) => column(events, key)),
      ...(["kind", "ref"] as const).map((key) => column(off, key)),
      ...(["kind", "ref", "customer", "at"] as const).map((key) => column(on, key)),
    ]);
  }
}
