import type { FailureReport } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Clock } from "@foyer/service-kit/clock";
import type { Logger } from "@foyer/service-kit/log";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { z } from "zod";

const LENGTH_MAX = 65_536;
const KEPT = 1_000;

/** The parts of a report that people look for first; the rest is kept as it came. */
const report = z.looseObject({
  message: z.string().max(2_000).catch("unknown failure"),
  path: z.string().max(500).catch(""),
  revision: z.string().max(100).catch(""),
});

/**
 * Takes failures that browsers report at `POST /err`, logs them and keeps the newest thousand.
 *
 * Open to everybody, so it takes little, believes nothing and answers always the same.
 */
export function takeFailureReports(app: FastifyInstance, pool: Pool, clock: Clock, log: Logger): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: LENGTH_MAX }, (_request, body, done) =>
      done(null, body),
    );
    scope.post("/err", async (request, reply) => {
      const text = typeof request.body === "string" ? request.body : "";
      const parsed = report.safeParse(readReport(text));
      if (parsed.success) {
        const { message, path, revision, ...detail } = parsed.data;
        log.warn({ requestId: request.id, path, revision, failure: message }, "a browser reports a failure");
        await pool.query(
          "insert into failure_reports (at, revision, path, message, detail) values ($1, $2, $3, $4, $5)",
          [clock.now(), revision, path, message, JSON.stringify(detail).replaceAll("\\u0000", "")],
        );
        await pool.query("delete from failure_reports where id <= (select max(id) - $1 from failure_reports)", [KEPT]);
      }
      return reply.status(204).send();
    });
  });
}

/** The newest reports, newest first. */
export async function newestFailureReports(pool: Pool, limit: number): Promise<FailureReport[]> {
  const { rows } = await pool.query<Omit<FailureReport, "at"> & { at: Date }>(
    "select id::text, at, revision, path, message from failure_reports order by failure_reports.id desc limit $1",
    [limit],
  );
  return rows.map((row) => ({ ...row, at: instantOf(row.at) }));
}

/** One JSON object, or an envelope of JSON lines of which the last object is the event. */
function readReport(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  try {
    return JSON.parse(lines.length > 1 ? (lines.at(-1) ?? "") : text);
  } catch {
    return null;
  }
}
