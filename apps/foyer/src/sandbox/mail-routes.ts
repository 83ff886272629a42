import { type PageLink, sandboxStyles } from "@foyer/payment-sandbox/look";
import { errorEnvelope, Refusal } from "@foyer/service-kit/errors";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { findMailHtml, newestMails } from "./mail-store.ts";
import { escaped, sendPage } from "./sandbox-page.ts";

interface SandboxMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly created: string;
}

const SHOWN = 200;

async function readMails(pool: Pool, to: string | undefined): Promise<SandboxMail[]> {
  const rows = await newestMails(pool, to ?? null, to ? 10_000 : SHOWN * 5);
  return rows.map((row) => ({
    id: String(row.id),
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    created: row.created_at.toISOString().replace(/\.\d+Z$/, "Z"),
  }));
}

function mailLine({ id, subject, to, created, text }: SandboxMail): string {
  return `<li><details><summary><strong>${escaped(subject)}</strong> <span>to ${escaped(to)}, <time datetime="${created}">${created}</time></span></summary>
<p><a href="/sandbox/mail/${id}">As the recipient sees it</a></p><pre>${linked(text)}</pre></details></li>`;
}

function mailList(mails: readonly SandboxMail[], to: string | undefined): string {
  const none = to ? "No mail to this address." : "Nothing has been sent yet.";
  return `<p class="muted">No mail server is configured, so mails are kept here and not sent. Newest first, times in UTC.</p>
<section aria-labelledby="mails"><h2 id="mails">Mails</h2>
<form><label>Recipient <input name="to" type="search" value="${escaped(to ?? "")}"></label> <button>Show</button></form>
${mails.length > 0 ? `<ol class="mails">${mails.slice(0, SHOWN).map(mailLine).join("")}</ol>` : `<p class="muted">${none}</p>`}</section>`;
}

/** Turns addresses in the text into links. */
function linked(text: string): string {
  return escaped(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

// The message itself carries its own styles; nothing in it may run or load.
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'";

/** `GET /sandbox/mail`: JSON for programs, a page for people. */
export function serveMailSandbox(app: FastifyInstance, pool: Pool, links: readonly PageLink[]): void {
  app.get<{ Querystring: { to?: string } }>("/sandbox/mail", async (request, reply) => {
    const { to } = request.query;
    const mails = await readMails(pool, to);
    if (!(request.headers.accept ?? "").includes("text/html")) return { messages: mails };
    return sendPage(reply, { title: "Mail sandbox", body: mailList(mails, to), links, here: "/sandbox/mail" });
  });
  app.get("/sandbox/mail.css", async (_request, reply) => reply.type("text/css; charset=utf-8").send(sandboxStyles));
  app.get<{ Params: { id: string } }>("/sandbox/mail/:id", async (request, reply) => {
    const html = await findMailHtml(pool, request.params.id);
    if (html === null) return reply.status(404).send(errorEnvelope(new Refusal({ name: "object.not_found" })));
    return reply.type("text/html; charset=utf-8").header("content-security-policy", MESSAGE_POLICY).send(html);
  });
}
