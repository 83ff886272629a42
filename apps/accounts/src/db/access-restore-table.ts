import type { RestoreStop } from "@foyer/contract/access-restore-wire";
import type { ColumnType } from "kysely";

type Later<T> = ColumnType<T | null, null | undefined, T | null>;

export interface AccessRestoreTable {
  id: string;
  account_id: string;
  address: string;
  reason: string;
  state: "asked" | "waiting" | "done" | "stopped";
  asked_by: string;
  asked_at: Date;
  agreed_by: Later<string>;
  agreed_at: Later<Date>;
  due_at: Later<Date>;
  ended_at: Later<Date>;
  stopped_by: Later<RestoreStop>;
  stopped_by_staff: Later<string>;
  told_at: Later<Date>;
}
