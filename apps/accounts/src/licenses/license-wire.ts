import type { ManagedLicense, Purchase } from "@foyer/contract/licenses";
import { instantOf } from "@foyer/contract/wire-values";
import { seatWire } from "../seats/seat-wire.ts";
import { trialDeletedAt } from "@foyer/domain/trials";
import type { License, ManagedRow } from "../stores/license-store.ts";

const instantOrNull = (time: Date | null): string | null => (time === null ? null : instantOf(time));

function nextWire(row: ManagedRow): ManagedLicense["subscription_next"] {
  if (row.next_plan === null || row.next_quantity === null || row.next_at === null) return null;
  return { plan: row.next_plan, quantity: row.next_quantity, at: instantOf(row.next_at) };
}

/** The properties that only a license with a subscription has. */
function subscriptionWire(row: ManagedRow): Partial<ManagedLicense> {
  if (row.subscription_id === null) return {};
  return {
    subscription_id: row.subscription_id,
    subscription_state: row.subscription_active === true ? "active" : "inactive",
    ...(row.status === null ? {} : { subscription_status: row.status }),
    subscription_next: nextWire(row),
  };
}

/** The properties that only a trial has. @param planToBuy returns a plan on sale of its product, or null. */
function trialWire(row: ManagedRow, planToBuy: (productId: string) => string | null): Partial<ManagedLicense> {
  if (row.purchase_type !== "trial") return {};
  const end = row.is_own_trial ? row.expires_at : null;
  return { trial: { buy_plan: planToBuy(row.product_id), deleted_at: end && instantOf(trialDeletedAt(end)) } };
}

export function managedLicenseWire(
  row: ManagedRow,
  portal: string,
  planToBuy: (productId: string) => string | null,
): ManagedLicense {
  return {
    id: row.id,
    registration_id: row.id,
    description: row.description,
    products: row.products,
    product_id: row.product_id,
    ...subscriptionWire(row),
    cancel_at_period_end: row.cancel_at_period_end ?? false,
    expiration_date: instantOrNull(row.current_period_ends_at),
    expires_date: instantOrNull(row.expires_at),
    total_seats: row.total_seats,
    used_seats: row.used_seats,
    invited_seats: row.invited_seats,
    available_seats: row.total_seats - row.used_seats,
    renewing_quantity: row.renewing_quantity,
    ...(row.seats === null ? {} : { seats: row.seats.map((seat) => seatWire(seat, portal)) }),
    ...trialWire(row, planToBuy),
  };
}

export function purchaseWire(license: License): Purchase {
  return {
    registration_id: license.id,
    description: license.description,
    seats: license.total_seats,
    upgrades_remaining: license.upgrades_remaining,
    type: license.purchase_type,
    key: license.key,
    ...(license.key_bought ? { key_bought: true } : {}),
    ...(license.key_revoked_at === null ? {} : { key_revoked_at: instantOf(license.key_revoked_at) }),
    owner: license.key_owner,
    registration_date: instantOf(license.registered_at),
    product_id: license.product_id,
    ...(license.subscription_id === null ? {} : { subscription_id: license.subscription_id }),
    upgrade_eligible_registration: license.upgrade_eligible_license_id,
  };
}
