import { createHash } from "node:crypto";
import { accentTokens } from "@foyer/domain/accent";
import { deskWords } from "@foyer/domain/consumer-law";
import { Html, html } from "@foyer/mail/html";
import type { FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";

const FALLBACK = { "--accent": "#1f6b4a", "--on-accent": "#fff" };

const STYLE = `
:root{color-scheme:light dark;--text:light-dark(#1d1d1b,#ececea);--muted:light-dark(#5c5c57,#a8a8a2);--line:light-dark(#8a8a84,#74746e);--ground:light-dark(#f4f4f2,#161615);--raised:light-dark(#fff,#232321);--danger:light-dark(#b3261e,#ff9a90)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:40rem;margin:0 auto;padding:16px}
a{color:var(--accent)}header a{color:inherit;font-weight:600;text-decoration:none}
main{background:var(--raised);border-radius:8px;padding:24px 16px}main:focus{outline:none}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 16px}p{margin:0 0 16px}
label,legend{display:block;font-weight:600;padding:0}fieldset{border:0;margin:0 0 16px;padding:0}
.field{margin:0 0 16px}.hint{color:var(--muted);font-size:.875rem;margin:0}.fault{color:var(--danger);margin:0}main>.fault{margin:0 0 16px}
input:not([type=radio]),textarea{display:block;width:100%;min-height:44px;margin:4px 0 0;padding:8px 12px;border:1px solid var(--line);border-radius:6px;background:var(--raised);color:inherit;font:inherit}
.choice{display:flex;gap:8px;align-items:flex-start;font-weight:400;padding:8px 0}.choice input{margin:5px 0 0}
[aria-invalid=true]{border-color:var(--danger);border-width:2px}
button,.button{display:inline-block;min-height:44px;padding:8px 20px;border:1px solid var(--line);border-radius:6px;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer;text-decoration:none}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.actions{display:flex;flex-wrap:wrap;gap:12px;margin:0 0 16px}
dl{margin:0 0 16px}dt{color:var(--muted);font-size:.875rem}dd{margin:0 0 8px;white-space:pre-line}
.skip{position:absolute;inset-inline-start:-999px}.skip:focus{inset-inline-start:8px;top:8px;background:var(--raised);padding:8px}
footer{color:var(--muted);font-size:.875rem}footer a{display:inline-block;padding:4px 16px 4px 0}
@media print{header,footer,.actions{display:none}}
`;

/** A page of the desk: complete HTML without script, with the headers that belong to it. */
export interface Frame {
  send(reply: FastifyReply, status: number, page: { readonly title: string; readonly body: Html }): FastifyReply;
}

/** Returns what draws and sends the pages in the brand's color. */
export function pageFrame({ brand }: Pick<Deps, "brand">): Frame {
  const tokens = accentTokens(brand.accent) ?? FALLBACK;
  const style = `${STYLE}:root{--accent:${tokens["--accent"]};--on-accent:${tokens["--on-accent"]}}`;
  const hash = createHash("sha256").update(style).digest("base64");
  const headers = {
    "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    "cache-control": "no-store",
    // The address of a mailed link has its code.
    "referrer-policy": "no-referrer",
  };
  const draw = (title: string, body: Html): string =>
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} – ${brand.provider}</title>
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          ${new Html(`<style>${style}</style>`)}
        </head>
        <body>
          <a class="skip" href="#content">Skip to content</a>
          <header><a href="/">${brand.accountsTitle}</a></header>
          <main id="content" tabindex="-1">${body}</main>
          <footer>
            <a href="/withdraw">${deskWords.withdraw.link}</a>
            <a href="/cancel">${deskWords.cancel.link}</a>
            <a href="mailto:${brand.contacts.support}">${brand.contacts.support}</a>
            <p>${[brand.company, ...brand.seller.address].join(", ")}</p>
          </footer>
        </body>
      </html>`.text;
  return {
    send: (reply, status, { title, body }) =>
      reply.status(status).headers(headers).type("text/html; charset=utf-8").send(draw(title, body)),
  };
}

/** Names and values, one below the other. */
export const factList = (facts: readonly (readonly [string, string])[]): Html =>
  html`<dl>
    ${facts.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
