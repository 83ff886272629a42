import {
  address,
  bool,
  card,
  distinct,
  int,
  list,
  number,
  oneOf,
  password,
  passwordHash,
  reference,
  string,
  time,
  username,
  usernameReference,
  type Reader,
} from "./field-readers.ts";

/** A field of one type of line. */
export interface Field<T, Required extends boolean = boolean> {
  readonly read: Reader<T>;
  readonly required: Required;
  /** Whether null is a value of its own, and not the same as absent. */
  readonly keepsNull: boolean;
}

function required<T>(read: Reader<T>): Field<T, true> {
  return { read, required: true, keepsNull: false };
}

function optional<T>(read: Reader<T>): Field<T, false> {
  return { read, required: false, keepsNull: false };
}

/** Null says "none", which is not what an absent field says. */
function orNone<T>(read: Reader<T>): Field<T | null, false> {
  return { read, required: false, keepsNull: true };
}

const seatCount = int(1, 2200);
const upgradeCount = int(0, 2200);

/** Every type of line with its fields, and the field that is its key. */
export const lineFields = {
  account: {
    username: required(username),
    email: required(address),
    password: optional(password),
    password_hash: optional(passwordHash),
    state: optional(oneOf(100, 300, 301)),
    is_staff: optional(bool),
    created: optional(time),
    customer_id: optional(string),
    cards: optional(list(card)),
  },
  license: {
    id: required(string),
    owners: required(distinct(list(usernameReference, 1))),
    product_id: required(string),
    description: required(string),
    products: optional(list(string)),
    purchase_type: optional(oneOf("perpetual", "renewable", "trial")),
    total_seats: optional(seatCount),
    expires_date: optional(time),
    registration_date: optional(time),
    upgrades_remaining: optional(upgradeCount),
    upgrade_eligible_registration: optional(string),
    key: optional(string),
    key_owner: optional(string),
  },
  seat: {
    id: required(string),
    license: required(string),
    username: optional(usernameReference),
    email: optional(address),
    status: optional(oneOf("active", "expiring", "pending")),
    reference: optional(reference),
    created: optional(time),
  },
  license_key: {
    key: required(string),
    owner: required(string),
    product_id: required(string),
    description: required(string),
    seats: optional(seatCount),
    upgrades_remaining: optional(upgradeCount),
    eligible: optional(bool),
    license: optional(string),
  },
  upgrade: {
    id: required(string),
    from_license: required(string),
    product_id: required(string),
    description: required(string),
    upgrades_available: required(seatCount),
    total_seats: optional(seatCount),
  },
  subscription: {
    license: required(string),
    customer: optional(usernameReference),
    id: optional(string),
    plan: optional(string),
    quantity: optional(seatCount),
    status: optional(oneOf("active", "past_due", "canceled")),
    cancel_at_period_end: optional(bool),
    current_period_end: optional(time),
    card: orNone(card),
    tax_percent: optional(number(0, 50)),
  },
} as const;

export type LineType = keyof typeof lineFields;

export const lineTypes: readonly LineType[] = ["account", "license", "seat", "license_key", "upgrade", "subscription"];

/** The field that tells two lines of a type apart. */
export const keyFields = {
  account: "username",
  license: "id",
  seat: "id",
  license_key: "key",
  upgrade: "id",
  subscription: "license",
} as const satisfies Record<LineType, string>;

type Read<F> = F extends Field<infer T, infer Needed> ? (Needed extends true ? T : T | undefined) : never;

/** The fields of a line as they stand in the file; undefined where one is absent. */
type Fields<Type extends LineType> = {
  readonly [Name in keyof (typeof lineFields)[Type]]: Read<(typeof lineFields)[Type][Name]>;
};

/** A line that is right by itself. */
export type Line = { readonly [Type in LineType]: LineOf<Type> }[LineType];

export interface LineOf<Type extends LineType> {
  readonly type: Type;
  /** Counted from 1. */
  readonly line: number;
  /** The value of its key field. */
  readonly key: string;
  readonly fields: Fields<Type>;
}
