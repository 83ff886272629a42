import { errorEnvelope, Refusal } from "@foyer/service-kit/errors";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { findMailHtml, newestMails } from "./mail-store.ts";

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

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

function mailPage(mails: readonly SandboxMail[], to: string | undefined): string {
  const items = mails.slice(0, SHOWN).map(
    (
      mail,
    ) => `<li><details><summary><strong>${escaped(mail.subject)}</strong> <span>to ${escaped(mail.to)}, ${mail.created}</span></summary>
<p><a href="/sandbox/mail/${mail.id}">As the recipient sees it</a></p><pre>${linked(mail.text)}</pre></details></li>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mail sandbox</title>
<link rel="stylesheet" href="/sandbox/mail.css"></head><body><main><h1>Mail sandbox</h1>
<p>No mail server is configured: what would have been sent lies here, newest first.</p>
<form><label>Recipient <input name="to" type="search" value="${escaped(to ?? "")}"></label> <button>Show</button></form>
${items.length > 0 ? `<ol>${items.join("")}</ol>` : "<p>Nothing has been sent yet.</p>"}</main></body></html>`;
}

/** Turns addresses in the text into links. */
function linked(text: string): string {
  return escaped(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:45rem;margin:2rem auto;padding:0 1rem}
ol{list-style:none;padding:0}li{border-top:1px solid #8884;padding:.75rem 0}summary{cursor:pointer}summary span{color:GrayText}pre{white-space:pre-wrap;overflow-wrap:anywhere}
input,button{font:inherit;padding:.4rem .6rem}`;

const PAGE_POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
// The message has its own styles. It may not run or load anything.
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'";

/** `GET /sandbox/mail`: JSON for programs, a page for people. */
export function serveMailSandbox(app: FastifyInstance, pool: Pool): void {
  app.get<{ Querystring: { to?: string } }>("/sandbox/mail", async (request, reply) => {
    const { to } = request.query;
    const mails = await readMails(pool, to);
    if (!(request.headers.accept ?? "").includes("text/html")) return { messages: mails };
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", PAGE_POLICY)
      .send(mailPage(mails, to));
  });
  app.get("/sandbox/mail.css", async (_request, reply) => reply.type("text/css; charset=utf-8").send(STYLE));
  app.get<{ Params: { id: string } }>("/sandbox/mail/:id", async (request, reply) => {
    const html = await findMailHtml(pool, request.params.id);
    if (html === null) return reply.status(404).send(errorEnvelope(new Refusal("object.not_found")));
    return reply.type("text/html; charset=utf-8").header("content-security-policy", MESSAGE_POLICY).send(html);
  });
}
