import { deleteInSteps } from "@foyer/service-kit/prune-store";
import type { ContactMail } from "@foyer/contract/billing-contacts";
import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { BillingContactsTable } from "../db/paper-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;
export type ContactRow = Selectable<BillingContactsTable>;

export async function contactsOf(db: Db, customerId: string): Promise<ContactRow[]> {
  return await db
    .selectFrom("billing_contacts")
    .selectAll()
    .where("customer_id", "=", customerId)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

/** Returns the contacts, and lets transactions of a customer run one at a time from here on. */
export async function lockContacts(tx: Db, customerId: string): Promise<ContactRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`billing contacts of ${customerId}`}))`.execute(tx);
  return await contactsOf(tx, customerId);
}

export async function contactById(db: Db, id: string): Promise<ContactRow | null> {
  // The id comes from user input and may not be a UUID.
  const row = await db
    .selectFrom("billing_contacts")
    .selectAll()
    .where(sql<string>`id::text`, "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertContact(
  tx: Db,
  contact: Pick<ContactRow, "customer_id" | "email" | "email_key" | "language" | "mails" | "added_at">,
): Promise<ContactRow> {
  const row = { ...contact, confirmed_at: null, stopped_at: null };
  return await tx.insertInto("billing_contacts").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Returns null if the contact was removed. */
export async function updateContact(
  db: Db,
  id: string,
  change: Partial<Pick<ContactRow, "mails" | "language" | "confirmed_at" | "stopped_at">>,
): Promise<ContactRow | null> {
  const row = await db
    .updateTable("billing_contacts")
    .set(change)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteContact(db: Db, id: string): Promise<void> {
  await db.deleteFrom("billing_contacts").where("id", "=", id).execute();
}

export async function forgetContacts(db: Db, customerId: string): Promise<void> {
  await db.deleteFrom("billing_contacts").where("customer_id", "=", customerId).execute();
}

/** Returns the confirmed contacts that want such mails. */
export async function contactsFor(db: Db, customerId: string, mail: ContactMail): Promise<ContactRow[]> {
  return (await contactsOf(db, customerId)).filter(
    ({ confirmed_at: confirmed, stopped_at: stopped, mails }) =>
      confirmed !== null && stopped === null && mails.includes(mail),
  );
}

export async function insertLink(
  db: Db,
  link: { readonly hash: Buffer; readonly contactId: string; readonly papersUntil: Date; readonly now: Date },
): Promise<void> {
  const { hash, contactId, papersUntil, now } = link;
  await db
    .insertInto("billing_links")
    .values({ token_hash: hash, contact_id: contactId, papers_until: papersUntil, created_at: now })
    .execute();
}

export async function contactByLink(
  db: Db,
  hash: Buffer,
): Promise<{ readonly contact: ContactRow; readonly papersUntil: Date } | null> {
  const row = await db
    .selectFrom("billing_links")
    .innerJoin("billing_contacts", "billing_contacts.id", "billing_links.contact_id")
    .selectAll("billing_contacts")
    .select("billing_links.papers_until")
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  if (!row) return null;
  const { papers_until: papersUntil, ...contact } = row;
  return { contact, papersUntil };
}

/** Deletes links of mails that were sent before. */
export async function pruneLinks(db: Db, before: Date): Promise<void> {
  await deleteInSteps(db, "billing_links", sql`created_at <= ${before}`);
}
