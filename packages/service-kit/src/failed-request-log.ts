import type { Logger } from "./log.ts";

interface FailedRequest {
  readonly err: unknown;
  readonly requestId: string;
  readonly path: string;
}

/** A little more than a second, as clocks go. */
const EVERY_MS = 1_100;
/** Of this process: an outage meets all its services at once. */
let toldAt = Number.NEGATIVE_INFINITY;

/**
 * Writes down a request that failed. While the database is away all of them do, with the same reason: one line a second at level error
 * wakes somebody, the others are warnings without a stack.
 */
export function logFailed(log: Logger, status: number, { err, requestId, path }: FailedRequest): void {
  const now = performance.now();
  if (status === 503 && now - toldAt < EVERY_MS) {
    log.warn({ requestId, path, reason: err instanceof Error ? err.message : String(err) }, "request refused");
    return;
  }
  if (status === 503) toldAt = now;
  log.error({ err, requestId, path }, "request failed");
}
