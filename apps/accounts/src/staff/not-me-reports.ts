import type { NotMeReport } from "@foyer/contract/staff-reports";
import { instantOf } from "@foyer/contract/wire-values";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { insertAct } from "@foyer/service-kit/staff-acts";
import type { Deps } from "../deps.ts";
import { closeReportOf, countOpenReports, newestReports } from "../stores/not-me-store.ts";
import { lockStaff, type Staff } from "../staff-acts/lock-for-staff.ts";

const REPORTS = 50;

/** Reports of disowned events, the open ones first. */
export async function staffListReports(
  { db }: Deps,
  { limit = REPORTS }: { readonly limit?: number | undefined },
): Promise<{ reports: NotMeReport[]; open: number }> {
  const [reports, open] = await Promise.all([newestReports(db, limit), countOpenReports(db)]);
  return {
    open,
    reports: reports.map((report) => ({
      id: report.id,
      at: instantOf(report.at),
      account: report.username,
      event: report.event,
      event_at: instantOf(report.event_at),
      by_link: report.by_link,
      closed_at: report.closed_at && instantOf(report.closed_at),
      closed_by: report.closed_by,
    })),
  };
}

/** Closes a report about another account; refuses `object.not_found` for an unknown or closed report. */
export async function staffCloseReport({ db, clock }: Deps, staff: Staff, id: string, reason: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockStaff(tx, now, staff);
    const username = (await closeReportOf(tx, now, id, staff.username)) ?? refuse("object.not_found");
    if (username === staff.username) refuse("permission.denied", { reason: "own_account" });
    const act = { act: "report.close", target: `account:${username}`, reason, before: null, after: null };
    await insertAct(tx, { at: now, staff: staff.username, ...act });
  });
}
