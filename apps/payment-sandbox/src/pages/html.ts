import type { PageLink } from "./look.ts";

/** HTML that is safe to put into a page as it stands. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

type Piece = Html | string | number | null | readonly Html[];

function text(piece: Piece): string {
  if (piece === null) return "";
  if (typeof piece === "object" && "html" in piece) return piece.html;
  if (typeof piece === "object") return piece.map((one) => one.html).join("");
  return String(piece).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Escapes every value put in, unless it is HTML made here. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return {
    html: parts.map((part, index) => part + (index < pieces.length ? text(pieces[index] ?? null) : "")).join(""),
  };
}

/** The sandbox's own page among the links of its header. */
const HERE = "/sandbox/stripe";
const CURRENT = html` aria-current="page"`;

/** A whole page of the sandbox; it needs nothing from elsewhere. @param links in its header. */
export function page(title: string, body: Html, links: readonly PageLink[]): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/sandbox/stripe.css" />
        <script src="/sandbox/stripe-page.js" defer></script>
      </head>
      <body>
        <header>
          <nav aria-label="Sandbox">
            ${links.map(({ name, path }) => html`<a href="${path}" ${path === HERE ? CURRENT : null}>${name}</a>`)}
          </nav>
        </header>
        <main>${body}</main>
      </body>
    </html>`.html;
}

/** A part of a page, named by its heading. */
export function section(id: string, title: string, body: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;
}

export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
