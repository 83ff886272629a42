import { createHash } from "node:crypto";
import type { FailureReport } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Clock } from "@foyer/service-kit/clock";
import { excessOf } from "@foyer/domain/json-bounds";
import { refuse } from "@foyer/service-kit/errors";
import type { Logger } from "@foyer/service-kit/log";
import { maskedPath } from "@foyer/service-kit/shown-path";
import { mediaType } from "@foyer/service-kit/request-body";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { z } from "zod";
import { keepableValue, type Report } from "./browser-report.ts";
import { VIOLATIONS_PATH } from "./content-policy.ts";
import { countReport, newestReports, pruneReports } from "./failure-report-store.ts";
import { readViolations } from "./policy-violations.ts";
import { reportGate, reportLimits } from "./report-gate.ts";

const LENGTH_MAX = 65_536;
const KEPT = 1_000;
const MESSAGE_MAX = 2_000;

/** A stack's frames are many and lie deep; beyond this nobody reads, and PostgreSQL's JSON ends. */
const REPORT_BOUNDS = { fields: 2_000, items: 1_000, itemsInAll: 4_000, depth: 20 } as const;

/** Ours, the library's, and what a browser says of a text that nobody gave a type. */
const REPORT_TYPES: readonly string[] = ["application/json", "application/x-sentry-envelope", "text/plain", ""];

/** The two forms in which browsers report. */
const VIOLATION_TYPES: readonly string[] = ["application/csp-report", "application/reports+json"];

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

/** Of which types a body at each address is, and what it says. */
const READERS: Readonly<
  Record<string, { readonly types: readonly string[]; readonly read: (body: string) => Report[] }>
> = {
  "/err": { types: REPORT_TYPES, read: readReport },
  [VIOLATIONS_PATH]: { types: VIOLATION_TYPES, read: readViolations },
};

/**
 * Takes what browsers report, failures at `POST /err` and what the page's policy made them refuse at `POST /csp-report`,
 * logs it and keeps the newest thousand.
 *
 * Open to everybody, so it takes little, believes nothing and answers every report alike. The same report is one row and,
 * within a window of the gate, one line of the log.
 */
export function takeFailureReports(app: FastifyInstance, pool: Pool, clock: Clock, log: Logger): void {
  const gate = reportGate(reportLimits);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: LENGTH_MAX }, (_request, body, done) =>
      done(null, body),
    );
    for (const [address, { types, read }] of Object.entries(READERS))
      scope.post(address, async (request, reply) => {
        if (!types.includes(mediaType(request.headers["content-type"]))) refuse("input.unsupported_type");
        const now = clock.now();
        const isAdmitted = (): boolean => gate.admits(request.ip, now);
        // Asked before the body is read, and again for each further report in it.
        const reports = isAdmitted() && typeof request.body === "string" ? read(request.body) : [];
        for (const [nth, one] of reports.entries()) {
          if (nth > 0 && !isAdmitted()) break;
          const kept = { ...one, path: maskedPath(request.server, one.path) };
          if (await keep(pool, now, kept)) {
            const { path, revision, message: failure } = kept;
            log.warn({ requestId: request.id, path, revision, failure }, "a browser reports a failure");
          }
        }
        return reply.status(204).send();
      });
  });
}

/** @returns whether it is one that was not known. */
async function keep(pool: Pool, now: Date, kept: Report): Promise<boolean> {
  const { message, path, revision } = kept;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([message, path, revision]))
    .digest();
  const isNew = (await countReport(pool, now, kept, fingerprint)) === 1;
  if (isNew) await pruneReports(pool, KEPT);
  return isNew;
}

/** The newest reports, newest first. */
export async function newestFailureReports(pool: Pool, limit: number): Promise<FailureReport[]> {
  const rows = await newestReports(pool, limit);
  return rows.map((row) => ({ ...row, at: instantOf(row.at) }));
}

/**
 * One JSON object, or the library's envelope: JSON lines of which the last is the event.
 *
 * @returns none for what is neither, or nested too deep to be either.
 */
function readReport(text: string): Report[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const event = lines.length > 1 ? (lines.at(-1) ?? "") : text;
  if (excessOf(event, REPORT_BOUNDS) !== null) return [];
  try {
    const given: unknown = JSON.parse(event, keepableValue);
    const parsed = report.safeParse(inOurWords(given));
    if (!parsed.success) return [];
    const { message, path, revision, ...detail } = parsed.data;
    return [{ message, path, revision, detail: JSON.stringify(detail) }];
  } catch {
    return [];
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
