import type { FailureReport } from "@foyer/contract/staff-wire";
import type { Pool } from "pg";
import type { Report } from "./browser-report.ts";

/** Stores a report, or counts it if an equal one is stored. @returns how often it was reported. */
export async function countReport(
  pool: Pool,
  now: Date,
  { message, path, revision, detail }: Report,
  fingerprint: Buffer,
): Promise<number> {
  const { rows } = await pool.query<{ times: number }>(
    `insert into failure_reports as held (at, revision, path, message, detail, fingerprint)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (fingerprint) do update set at = excluded.at, times = held.times + 1, detail = excluded.detail
     returning times`,
    [now, revision, path, message, detail, fingerprint],
  );
  return rows[0]?.times ?? 0;
}

/** Deletes all but the newest reports. */
export async function pruneReports(pool: Pool, kept: number): Promise<void> {
  await pool.query(
    `delete from failure_reports
     where id in (select id from failure_reports order by at desc, id desc offset $1)`,
    [kept],
  );
}

export type FailureRow = Omit<FailureReport, "at"> & { readonly at: Date };

export async function newestReports(pool: Pool, limit: number): Promise<FailureRow[]> {
  const { rows } = await pool.query<FailureRow>(
    "select id::text, at, revision, path, message, times from failure_reports order by at desc, failure_reports.id desc limit $1",
    [limit],
  );
  return rows;
}

/** Writes 200 kB and takes them back. Throws when the database's disk has no room for them. */
export async function tryRoom(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      `insert into failure_reports (at, revision, path, message, detail)
       select now(), '', '', '', to_jsonb((select string_agg(md5(random()::text || row), '') from generate_series(1, 400)))
       from generate_series(1, 16) as row`,
    );
  } finally {
    // A failed statement has already ended the transaction's work.
    await client.query("rollback").catch(() => undefined);
    client.release();
  }
}
