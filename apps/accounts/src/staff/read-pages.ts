import type { Seat } from "@foyer/contract/seats";
import type { StaffAccount, StaffAccountPage, StaffLicense, StaffLicensePage } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import { erasedBy } from "@foyer/domain/closed-account";
import { refuse } from "@foyer/service-kit/errors";
import { activationsOf, activationsOfLicense } from "../stores/activation-store.ts";
import { staffActivationWire } from "../activations/activation-wire.ts";
import { restoreShownOf } from "../access-restore/read-restores.ts";
import { listConnectedApps } from "../apps/own-grants.ts";
import type { Deps } from "../deps.ts";
import { isErased } from "../stores/erasure-store.ts";
import { liveHold } from "../stores/legal-hold-store.ts";
import { keysOfLicensesOwnedBy } from "../stores/license-key-store.ts";
import { readAccountInfo } from "../stores/account-store.ts";
import { lastSignIn } from "../security-events/security-event-store.ts";
import { seatsHeldBy } from "../stores/account-seat-store.ts";
import { type SeatRow, seatsOfLicense } from "../stores/seat-store.ts";
import { seatWire } from "../seats/seat-wire.ts";
import { sessionsOf } from "../stores/session-store.ts";
import { accountNamed } from "../staff-acts/lock-for-staff.ts";
import { accountTimeline, licenseTimeline } from "./timeline-store.ts";
import { findStaffLicense, type StaffLicenseRow, staffLicensesOwnedBy } from "./staff-license-store.ts";

async function accountWire(deps: Deps, id: string): Promise<StaffAccount> {
  const { db, clock } = deps;
  const now = clock.now();
  const [info, sessions, signedIn, hold, erased] = await Promise.all([
    readAccountInfo(db, id, now),
    sessionsOf(db, id, now),
    lastSignIn(db, id),
    liveHold(db, id, now),
    isErased(db, id),
  ]);
  if (!info) refuse("object.not_found");
  return {
    id: info.id,
    username: info.username,
    email: info.email,
    pending_email: info.pending_email,
    account_state: info.state,
    closed: info.closed_at && instantOf(info.closed_at),
    erased_by: info.closed_at && instantOf(erasedBy(info.closed_at)),
    is_erased: erased,
    legal_hold_until: hold && instantOf(hold.until),
    is_staff: info.is_staff,
    staff_rights: info.staff_rights,
    customer_id: info.customer_ids,
    created: instantOf(info.created_at),
    last_sign_in: signedIn && instantOf(signedIn),
    second_factor: info.second_factor,
    sessions: sessions.length,
  };
}

/** Hides the short link: it gives the seat to any caller, so only the license's manager may share it. */
function seatShown(seat: SeatRow): Seat {
  return { ...seatWire(seat, ""), short_url: null };
}

/** All data of this service about a person. */
export async function staffReadAccount(deps: Deps, username: string): Promise<StaffAccountPage> {
  const { db, clock } = deps;
  const now = clock.now();
  const { id, username: name } = await accountNamed(db, username);
  const [account, licenses, seats, keys, apps, devices, restore, timeline] = await Promise.all([
    accountWire(deps, id),
    staffLicensesOwnedBy(db, id),
    seatsHeldBy(db, id),
    keysOfLicensesOwnedBy(db, id),
    listConnectedApps(deps, id),
    activationsOf(db, id, now),
    restoreShownOf(deps, id),
    accountTimeline(db, { id, username: name }),
  ]);
  return {
    account,
    licenses: licenses.map(licenseWire),
    seats: seats.map((row) => ({ license: row.license_id, description: row.description, seat: seatShown(row) })),
    license_keys: keys.map(({ key, owner, license_id: license }) => ({ key, owner, license })),
    apps,
    activations: devices.map((row) => staffActivationWire(row, now)),
    access_restore: restore,
    timeline,
  };
}

/** All data of this service about a license. */
export async function staffReadLicense({ db, clock }: Deps, id: string): Promise<StaffLicensePage> {
  const license = (await findStaffLicense(db, id)) ?? refuse("object.not_found");
  const now = clock.now();
  const [seats, devices, timeline] = await Promise.all([
    seatsOfLicense(db, id),
    activationsOfLicense(db, id, now),
    licenseTimeline(db, id),
  ]);
  const activations = devices.map((row) => staffActivationWire(row, now));
  return { license: licenseWire(license), seats: seats.map(seatShown), activations, timeline };
}

function licenseWire(row: StaffLicenseRow): StaffLicense {
  return {
    id: row.id,
    description: row.description,
    product_id: row.product_id,
    owners: row.owners,
    total_seats: row.total_seats,
    used_seats: row.used_seats,
    subscription_id: row.subscription_id,
    subscription_customer: row.subscription_customer,
    subscription_state: row.subscription_id === null ? null : row.subscription_active === true ? "active" : "inactive",
    subscription_status: row.subscription_status,
    cancel_at_period_end: row.cancel_at_period_end ?? false,
    expiration_date: row.current_period_ends_at && instantOf(row.current_period_ends_at),
    expires_date: row.expires_at && instantOf(row.expires_at),
    renewing_quantity: row.renewing_quantity,
    registration_date: instantOf(row.registered_at),
    key: row.key,
    upgrades_remaining: row.upgrades_remaining,
  };
}
