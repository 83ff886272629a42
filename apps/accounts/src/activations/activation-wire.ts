import type { Activation } from "@foyer/contract/activations";
import { instantOf } from "@foyer/contract/wire-values";
import type { ActivationRow, ShownActivation } from "../stores/activation-store.ts";

const instantOrNull = (at: Date | null): string | null => (at === null ? null : instantOf(at));

/** A day: `2026-11-20`. */
export const dayWire = (at: Date): string => at.toISOString().slice(0, 10);

const offlineUntil = ({ offline_until: until }: ActivationRow, now: Date): Date | null =>
  until !== null && until > now ? until : null;

export function activationWire(row: Omit<ShownActivation, "username">, now: Date): Activation {
  const until = offlineUntil(row, now);
  return {
    id: row.id,
    registration_id: row.license_id,
    product_id: row.product_id,
    seat_id: row.ended_by === "seat" ? null : row.seat_id,
    name: row.name,
    platform: row.platform,
    app_version: row.app_version,
    created: instantOf(row.created_at),
    last_seen: dayWire(row.last_seen_at),
    offline_until: instantOrNull(until),
    state: row.ended_at === null ? "live" : until === null ? "freed" : "leaving",
    freed: instantOrNull(row.ended_at),
    ...(row.by_key === null ? {} : { by_key: true as const }),
  };
}

/** A device for staff. */
export const staffActivationWire = (row: ShownActivation, now: Date) => ({
  ...activationWire(row, now),
  username: row.username,
});

/** A device that an app can offer to free. */
export function freeableWire(row: ActivationRow, now: Date) {
  const { id, name, platform } = row;
  return {
    id,
    name,
    platform,
    last_seen: dayWire(row.last_seen_at),
    offline_until: instantOrNull(offlineUntil(row, now)),
  };
}
