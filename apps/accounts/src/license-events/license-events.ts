import type { LicenseEvent } from "@foyer/contract/managers";
import { instantOf } from "@foyer/contract/wire-values";
import { rowBefore } from "@foyer/service-kit/page";
import type { ActorKind, Db } from "../db/schema.ts";
import { insertLicenseEvent, licenseEventsBefore } from "./license-event-store.ts";

export interface NewLicenseEvent {
  /** A stable name such as `seats.invited`. */
  readonly act: string;
  /** Account name of the person who did it. */
  readonly by: string | null;
  readonly byKind: ActorKind;
  readonly details: LicenseEvent["details"];
  /** Price in cents; absent when nothing was charged. */
  readonly price?: { readonly amount: number; readonly currency: string } | null;
}

/** Adds an event to the record that the license's managers read, in the caller's transaction. */
export async function recordLicenseEvent(db: Db, at: Date, licenseId: string, event: NewLicenseEvent): Promise<void> {
  await insertLicenseEvent(db, {
    license_id: licenseId,
    at,
    act: event.act,
    by_username: event.by,
    by_kind: event.byKind,
    details: JSON.stringify(event.details),
    amount_cents: event.price?.amount ?? null,
    currency: event.price?.currency ?? null,
  });
}

/** A page of a license's record, newest first. Refuses `input.invalid` when `before` is not an id. */
export async function listLicenseEvents(
  db: Db,
  licenseId: string,
  page: { readonly limit?: number | undefined; readonly before?: string | undefined },
): Promise<{ events: LicenseEvent[]; has_more: boolean }> {
  const limit = page.limit ?? 100;
  const before = rowBefore(page.before) ?? Number.MAX_SAFE_INTEGER;
  const rows = await licenseEventsBefore(db, licenseId, before, limit + 1);
  const events = rows.slice(0, limit).map((row) => ({
    id: String(row.id),
    at: instantOf(row.at),
    act: row.act,
    by: row.by_username,
    by_kind: row.by_kind,
    // The column holds what `recordLicenseEvent` stored, which has this type.
    details: row.details as unknown as LicenseEvent["details"],
    ...(row.amount_cents === null || row.currency === null ? {} : { amount: row.amount_cents, currency: row.currency }),
  }));
  return { events, has_more: rows.length > limit };
}
