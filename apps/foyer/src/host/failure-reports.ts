import type { FailureReport } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Clock } from "@foyer/service-kit/clock";
import type { Logger } from "@foyer/service-kit/log";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { z } from "zod";

const LENGTH_MAX = 65_536;
const KEPT = 1_000;
const MESSAGE_MAX = 2_000;

/** The parts of a report that people look for first; the rest is kept as it came. */
const report = z.looseObject({
  message: z.string().max(MESSAGE_MAX).catch("unknown failure"),
  path: z.string().max(500).catch(""),
  revision: z.string().max(100).catch(""),
});

/** What is read of an event of the error-reporting library. */
const libraryEvent = z.looseObject({
  exception: z.object({
    values: z.array(z.object({ type: z.string().catch(""), value: z.string().catch("") })).min(1),
  }),
  transaction: z.string().catch(""),
  release: z.string().catch(""),
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

/** One JSON object, or the library's envelope: JSON lines of which the last is the event. */
function readReport(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  try {
    return inOurWords(JSON.parse(lines.length > 1 ? (lines.at(-1) ?? "") : text));
  } catch {
    return null;
  }
}

function inOurWords(given: unknown): unknown {
  const event = libraryEvent.safeParse(given);
  if (!event.success) return given;
  const { exception, transaction, release } = event.data;
  const failure = exception.values.at(-1);
  const message = `${failure?.type}: ${failure?.value}`.slice(0, MESSAGE_MAX);
  return { ...(given as object), message, path: transaction, revision: release };
}
