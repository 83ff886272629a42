import type { RaisedLimit } from "@foyer/domain/activations";
import { type FromJson, timeIn } from "@foyer/service-kit/point-read";
import { sql } from "kysely";
import type { Db } from "../db/schema.ts";
import type { License } from "./license-store.ts";
import { OwnRead } from "./own-read.ts";

/** A held seat of a license that gives access. */
export interface HeldLicense {
  readonly registration_id: string;
  readonly product_id: string;
  readonly description: string;
  readonly total_seats: number;
  readonly seat_id: string;
  readonly seat_status: "active" | "expiring";
  readonly valid_until: Date | null;
  readonly subscription_active: boolean | null;
  /** A limit of devices that staff set for this license. */
  readonly raised_limit: RaisedLimit | null;
}

type HeldRow = Omit<HeldLicense, "raised_limit"> & LimitColumns;

const held = (accountId: unknown, now: unknown) => sql<HeldRow>`
    select licenses.id as registration_id, licenses.product_id, licenses.description, licenses.total_seats, seats.id as seat_id,
      seats.status as seat_status, coalesce(licenses.expires_at, licenses.current_period_ends_at) as valid_until,
      licenses.subscription_active, licenses.activation_limit, licenses.activation_limit_until
    from seats join licenses on licenses.id = seats.license_id
    where seats.account_id = ${accountId} and licenses.subscription_active is distinct from false
      and (licenses.expires_at is null or licenses.expires_at > ${now})
    order by licenses.registered_at, licenses.id`;

const heldOf = ({ activation_limit, activation_limit_until, ...row }: HeldRow): HeldLicense => ({
  ...row,
  raised_limit: raisedLimit({ activation_limit, activation_limit_until }),
});

/** The seats that an account holds in licenses that give access, as the list of own seats decides; the oldest license first. */
export async function heldLicenses(db: Db, accountId: string, now: Date): Promise<HeldLicense[]> {
  return (await held(accountId, now).execute(db)).rows.map(heldOf);
}

/** The same of the caller. */
export const ownHeldLicenses = new OwnRead<HeldLicense[]>(
  ({ account, now }) => sql`(select coalesce(json_agg(to_json(own_held)), '[]') from (${held(account, now)}) own_held)`,
  (rows: FromJson<HeldRow>[]) =>
    rows.map((row) =>
      heldOf({
        ...row,
        valid_until: timeIn(row.valid_until),
        activation_limit_until: timeIn(row.activation_limit_until),
      }),
    ),
);

type LimitColumns = Pick<License, "activation_limit" | "activation_limit_until">;

/** The limit of devices that staff set for a license. */
export function raisedLimit({
  activation_limit: limit,
  activation_limit_until: until,
}: LimitColumns): RaisedLimit | null {
  return limit === null || until === null ? null : { limit, until };
}
