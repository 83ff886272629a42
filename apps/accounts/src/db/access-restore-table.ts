import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import type { ColumnType } from "kysely";

type Later<T> = ColumnType<T | null, null | undefined, T | null>;

export interface AccessRestoreTable {
  id: string;
  /** `address` changes the address alone: it waits as a restore does, and needs no agreement. */
  kind: ColumnType<"restore" | "address", "restore" | "address" | undefined, never>;
  account_id: string;
  address: string;
  reason: string;
  state: "asked" | "waiting" | "done" | "stopped";
  asked_by: string;
  asked_at: Date;
  agreed_by: Later<string>;
  agreed_at: Later<Date>;
  due_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  ended_at: Later<Date>;
  stopped_by: Later<RestoreStop>;
  stopped_by_staff: Later<string>;
  told_at: Later<Date>;
}
