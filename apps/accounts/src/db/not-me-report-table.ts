import type { ColumnType } from "kysely";

export interface NotMeReportTable {
  id: string;
  account_id: string;
  at: Date;
  event: string;
  event_at: Date;
  by_link: boolean;
  closed_at: ColumnType<Date | null, null | undefined, Date>;
  closed_by: ColumnType<string | null, null | undefined, string>;
}
