import type { DeskKind } from "@foyer/domain/consumer-law";
import type { MatchedContract, StaffStatement } from "@foyer/contract/staff-statements";
import type { ColumnType } from "kysely";

interface DeskStatementsTable {
  id: string;
  kind: DeskKind;
  at: Date;
  name: string;
  reference: string;
  contract: string;
  receipt_to: string;
  good_cause: string | null;
  address_keys: string[];
}

interface DeskCasesTable {
  statement_id: string;
  state: StaffStatement["state"];
  /** Why it waits. */
  reason: string | null;
  due_at: Date;
  customer_id: string | null;
  match: ColumnType<MatchedContract | null, string | null, string | null>;
  decided_at: Date | null;
  /** Account name of the staff member. Null if the buyer confirmed it. */
  decided_by: string | null;
}

export interface DeskTables {
  desk_statements: DeskStatementsTable;
  desk_cases: DeskCasesTable;
}
