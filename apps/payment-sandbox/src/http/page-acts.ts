import type { FastifyInstance, FastifyReply } from "fastify";
import type pg from "pg";
import { askNextTime, NEXT_TIMES } from "../store/next-time.ts";
import { decideDispute, disputeCharge } from "../billing/disputing.ts";
import type { Charge } from "../objects/charge.ts";
import { refundCharge } from "../routes/refunds.ts";
import { inTransaction } from "../store/transaction.ts";
import { Unit } from "../store/unit.ts";
import { badRequest, Refusal } from "../wire/refusal.ts";
import { sendAgain } from "../webhooks/send-again.ts";

export interface PageActOptions {
  pool: pg.Pool;
  now: () => Date;
  origin: string;
  /** Called after a change, so that webhooks are sent at once. */
  changed: () => void;
}

function back(reply: FastifyReply, to: string): FastifyReply {
  return reply.code(303).header("location", `/sandbox/stripe#${to}`).header("cache-control", "no-store").send();
}

function refused(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(400).send({ error: { type: "invalid_request_error", message } });
}

/** The charge that paid an invoice, locked with its customer. */
async function chargeOf(unit: Unit, invoiceId: string): Promise<Charge> {
  const invoice = await unit.own("invoice", invoiceId);
  const intent = invoice.sandbox.paymentIntent ? await unit.get("payment_intent", invoice.sandbox.paymentIntent) : null;
  if (!intent?.latest_charge) throw badRequest("No card paid this invoice.");
  return await unit.get("charge", intent.latest_charge);
}

/** Acts of a person in the provider's dashboard. */
function serveDashboard(app: FastifyInstance, { pool, now, origin, changed }: PageActOptions): void {
  const act = (path: string, to: string, work: (unit: Unit, id: string, form: URLSearchParams) => Promise<unknown>) => {
    app.post<{ Params: { id: string } }>(`/sandbox/stripe/${path}`, async (request, reply) => {
      const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
      try {
        await inTransaction(pool, async (client) => {
          const unit = new Unit(client, { now: Math.floor(now().getTime() / 1000), origin });
          await work(unit, request.params.id, form);
          await unit.send();
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return refused(reply, error.message);
      }
      changed();
      return back(reply, to);
    });
  };
  act("invoices/:id/refund", "invoices", async (unit, id, form) => {
    const charge = await chargeOf(unit, id);
    const amount = form.get("amount");
    return refundCharge(unit, charge, amount ? Number(amount) : charge.amount - charge.amount_refunded);
  });
  act("invoices/:id/dispute", "disputes", async (unit, id) => disputeCharge(unit, await chargeOf(unit, id)));
  act("disputes/:id/decide", "disputes", async (unit, id, form) =>
    decideDispute(unit, await unit.own("dispute", id), form.get("status") === "won" ? "won" : "lost"),
  );
}

/** Serves the buttons of the page: forms that change something and lead back to it. They need no script. */
export function servePageActs(app: FastifyInstance, options: PageActOptions): void {
  const { pool, changed } = options;
  serveDashboard(app, options);
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
