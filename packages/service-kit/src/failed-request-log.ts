import type { Logger } from "./log.ts";

interface FailedRequest {
  readonly err: unknown;
  readonly requestId: string;
  readonly path: string;
}

/** Slightly more than a second, because timers are not exact. */
const EVERY_MS = 1_100;
/** Shared by the process, because an outage affects all its services at once. */
let toldAt = Number.NEGATIVE_INFINITY;

/**
 * Logs a failed request. During an outage all requests fail for the same reason: one line a second has level error and alerts the
 * operator, the others are warnings without a stack.
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
