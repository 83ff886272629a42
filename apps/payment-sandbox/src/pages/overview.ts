import type { Customer } from "../objects/customer.ts";
import type { Dispute } from "../objects/dispute.ts";
import type { Event } from "../objects/event.ts";
import type { Invoice } from "../objects/invoice.ts";
import type { Subscription } from "../objects/subscription.ts";
import { listed } from "../store/listing.ts";
import type { Unit } from "../store/unit.ts";
import { testCardLines } from "../objects/test-card.ts";
import { type NextTime, readNextTimes } from "../store/next-time.ts";

/** What the sandbox holds, newest first. */
export interface Overview {
  now: Date;
  /** How many times each of these is still to happen. */
  nextTimes: Readonly<Record<NextTime, number>>;
  cards: readonly { number: string; saving: string; paying: string }[];
  customers: readonly Customer[];
  subscriptions: readonly Subscription[];
  invoices: readonly Invoice[];
  disputes: readonly Dispute[];
  events: readonly { event: Event; delivery: string }[];
  dues: readonly { what: string; ref: string; at: number }[];
}

const SHOWN = 25;
const EVENTS_SHOWN = 50;

const DUE_WORDS: Record<string, string> = {
  period_end: "the period ends",
  finalize: "the draft becomes final",
  collect: "the payment is tried again",
  incomplete_end: "the unpaid start expires",
  pending_update_end: "the unpaid change expires",
  tax_id_verdict: "the tax id is looked up",
};

/** Reads what the page for people shows. */
export async function readOverview(unit: Unit, now: Date): Promise<Overview> {
  const page = { limit: SHOWN };
  const events = (await listed(unit, "event", {}, { limit: EVENTS_SHOWN })).data;
  const deliveries = await unit.db.query<{ event_id: string; state: string; last_answer: string | null }>(
    "select event_id, state, last_answer from sandbox.deliveries where event_id = any($1) and endpoint_id = 'default'",
    [events.map((event) => event.id)],
  );
  const stateOf = new Map(
    deliveries.rows.map((row) => [row.event_id, row.last_answer ? `${row.state} (${row.last_answer})` : row.state]),
  );
  const dues = await unit.db.query<{ kind: string; ref: string; due_at: Date }>(
    "select kind, ref, due_at from sandbox.dues order by due_at, sequence limit $1",
    [SHOWN],
  );
  return {
    now,
    nextTimes: await readNextTimes(unit.db),
    cards: testCardLines(),
    customers: (await listed(unit, "customer", { equals: { deleted: null } }, page)).data,
    subscriptions: (await listed(unit, "subscription", {}, page)).data,
    invoices: (await listed(unit, "invoice", {}, page)).data,
    disputes: (await listed(unit, "dispute", {}, page)).data,
    events: events.map((event) => ({ event, delivery: stateOf.get(event.id) ?? "" })),
    dues: dues.rows.map((row) => ({
      what: DUE_WORDS[row.kind] ?? row.kind,
      ref: row.ref,
      at: row.due_at.getTime() / 1000,
    })),
  };
}
