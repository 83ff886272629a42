import type { AccountEvent } from "@foyer/contract/account-events";
import { instantOf } from "@foyer/contract/wire-values";
import type { Person } from "@foyer/service-kit/call";
import { rowBefore } from "@foyer/service-kit/page";
import type { Deps } from "../deps.ts";
import { after, lifetimes } from "../lifetimes.ts";
import { ownDoings } from "../security-events/event-kinds.ts";
import { type ToldEvent, toldEvents } from "../stores/account-event-store.ts";

const PAGE = 25;

/** The latest events of the person's account, newest first. Refuses `input.invalid` when `before` is not an id. */
export async function listAccountEvents(
  { db, clock }: Deps,
  person: Person,
  page: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<{ events: AccountEvent[]; has_more: boolean }> {
  const limit = page.limit ?? PAGE;
  const before = rowBefore(page.before) ?? Number.MAX_SAFE_INTEGER;
  const events = await toldEvents(db, person.id, toldSince(clock.now()), { limit: limit + 1, before });
  return {
    events: events.slice(0, limit).map((event) => eventWire(event, person.id)),
    has_more: events.length > limit,
  };
}

/** The earliest time that the list covers. */
export const toldSince = (now: Date): Date => after(now, -lifetimes.toldEvents);

/** True if the account caused the event, by an action of a person. */
export function canDisown({ kind, actor }: Pick<ToldEvent, "kind" | "actor">, accountId: string): boolean {
  return actor === accountId && ownDoings.has(kind);
}

/** Converts an event for its owner. Hides which staff member acted, and from where. */
function eventWire(event: ToldEvent, accountId: string): AccountEvent {
  const { details, actor } = event;
  const by = actor === null ? "unknown" : actor === accountId ? "self" : "other";
  return {
    id: String(event.id),
    at: instantOf(event.at),
    kind: event.kind,
    by,
    ip: by === "other" ? null : event.ip,
    user_agent: by === "other" ? null : textOf(details["user_agent"]),
    count: event.refused ?? countOf(details["ended"]),
    address: event.kind.startsWith("email.") ? textOf(details["to"]) : null,
    license: textOf(details["license"]),
    account: event.kind.startsWith("manager.") ? event.target_name : null,
    name: event.kind.startsWith("passkey.") ? textOf(details["name"]) : textOf(details["app"] ?? details["device"]),
    can_disown: canDisown(event, accountId),
  };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
const countOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? Number(value) : null);
