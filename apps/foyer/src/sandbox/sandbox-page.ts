import type { PageLink } from "@foyer/payment-sandbox/look";
import type { Config } from "@foyer/service-kit/config";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML content and attributes in double quotes. */
export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Content policy of the pages: they run no script and load only their style sheet. */
export const PAGE_POLICY =
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

/**
 * A page of a sandbox, with the frame that all of them share.
 *
 * @param body HTML.
 * @param here path of the page among the links.
 */
export function sandboxPage(title: string, body: string, links: readonly PageLink[], here: string): string {
  const current = (path: string) => (path === here ? ` aria-current="page"` : "");
  const nav = links.map(({ name, path }) => `<a href="${path}"${current(path)}>${name}</a>`).join(" ");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${here === "/sandbox/stripe" ? "/sandbox/stripe.css" : "/sandbox/mail.css"}"></head><body>
<header><nav aria-label="Sandbox">${nav}</nav></header>
<main><h1>${escaped(title)}</h1>
${body}</main></body></html>`;
}
