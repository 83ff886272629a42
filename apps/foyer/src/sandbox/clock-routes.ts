import type { DatabaseClock } from "@foyer/service-kit/clock";
import { refuse } from "@foyer/service-kit/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { advanceClock } from "./clock-store.ts";
import { fieldsOf, withRawBodies } from "./raw-bodies.ts";

/** A hundred years: enough for every test, with dates that PostgreSQL and JavaScript can represent. */
const ADVANCE_MAX = 100 * 366 * 86_400;

export interface ClockSandbox {
  readonly pool: Pool;
  readonly clock: DatabaseClock;
  /** Runs what has become due. The answer waits for it for a short time. */
  readonly settle: () => Promise<void>;
}

function secondsOf(request: FastifyRequest): number {
  const seconds = Number(fieldsOf(request).fields["advance_seconds"]);
  if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds > ADVANCE_MAX) {
    refuse("input.invalid", {
      field: "advance_seconds",
      reason: "field",
      facts: { fault: `advance_seconds must be a whole number from 0 to ${ADVANCE_MAX}.` },
    });
  }
  return seconds;
}

const iso = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, "Z");

/** `GET /sandbox/clock` returns the product's time. `POST` moves it forward for every service and instance. */
export function serveClockSandbox(app: FastifyInstance, { pool, clock, settle }: ClockSandbox): void {
  withRawBodies(app, (scope) => {
    scope.get("/sandbox/clock", async () => ({ now: iso(clock.now()) }));
    scope.post("/sandbox/clock", async (request) => {
      const seconds = secondsOf(request);
      await advanceClock(pool, seconds);
      await clock.refresh();
      await settle();
      return { now: iso(clock.now()) };
    });
  });
}
