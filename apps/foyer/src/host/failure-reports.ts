import { createHash } from "node:crypto";
import type { FailureReport } from "@foyer/contract/staff-wire";
import { instantOf } from "@foyer/contract/wire-values";
import type { Clock } from "@foyer/service-kit/clock";
import { excessOf } from "@foyer/domain/json-bounds";
import { refuse } from "@foyer/service-kit/errors";
import type { Logger } from "@foyer/service-kit/log";
import { maskedPath, maskedText } from "@foyer/service-kit/shown-path";
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

/** A stack may have many nested frames. Larger reports are not useful, and PostgreSQL limits the size of JSON. */
const REPORT_BOUNDS = { fields: 2_000, items: 1_000, itemsInAll: 4_000, depth: 20 } as const;

/** Ours, the library's, and what browsers send for a text without a type. */
const REPORT_TYPES: readonly string[] = ["application/json", "application/x-sentry-envelope", "text/plain", ""];

/** The two formats of browser reports. */
const VIOLATION_TYPES: readonly string[] = ["application/csp-report", "application/reports+json"];

/** The fields that people look for first. All others are stored unchanged. */
const report = z.looseObject({
  message: z.string().max(MESSAGE_MAX).catch("unknown failure"),
  path: z.string().max(500).catch(""),
  revision: z.string().max(100).catch(""),
});

/** The fields that are read from an event of the error-reporting library. */
const libraryEvent = z.looseObject({
  exception: z.object({
    values: z.array(z.object({ type: z.string().catch(""), value: z.string().catch("") })).min(1),
  }),
  transaction: z.string().catch(""),
  release: z.string().catch(""),
});

/** Accepted content types and parser of each path. */
const READERS: Readonly<
  Record<string, { readonly types: readonly string[]; readonly read: (body: string) => Report[] }>
> = {
  "/err": { types: REPORT_TYPES, read: readReport },
  [VIOLATIONS_PATH]: { types: VIOLATION_TYPES, read: readViolations },
};

/**
 * Accepts browser reports: failures at `POST /err` and policy violations at `POST /csp-report`. Logs them and
 * stores the newest thousand.
 *
 * Anyone can call it, so it limits the size, trusts no content, and answers every report alike. Equal
 * reports are one row and, within a window of the gate, one log line.
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
        // The gate is checked before the body is read, and again for each further report in it.
        const reports = isAdmitted() && typeof request.body === "string" ? read(request.body) : [];
        for (const [nth, one] of reports.entries()) {
          if (nth > 0 && !isAdmitted()) break;
          const kept = masked(request.server, one);
          if (await keep(pool, now, kept)) {
            const { path, revision, message: failure } = kept;
            log.warn({ requestId: request.id, path, revision, failure }, "a browser reports a failure");
          }
        }
        return reply.status(204).send();
      });
  });
}

/** Returns a report without secrets and email addresses: staff and the log see it, and an erasure does not reach it. */
function masked(app: FastifyInstance, { message, path, revision, detail }: Report): Report {
  const inText = (text: string): string => maskedText(app, text);
  const inValue = (_key: string, value: unknown): unknown => (typeof value === "string" ? inText(value) : value);
  return {
    message: inText(message),
    path: maskedPath(app, path),
    revision,
    detail: JSON.stringify(JSON.parse(detail, inValue)),
  };
}

/** @returns whether the report is new. */
async function keep(pool: Pool, now: Date, kept: Report): Promise<boolean> {
  const { message, path, revision } = kept;
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([message, path, revision]))
    .digest();
  const isNew = (await countReport(pool, now, kept, fingerprint)) === 1;
  if (isNew) await pruneReports(pool, KEPT);
  return isNew;
}

/** Returns the newest reports, newest first. */
export async function newestFailureReports(pool: Pool, limit: number): Promise<FailureReport[]> {
  const rows = await newestReports(pool, limit);
  return rows.map((row) => ({ ...row, at: instantOf(row.at) }));
}

/**
 * Parses one JSON object, or the library's envelope: JSON lines with the event last.
 *
 * @returns an empty list for anything else, or if it is nested too deeply.
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
