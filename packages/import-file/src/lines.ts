import { purchaseType } from "@foyer/domain/product-id";
import { DEVICE_TEXT_MAX } from "@foyer/domain/offline-request";
import { z } from "zod";
import { deviceRules, licenseRules, passwordRules, seatRules } from "./line-rules.ts";
import {
  address,
  bool,
  card,
  deviceText,
  fingerprint,
  fingerprintHash,
  fingerprintKey,
  int,
  list,
  number,
  oneOf,
  owners,
  password,
  passwordHash,
  reference,
  string,
  timeFrom,
  username,
  usernameReference,
} from "./values.ts";

/** An optional field, null if absent. */
const orNull = <T extends z.ZodType>(schema: T) => schema.nullable().default(null);

const seatCount = int(1, 2200);
const upgradeCount = int(0, 2200);

type Time = ReturnType<typeof timeFrom>;

const accountAt = (time: Time, now: Date) =>
  z.strictObject({
    username,
    email: address,
    password: orNull(password),
    password_hash: orNull(passwordHash),
    state: oneOf(100, 300, 301).default(100),
    is_staff: bool.default(false),
    created: time.default(now),
    customer_id: orNull(string),
    cards: orNull(list(card)),
    /** An existing account of that name gets new licenses of the file only if it has this address. */
    same_address: bool.default(false),
  });

const licenseAt = (time: Time, now: Date) =>
  z.strictObject({
    id: string,
    owners,
    product_id: string,
    description: string,
    products: orNull(list(string)),
    purchase_type: orNull(oneOf("perpetual", "renewable", "trial")),
    total_seats: seatCount.default(1),
    expires_date: orNull(time),
    registration_date: time.default(now),
    upgrades_remaining: upgradeCount.default(0),
    upgrade_eligible_registration: orNull(string),
    key: orNull(string),
    key_owner: orNull(string),
    activation_limit: orNull(int(1, 1_000)),
    activation_limit_until: orNull(time),
  });

const seatAt = (time: Time, now: Date) =>
  z.strictObject({
    id: string,
    license: string,
    username: orNull(usernameReference),
    email: orNull(address),
    status: orNull(oneOf("active", "expiring", "pending")),
    reference: orNull(reference),
    created: time.default(now),
  });

const licenseKey = z.strictObject({
  key: string,
  owner: string,
  product_id: string,
  description: string,
  seats: seatCount.default(1),
  upgrades_remaining: upgradeCount.default(0),
  eligible: bool.default(true),
  license: orNull(string),
});

const upgrade = z.strictObject({
  id: string,
  from_license: string,
  product_id: string,
  description: string,
  upgrades_available: seatCount,
  total_seats: orNull(seatCount),
});

const subscriptionAt = (time: Time) =>
  z.strictObject({
    license: string,
    customer: orNull(usernameReference),
    id: orNull(string),
    plan: orNull(string),
    quantity: orNull(seatCount),
    status: oneOf("active", "past_due", "canceled").default("active"),
    cancel_at_period_end: bool.default(false),
    current_period_end: orNull(time),
    card: card.nullable().optional(),
    tax_percent: number(0, 50).default(0),
  });

/** The kind of person that ended a device. The service counts only devices that their holder freed. */
const endedBy = oneOf("holder", "replaced", "manager", "staff", "seat", "license", "account");

const activationAt = (time: Time, now: Date) =>
  z.strictObject({
    id: string,
    license: string,
    // Without a name, the key of the license activated the device.
    username: orNull(usernameReference),
    seat: orNull(string),
    fingerprint: orNull(fingerprint),
    fingerprint_hash: orNull(fingerprintHash),
    fingerprint_key: orNull(fingerprintKey),
    name: orNull(deviceText(DEVICE_TEXT_MAX.name)),
    platform: orNull(deviceText(DEVICE_TEXT_MAX.platform)),
    app_version: orNull(deviceText(DEVICE_TEXT_MAX.app_version)),
    created: time.default(now),
    last_seen: orNull(time),
    offline_until: orNull(time),
    ended: orNull(time),
    ended_by: orNull(endedBy),
  });

/** Returns every type of line with its fields and defaults. Offsets of times count from `now`. */
function formatAt(now: Date) {
  const time = timeFrom(now);
  return {
    account: accountAt(time, now),
    license: licenseAt(time, now),
    seat: seatAt(time, now),
    license_key: licenseKey,
    upgrade,
    subscription: subscriptionAt(time),
    activation: activationAt(time, now),
  };
}

/**
 * The schema of each type of line: its fields, the rules between them, and the defaults that depend on other fields.
 */
export function lineSchemas(now: Date) {
  const format = formatAt(now);
  return {
    ...format,
    account: format.account.superRefine(passwordRules),
    license: format.license.superRefine(licenseRules).transform((license) => ({
      ...license,
      products: license.products ?? [license.description],
      purchase_type: license.purchase_type ?? purchaseType(license.product_id),
      key_owner: license.key_owner ?? license.owners[0] ?? "",
    })),
    seat: format.seat.superRefine(seatRules).transform((seat) => ({
      ...seat,
      status: seat.status ?? (seat.email === null ? "active" : "pending"),
    })),
    activation: format.activation.superRefine(deviceRules).transform((device) => ({
      ...device,
      last_seen: device.last_seen ?? device.created,
      ended_by: device.ended === null ? null : (device.ended_by ?? "manager"),
    })),
  };
}

type Schemas = ReturnType<typeof lineSchemas>;

export type LineType = keyof Schemas;

/** The fields of a line in the format's names, including all defaults that depend only on the line. */
export type Row<Type extends LineType> = Readonly<z.output<Schemas[Type]>>;

export const lineTypes = [
  "account",
  "license",
  "seat",
  "license_key",
  "upgrade",
  "subscription",
  "activation",
] as const;

const anyTime = formatAt(new Date(0));

/** The fields of a type, in the order of the format. */
export const fieldNames = (type: LineType): readonly string[] => Object.keys(anyTime[type].shape);

/** Fields in which null means "none". In all others it means absent. */
export const fieldsOfNull: ReadonlySet<string> = new Set(["card"]);

/** The field that identifies a line within its type. */
export const keyFields = {
  account: "username",
  license: "id",
  seat: "id",
  license_key: "key",
  upgrade: "id",
  subscription: "license",
  activation: "id",
} as const satisfies Record<LineType, string>;

/** A line that is valid by itself. */
export type Line = { readonly [Type in LineType]: LineOf<Type> }[LineType];

export interface LineOf<Type extends LineType> {
  readonly type: Type;
  /** Counted from 1. */
  readonly line: number;
  /** The value of its key field. */
  readonly key: string;
  readonly fields: Row<Type>;
}
