import type { Db } from "../db/schema.ts";
import type { SecurityEventKind } from "./event-kinds.ts";
import { insertSecurityEvents, type NewEventRow } from "./security-event-store.ts";

/** Origin of a request, as recorded. */
export interface Origin {
  readonly ip: string;
  readonly requestId: string;
}

export interface SecurityEvent {
  /** A stable name such as `session.opened` or `session.refused`. */
  readonly kind: SecurityEventKind;
  /** The account concerned; null when there is none. */
  readonly accountId: string | null;
  /** Account id of the actor; null when unknown. */
  readonly actor: string | null;
  readonly target?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The event as a row, for a statement that also does other work. */
export function eventRow(at: Date, origin: Origin | null, event: SecurityEvent): NewEventRow {
  return {
    at,
    kind: event.kind,
    account_id: event.accountId,
    actor: event.actor,
    target: event.target ?? null,
    ip: origin?.ip ?? null,
    request_id: origin?.requestId ?? null,
    details: JSON.stringify(event.details ?? {}),
  };
}

/** Adds an event to the record, in the caller's transaction if there is one. */
export async function recordSecurityEvent(
  db: Db,
  at: Date,
  origin: Origin | null,
  event: SecurityEvent,
): Promise<void> {
  await insertSecurityEvents(db, [eventRow(at, origin, event)]);
}

/** Adds an event that the owner of the account caused. */
export function recordOwnEvent(
  db: Db,
  at: Date,
  origin: Origin,
  accountId: string,
  kind: SecurityEventKind,
  more: Pick<SecurityEvent, "target" | "details"> = {},
): Promise<void> {
  return recordSecurityEvent(db, at, origin, { kind, accountId, actor: accountId, ...more });
}
