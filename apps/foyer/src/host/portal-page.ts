import { createHash } from "node:crypto";
import { brotliCompress, brotliCompressSync, constants, gzipSync } from "node:zlib";
import { fillPlaceholders, type PortalSettings } from "@foyer/contract/portal-settings";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type PolicyHeaders, policyHeaders } from "./content-policy.ts";

const SETTINGS_MARK = "<!--foyer-settings-->";

/** A page in all its encodings. */
export interface Page {
  readonly plain: Buffer;
  br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly policy: PolicyHeaders;
  /** Names the styles before the first byte of the page: `</assets/start.css>; rel=preload; as=style`. */
  readonly link: string;
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content);

/** Returns a value as JSON that cannot end its script element. */
export function jsonElement(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Hashes of the inline scripts. The build writes them without attributes, and the template contains no others. */
function scriptHashes(template: string): string[] {
  return [...template.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => sha256(text).digest("base64"));
}

/** The styles that the page asks for at once. */
function stylesAhead(template: string): string {
  const found = template.matchAll(/<link rel="preload" as="style" href="([^"]+)">/g);
  return [...found].map(([, href]) => `<${href}>; rel=preload; as=style`).join(", ");
}

/** A built page with the vendor's settings in it. */
export interface Template {
  readonly html: string;
  readonly policy: PolicyHeaders;
  readonly link: string;
}

/** @param isSecure whether people reach the portal by TLS. */
export function templateOf(built: string, settings: PortalSettings, isSecure: boolean): Template {
  return {
    html: built
      .split(/(<script>.*?<\/script>)/s)
      .map((part) => (part.startsWith("<script>") ? part : fillPlaceholders(part, settings)))
      .join("")
      .replace(SETTINGS_MARK, () => jsonElement("foyer-settings", settings)),
    policy: policyHeaders(settings, isSecure, scriptHashes(built)),
    link: stylesAhead(built),
  };
}

/** Fast enough while a person waits for the page. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function pageOf({ policy, link }: Template, html: string): Page {
  const plain = Buffer.from(html);
  return {
    plain,
    br: brotliCompressSync(plain, QUICK),
    gzip: gzipSync(plain),
    etag: `"${sha256(plain).digest("base64url").slice(0, 22)}"`,
    policy,
    link,
  };
}

/** Compresses a page that many people get as well as possible. It takes a tenth of a second, so the start does not wait. */
export function compressWell(page: Page): void {
  brotliCompress(page.plain, (error, compressed) => {
    if (!error) page.br = compressed;
  });
}

export function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "plain";
  // A link from a mail carries a secret in its address, which must not travel on to other sites.
  const holdsSecret = /[?&](token|ref|code|request|user_code)=/.test(request.url);
  void reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      ...page.policy,
      // The next attempt may succeed.
      "cache-control": status === 200 ? "no-cache" : "no-store",
      vary: "accept-encoding",
      etag: page.etag,
      ...(page.link === "" ? {} : { link: page.link }),
    })
    .status(status);
  if (holdsSecret) void reply.header("referrer-policy", "no-referrer");
  if (encoding !== "plain") void reply.header("content-encoding", encoding);
  if (status === 200 && request.headers["if-none-match"] === page.etag) return reply.status(304).send();
  return reply.send(page[encoding]);
}
