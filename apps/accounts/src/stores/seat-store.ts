import { addressKey } from "@foyer/domain/addresses";
import { type FromJson, timeIn } from "@foyer/service-kit/point-read";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Db, MailState, PurchaseType, SeatTable } from "../db/schema.ts";
import { OwnRead } from "./own-read.ts";

export type SeatRow = Selectable<SeatTable>;

/** A license's seats, oldest first. */
export async function seatsOfLicense(db: Db, licenseId: string): Promise<SeatRow[]> {
  return db
    .selectFrom("seats")
    .selectAll()
    .where("license_id", "=", licenseId)
    .orderBy("created_at")
    .orderBy("position")
    .execute();
}

/** The columns that `changeSeats` may set. Others, such as the holder and the license, change in `seats/seat-change-store.ts`. */
type SeatChanges = Omit<
  Updateable<SeatTable>,
  "id" | "license_id" | "account_id" | "username" | "email" | "email_key" | "reference" | "short_code"
>;

/** Changes held seats or invitations, all in the same way. */
export async function changeSeats(db: Db, ids: readonly string[], changes: SeatChanges): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("seats")
    .set(changes)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

export interface PersonalRow {
  readonly id: string;
  readonly description: string;
  readonly purchase_type: PurchaseType;
  readonly product_id: string;
  readonly expires_at: Date | null;
  readonly current_period_ends_at: Date | null;
  readonly owners: string[];
  readonly seat: SeatRow | null;
}

const personal = (accountId: unknown, withOwned: unknown, now: unknown) => sql<PersonalRow>`
    select licenses.id, licenses.description, licenses.purchase_type, licenses.product_id, licenses.expires_at,
      licenses.current_period_ends_at, to_json(held) as seat,
      array(
        select accounts.email from license_owners join accounts on accounts.id = license_owners.account_id
        where license_owners.license_id = licenses.id and (license_owners.accepted or accounts.id = ${accountId})
        order by license_owners.position
      ) as owners
    from (
      select license_id from seats where account_id = ${accountId}
      union
      select license_id from license_owners where account_id = ${accountId} and ${withOwned}
    ) mine
    join licenses on licenses.id = mine.license_id
    left join seats held on held.license_id = licenses.id and held.account_id = ${accountId}
    where licenses.subscription_active is distinct from false
      and (licenses.expires_at is null or licenses.expires_at > ${now})
    order by licenses.registered_at, licenses.id`;

/**
 * The licenses in which an account holds a seat, oldest first, without ended ones.
 *
 * @param withOwned true adds licenses that she owns without holding a seat.
 */
export async function personalSeats(db: Db, accountId: string, withOwned: boolean, now: Date): Promise<PersonalRow[]> {
  return (await personal(accountId, withOwned, now).execute(db)).rows;
}

/** The seats of the caller, without owned licenses. */
export const ownSeats = new OwnRead<PersonalRow[]>(
  ({ account, now }) =>
    sql`(select coalesce(json_agg(to_json(own)), '[]') from (${personal(account, sql.lit(false), now)}) own)`,
  (rows: FromJson<PersonalRow>[]) =>
    rows.map((row) => ({
      ...row,
      expires_at: timeIn(row.expires_at),
      current_period_ends_at: timeIn(row.current_period_ends_at),
    })),
);

export interface NewInvitation {
  readonly id: string;
  readonly email: string;
  readonly reference: string;
  readonly shortCode: string;
  readonly mailState: "queued" | "held";
}

/** Adds pending seats in one statement, in the order given. */
export async function insertInvitations(
  db: Db,
  invited: { readonly licenseId: string; readonly by: string | null; readonly at: Date; readonly expiresAt: Date },
  invitations: readonly NewInvitation[],
): Promise<void> {
  if (invitations.length === 0) return;
  const column = (pick: (invitation: NewInvitation) => string): string[] => invitations.map(pick);
  await sql`
    insert into seats (id, license_id, status, email, email_key, created_at, reference, short_code, invitation_expires_at,
      invited_by, mail_state)
    select given.id, ${invited.licenseId}, 'pending', given.email, given.email_key, ${invited.at}, given.reference,
      given.short_code, ${invited.expiresAt}, ${invited.by}, given.mail_state
    from unnest(
      ${column(({ id }) => id)}::text[], ${column(({ email }) => email)}::text[],
      ${column(({ email }) => addressKey(email))}::text[], ${column(({ reference }) => reference)}::text[],
      ${column(({ shortCode }) => shortCode)}::text[], ${column(({ mailState }) => mailState)}::text[]
    ) with ordinality as given (id, email, email_key, reference, short_code, mail_state, place)
    order by place`.execute(db);
}

