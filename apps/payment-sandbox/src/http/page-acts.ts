import type { FastifyInstance, FastifyReply } from "fastify";
import type pg from "pg";
import { askNextTime, NEXT_TIMES } from "../store/next-time.ts";
import { sendAgain } from "../webhooks/send-again.ts";

export interface PageActOptions {
  pool: pg.Pool;
  /** Called after a change, so that webhooks are sent at once. */
  changed: () => void;
}

function back(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).header("location", `/sandbox/stripe#${to}`).header("cache-control", "no-store").send();
}

function refused(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ error: { type: "invalid_request_error", message } });
}

/** Serves the buttons of the page: forms that change something and lead back to it. They need no script. */
export function servePageActs(app: FastifyInstance, { pool, changed }: PageActOptions): void {
  app.post("/sandbox/stripe/next", async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const what = NEXT_TIMES.find((one) => one === form.get("what"));
    if (!what) return refused(reply, `what: one of ${NEXT_TIMES.join(", ")}`);
    await askNextTime(pool, what, form.get("wanted") !== "no");
    return back(reply, "try");
  });
  app.post<{ Params: { id: string } }>("/sandbox/stripe/events/:id/send", async (request, reply) => {
    if (!(await sendAgain(pool, request.params.id))) return refused(reply, "No such event");
    changed();
    return back(reply, "events");
  });
}
