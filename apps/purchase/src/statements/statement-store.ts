import type { ShownStatement } from "@foyer/mail/consumer-desk";
import type { MatchedContract } from "@foyer/contract/staff-statements";
import type { Erasure } from "@foyer/contract/internal";
import { addressKey, isAddress } from "@foyer/domain/addresses";
import type { Queryable } from "@foyer/service-kit/db";
import { type Selectable, sql } from "kysely";
import type { DeskTables } from "../db/desk-tables.ts";
import type { PurchaseTables } from "../db/schema.ts";

type Db = Queryable<PurchaseTables>;
export type StatementRow = Selectable<DeskTables["desk_statements"]>;
type CaseRow = Selectable<DeskTables["desk_cases"]>;
export type StoredStatement = StatementRow & CaseRow;

export const shownStatement = (row: StatementRow): ShownStatement => ({
  id: row.id,
  kind: row.kind,
  at: row.at,
  name: row.name,
  reference: row.reference,
  contract: row.contract,
  receiptTo: row.receipt_to,
  goodCause: row.good_cause,
});

const keysOf = ({ reference, receiptTo }: ShownStatement): string[] => [
  ...new Set([reference, receiptTo].filter(isAddress).map(addressKey)),
];

/** Stores a statement. Returns false if one of that id is stored. */
export async function insertStatement(tx: Db, made: ShownStatement, dueAt: Date): Promise<boolean> {
  const { id, kind, at, name, reference, contract, receiptTo, goodCause } = made;
  const row = { id, kind, at, name, reference, contract, receipt_to: receiptTo, good_cause: goodCause };
  const stored = await tx
    .insertInto("desk_statements")
    .values({ ...row, address_keys: keysOf(made) })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!stored) return false;
  const empty = { reason: null, customer_id: null, match: null, decided_at: null, decided_by: null };
  await tx
    .insertInto("desk_cases")
    .values({ statement_id: id, state: "looking", due_at: dueAt, ...empty })
    .execute();
  return true;
}

const statements = (db: Db) =>
  db.selectFrom("desk_statements").innerJoin("desk_cases", "statement_id", "id").selectAll();

export async function statementById(db: Db, id: string): Promise<StoredStatement | null> {
  return (await statements(db).where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Returns the statement with its case locked until the transaction ends. */
export async function lockStatement(tx: Db, id: string): Promise<StoredStatement | null> {
  return (await statements(tx).where("id", "=", id).forUpdate("desk_cases").executeTakeFirst()) ?? null;
}

type CaseChange = Partial<Omit<CaseRow, "statement_id" | "due_at" | "match">> & { match?: MatchedContract | null };

export async function updateCase(tx: Db, id: string, { match, ...change }: CaseChange): Promise<void> {
  await tx
    .updateTable("desk_cases")
    .set({ ...change, ...(match === undefined ? {} : { match: match && JSON.stringify(match) }) })
    .where("statement_id", "=", id)
    .execute();
}

const OPEN = ["looking", "waiting", "carrying"] as const;
const OPEN_LISTED = 500;
const DECIDED_LISTED = 100;

/** Returns the undecided statements by their due date, and then the newest decided ones. */
export async function listStatements(db: Db, isOnlyOpen: boolean): Promise<StoredStatement[]> {
  const open = await statements(db).where("state", "in", OPEN).orderBy("due_at").limit(OPEN_LISTED).execute();
  if (isOnlyOpen) return open;
  const decided = statements(db).where("decided_at", "is not", null).orderBy("decided_at", "desc");
  return [...open, ...(await decided.limit(DECIDED_LISTED).execute())];
}

/** Returns a customer's statements, newest first. */
export async function statementsOfCustomer(db: Db, customerId: string): Promise<StoredStatement[]> {
  return await statements(db).where("customer_id", "=", customerId).orderBy("at", "desc").execute();
}

const concerns = ({ customer_ids: customers, addresses }: Pick<Erasure, "customer_ids" | "addresses">) =>
  sql<boolean>`(customer_id = any (${customers}::text[]) or address_keys && ${addresses}::text[])`;

/** True if a statement of the person is not decided yet. It is needed until then. */
export async function hasOpenStatement(db: Db, erasure: Erasure): Promise<boolean> {
  const found = await statements(db).where("state", "in", OPEN).where(concerns(erasure)).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Removes the person from decided statements. The kind and the times stay. */
export async function forgetStatements(tx: Db, { customer_ids: customers, addresses }: Erasure): Promise<void> {
  await sql`select erase_from_statements(${customers}::text[], ${addresses}::text[])`.execute(tx);
}

/** Deletes statements without a customer that were decided before that time. */
export async function dropOldStatements(db: Db, before: Date): Promise<void> {
  await sql`select drop_old_statements(${before})`.execute(db);
}
