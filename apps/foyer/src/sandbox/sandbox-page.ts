import type { PageLink } from "@foyer/payment-sandbox/look";
import type { Config } from "@foyer/service-kit/config";
import type { FastifyReply } from "fastify";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML content and attributes in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Content policy of the pages: they run no script and load only their style sheet. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** True if the app sandbox is served: it plays an app of the demo vendor. */
export const hasAppSandbox = ({ sandbox, brandFile }: Pick<Config, "sandbox" | "brandFile">): boolean =>
  sandbox.mail && brandFile === null;

/** Links to the sandboxes' pages that this installation serves, and to the portal. */
export function sandboxLinks(config: Pick<Config, "sandbox" | "brandFile">): readonly PageLink[] {
  return [
    ...(config.sandbox.payments ? [{ name: "Payments", path: "/sandbox/stripe" }] : []),
    ...(config.sandbox.mail ? [{ name: "Mail", path: "/sandbox/mail" }] : []),
    ...(hasAppSandbox(config) ? [{ name: "App", path: "/sandbox/app" }] : []),
    { name: "Portal", path: "/" },
  ];
}

interface SandboxPage {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly links: readonly PageLink[];
  /** Path of the page among the links. */
  readonly here: string;
}

/** Answers with a page of a sandbox, in the frame that all of them share. */
export function sendPage(reply: FastifyReply, { title, body, links, here }: SandboxPage): FastifyReply {
  const current = (path: string) => (path === here ? ` aria-current="page"` : "");
  const nav = links.map(({ name, path }) => `<a href="${path}"${current(path)}>${name}</a>`).join(" ");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${here === "/sandbox/stripe" ? "/sandbox/stripe.css" : "/sandbox/mail.css"}"></head><body>
<header><nav aria-label="Sandbox">${nav}</nav></header>
<main><h1>${escaped(title)}</h1>
${body}</main></body></html>`;
  return reply.type("text/html; charset=utf-8").header("content-security-policy", PAGE_POLICY).send(html);
}
