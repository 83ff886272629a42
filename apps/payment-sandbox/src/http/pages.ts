import { paperPdf } from "@foyer/paper/paper";
import type { FastifyInstance, FastifyReply } from "fastify";
import type pg from "pg";
import { creditNoteFacts, invoiceFacts, type Seller } from "../pages/invoice-facts.ts";
import { invoicePage } from "../pages/invoice-page.ts";
import { html, page, PAGE_POLICY } from "../pages/html.ts";
import { type PageLink, sandboxStyles } from "../pages/look.ts";
import { overviewPage } from "../pages/overview-page.ts";
import { readOverview } from "../pages/overview.ts";
import { Unit } from "../store/unit.ts";
import { pageScript, standInScript } from "./stand-in-script.ts";

export interface PageOptions {
  pool: pg.Pool;
  now: () => Date;
  origin: string;
  /** The seller printed on invoices. */
  seller: Seller;
  /** False in production, where the clock cannot be moved. */
  isTrial: boolean;
  /** Links in the header of each page. */
  links: readonly PageLink[];
  /** Runs due steps, so that a page is never older than the clock. */
  catchUp: () => Promise<void>;
}

function sendPage(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .headers({ "content-security-policy": PAGE_POLICY, "cache-control": "no-store" })
    .type("text/html; charset=utf-8")
    .send(text);
}

function sendPdf(reply: FastifyReply, pdf: Buffer, name: string): FastifyReply {
  return reply
    .headers({ "content-disposition": `inline; filename="${name}.pdf"`, "cache-control": "no-store" })
    .type("application/pdf")
    .send(pdf);
}

function notFound(reply: FastifyReply, links: readonly PageLink[]): FastifyReply {
  return sendPage(reply, page("Not found", html`<h1>There is no such invoice</h1>`, links), 404);
}

function serveFiles(app: FastifyInstance): void {
  const file = (path: string, type: string, text: () => string) => {
    app.get(path, async (_request, reply) => reply.header("cache-control", "no-store").type(type).send(text()));
  };
  file("/sandbox/stripe.js", "text/javascript; charset=utf-8", standInScript);
  file("/sandbox/stripe-page.js", "text/javascript; charset=utf-8", pageScript);
  file("/sandbox/stripe.css", "text/css; charset=utf-8", () => sandboxStyles);
}

/** Serves the stand-in script, the overview page, and invoices as page and PDF. */
export function servePages(app: FastifyInstance, options: PageOptions): void {
  const { pool, now, origin, seller, links, isTrial } = options;
  const unit = () => new Unit(pool, { now: Math.floor(now().getTime() / 1000), origin });
  serveFiles(app);
  app.get("/sandbox/stripe", async (_request, reply) => {
    await options.catchUp();
    return sendPage(reply, overviewPage(await readOverview(unit(), now()), links, isTrial));
  });
  app.get<{ Params: { id: string } }>("/sandbox/stripe/invoices/:id", async (request, reply) => {
    const here = unit();
    const invoice = await here.find("invoice", request.params.id);
    if (!invoice) return notFound(reply, links);
    return sendPage(
      reply,
      invoicePage(await invoiceFacts(here, invoice, seller), `/sandbox/stripe/invoices/${invoice.id}/pdf`, links),
    );
  });
  app.get<{ Params: { id: string } }>("/sandbox/stripe/invoices/:id/pdf", async (request, reply) => {
    const here = unit();
    const invoice = await here.find("invoice", request.params.id);
    if (!invoice) return notFound(reply, links);
    const facts = await invoiceFacts(here, invoice, seller);
    return sendPdf(reply, await paperPdf(facts, new Date(invoice.created * 1000)), invoice.number ?? invoice.id);
  });
  app.get<{ Params: { id: string } }>("/sandbox/stripe/credit_notes/:id/pdf", async (request, reply) => {
    const here = unit();
    const note = await here.find("credit_note", request.params.id);
    if (!note) return notFound(reply, links);
    const facts = await creditNoteFacts(here, note, await here.get("invoice", note.invoice), seller);
    return sendPdf(reply, await paperPdf(facts, new Date(note.created * 1000)), note.number);
  });
}