export async function findSeatByReference(db: Db, reference: string): Promise<SeatRow | null> {
  return (await db.selectFrom("seats").selectAll().where("reference", "=", reference).executeTakeFirst()) ?? null;
}

/** The reference of a short link's invitation; null when the invitation does not exist. */
export async function findReferenceByCode(db: Db, shortCode: string): Promise<string | null> {
  const row = await db.selectFrom("seats").select("reference").where("short_code", "=", shortCode).executeTakeFirst();
  return row?.reference ?? null;
}

export async function findSeat(db: Db, id: string): Promise<SeatRow> {
  return db.selectFrom("seats").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** The invitation of that address to a seat of the license, expired ones included; null without one. */
export async function pendingSeatOf(db: Db, licenseId: string, emailKey: string): Promise<SeatRow | null> {
  const row = await db
    .selectFrom("seats")
    .selectAll()
    .where("license_id", "=", licenseId)
    .where("email_key", "=", emailKey)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return row ?? null;
}

export async function holdsSeat(db: Db, licenseId: string, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom("seats")
    .select("id")
    .where("license_id", "=", licenseId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Extends invitations to `expiresAt` and queues another mail for each, even if one is still queued. */
export async function renewInvitations(db: Db, ids: readonly string[], expiresAt: Date): Promise<void> {
  await db
    .updateTable("seats")
    .set({
      invitation_expires_at: expiresAt,
      mail_state: "queued",
      mails_again: sql`case when mail_state = 'queued' then mails_again + 1 else 0 end`,
    })
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where("status", "=", "pending")
    .execute();
}

/** Records that the mail server accepted one mail of the invitation; another may still be queued. */
export async function noteMailSent(db: Db, id: string): Promise<void> {
  await db
    .updateTable("seats")
    .set({
      mail_state: sql`case when mails_again > 0 then 'queued' else 'sent' end`,
      mails_again: sql`greatest(mails_again - 1, 0)`,
    })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

/** Records that the mail server rejected the address permanently. */
export async function noteMailRefused(db: Db, id: string): Promise<void> {
  await db
    .updateTable("seats")
    .set({ mail_state: "refused", mails_again: 0 })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

/** State of the mails of these invitations. */
export async function mailStates(
  db: Db,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly email: string; readonly mail_state: MailState | null }[]> {
  return db
    .selectFrom("seats")
    .select(["id", "email", "mail_state"])
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly reference: string;
  readonly invitation_expires_at: Date;
  readonly mail_state: MailState | null;
  readonly description: string;
  /** Address of the manager who invited, or else of the license's contact. */
  readonly manager_email: string;
  readonly subscription_active: boolean | null;
  readonly expires_at: Date | null;
}

/** Open invitations with the data that their mail and their page show. */
async function invitations(db: Db, which: ReturnType<typeof sql<unknown>>): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select seats.id, seats.email, seats.reference, seats.invitation_expires_at, seats.mail_state,
      licenses.description, licenses.subscription_active, licenses.expires_at,
      coalesce(
        (select email from accounts where accounts.id = seats.invited_by),
        (
          select accounts.email from license_owners join accounts on accounts.id = license_owners.account_id
          where license_owners.license_id = licenses.id
          order by license_owners.accepted desc, license_owners.position limit 1
        )
      ) as manager_email
    from seats join licenses on licenses.id = seats.license_id
    where seats.status = 'pending' and ${which}`.execute(db);
  return rows;
}

export const invitationsOfSeats = (db: Db, ids: readonly string[]): Promise<InvitationRow[]> =>
  invitations(db, sql`seats.id = any(${[...ids]}::text[])`);

export async function findInvitation(db: Db, reference: string): Promise<InvitationRow | null> {
  return (await invitations(db, sql`seats.reference = ${reference}`))[0] ?? null;
}

/** The invitations to an address, the oldest first, expired ones included. */
export const invitationsTo = (db: Db, emailKey: string): Promise<InvitationRow[]> =>
  invitations(db, sql`seats.email_key = ${emailKey} order by seats.created_at, seats.position`);

/** Ids of the seats with an open invitation. */
export async function pendingSeatIds(db: Db): Promise<string[]> {
  const rows = await db.selectFrom("seats").select("id").where("status", "=", "pending").execute();
  return rows.map(({ id }) => id);
}

/** Replaces the links of an invitation, so that mailed ones become invalid. */
export async function replaceLinks(db: Db, id: string, reference: string, shortCode: string): Promise<void> {
  await db.updateTable("seats").set({ reference, short_code: shortCode }).where("id", "=", id).execute();
}
