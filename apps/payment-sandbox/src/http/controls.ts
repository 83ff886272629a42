import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";
import { writeChaos, NO_CHAOS, type Chaos } from "../webhooks/chaos.ts";
import type { Fault, Faults } from "./faults.ts";
import { authenticate } from "./three-d-secure.ts";

export interface ControlOptions {
  pool: pg.Pool;
  now: () => Date;
  origin: string;
  faults: Faults;
  changed: () => void;
}

function bodyOf(request: FastifyRequest): string {
  return typeof request.body === "string" ? request.body : "";
}

function object(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body || "{}");
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function chaosFrom(given: Record<string, unknown>): Chaos {
  const count = (value: unknown, most: number) => Math.min(most, Math.max(0, Math.floor(Number(value) || 0)));
  return {
    ...NO_CHAOS,
    duplicate: count(given.duplicate, 10),
    // Must be shorter than a delivery's lease, or another instance would send the event too.
    delaySeconds: count(given.delay_seconds, 15),
    reorder: given.reorder === true,
    drop: given.drop === true,
  };
}

const KINDS: readonly Fault["kind"][] = ["error_500", "rate_limit_429", "hang", "reset"];

function faultFrom(given: Record<string, unknown>): Fault | null {
  const kind = KINDS.find((one) => one === given.kind);
  if (!kind) return null;
  return {
    kind,
    when: given.when === "after" ? "after" : "before",
    times: Number(given.times) || 1,
    isKept: given.is_kept === true,
    ...(typeof given.path === "string" ? { path: given.path } : {}),
    ...(typeof given.method === "string" ? { method: given.method } : {}),
  };
}

/** Serves the result of 3-D Secure, for callers that know the intent's secret. */
export function serveAuthentication(app: FastifyInstance, options: ControlOptions): void {
  app.post<{ Params: { id: string } }>("/sandbox/3ds/:id", async (request, reply) => {
    const answer = await authenticate(options, request.params.id, bodyOf(request), request.headers["content-type"]);
    options.changed();
    return reply.code(answer.status).header("cache-control", "no-store").send(answer.body);
  });
}

/** Serves the switches for tests. */
export function serveControls(app: FastifyInstance, options: ControlOptions): void {
  app.post("/sandbox/webhook_chaos", async (request, reply) => {
    const chaos = chaosFrom(object(bodyOf(request)));
    await writeChaos(options.pool, chaos);
    return reply.send(chaos);
  });
  app.post("/sandbox/provider_faults", async (request, reply) => {
    const fault = faultFrom(object(bodyOf(request)));
    if (!fault)
      return reply
        .code(400)
        .send({ error: { type: "invalid_request_error", message: `kind: one of ${KINDS.join(", ")}` } });
    options.faults.add(fault);
    return reply.send(fault);
  });
}
