import type { AccountRow, LicenseKeyRow, LicenseRow, SeatRow, UpgradeRow } from "@foyer/accounts/import-rows";
import { purchaseType } from "@foyer/domain/product-id";
import type { LineOf } from "./line-fields.ts";
import { licenseOf, type Picture } from "./picture.ts";

// The file's new lines with their defaults filled in, in the words of those who keep them.

export function accountRow({ key, fields }: LineOf<"account">, passwordHash: string | null, now: Date): AccountRow {
  return {
    username: key,
    email: fields.email,
    passwordHash,
    state: fields.state ?? 100,
    isStaff: fields.is_staff ?? false,
    createdAt: fields.created ?? now,
  };
}

export function licenseRow({ key, fields }: LineOf<"license">, now: Date): LicenseRow {
  return {
    id: key,
    owners: fields.owners,
    productId: fields.product_id,
    description: fields.description,
    products: fields.products ?? [fields.description],
    purchaseType: fields.purchase_type ?? purchaseType(fields.product_id),
    totalSeats: fields.total_seats ?? 1,
    expiresAt: fields.expires_date ?? null,
    registeredAt: fields.registration_date ?? now,
    upgradesRemaining: fields.upgrades_remaining ?? 0,
    upgradeEligibleRegistration: fields.upgrade_eligible_registration ?? null,
    key: fields.key ?? null,
    keyOwner: fields.key_owner ?? fields.owners[0] ?? "",
  };
}

export function seatRow({ key, fields }: LineOf<"seat">, now: Date): SeatRow {
  return {
    id: key,
    license: fields.license,
    username: fields.username ?? null,
    email: fields.email ?? null,
    status: fields.status ?? (fields.email === undefined ? "active" : "pending"),
    reference: fields.reference ?? null,
    createdAt: fields.created ?? now,
  };
}

export function licenseKeyRow({ key, fields }: LineOf<"license_key">): LicenseKeyRow {
  return {
    key,
    owner: fields.owner,
    productId: fields.product_id,
    description: fields.description,
    seats: fields.seats ?? 1,
    upgradesRemaining: fields.upgrades_remaining ?? 0,
    eligible: fields.eligible ?? true,
    license: fields.license ?? null,
  };
}

export function upgradeRow({ key, fields }: LineOf<"upgrade">, picture: Picture): UpgradeRow {
  return {
    id: key,
    fromLicense: fields.from_license,
    productId: fields.product_id,
    description: fields.description,
    upgradesAvailable: fields.upgrades_available,
    totalSeats: fields.total_seats ?? licenseOf(picture, fields.from_license)?.totalSeats ?? fields.upgrades_available,
  };
}
