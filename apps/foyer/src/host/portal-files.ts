import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { PortalSettings } from "@foyer/contract/portal-settings";
import { isScreenPath } from "@foyer/contract/screen-paths";
import { errorEnvelope, Refusal } from "@foyer/service-kit/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type PolicyHeaders, policyHeaders } from "./content-policy.ts";

const SETTINGS_MARK = "<!--foyer-settings-->";

interface Page {
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
  readonly etag: string;
  readonly policy: PolicyHeaders;
  /** Names the styles before the first byte of the page: `</assets/start.css>; rel=preload; as=style`. */
  readonly link: string;
}

const sha256 = (content: string | Buffer) => createHash("sha256").update(content);

/** The settings as JSON that cannot end its script element. */
function settingsElement(settings: PortalSettings): string {
  const json = JSON.stringify(settings).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="foyer-settings">${json}</script>`;
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

function makePage(folder: string, settings: PortalSettings, isSecure: boolean): Page {
  const template = fs.readFileSync(path.join(folder, "index.html"), "utf8");
  const plain = Buffer.from(template.replace(SETTINGS_MARK, () => settingsElement(settings)));
  return {
    plain,
    br: brotliCompressSync(plain),
    gzip: gzipSync(plain),
    etag: `"${sha256(plain).digest("base64url").slice(0, 22)}"`,
    policy: policyHeaders(settings, isSecure, scriptHashes(template)),
    link: stylesAhead(template),
  };
}

function sendPage(page: Page, request: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  const accepted = request.headers["accept-encoding"] ?? "";
  const encoding = /\bbr\b/.test(accepted) ? "br" : /\bgzip\b/.test(accepted) ? "gzip" : "plain";
  // A link from a mail carries a secret in its address, which must not travel on to other sites.
  const holdsSecret = /[?&](token|ref|code|request|user_code)=/.test(request.url);
  void reply
    .headers({
      "content-type": "text/html; charset=utf-8",
      ...page.policy,
      "cache-control": "no-cache",
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

/** Returns the browser tab's icon: the mark next to the provider's name in the header, in its color. */
function browserIcon(accent: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 22 22"><clipPath id="c"><rect width="22" height="22" rx="6"/></clipPath>` +
    `<g clip-path="url(#c)"><path fill="${accent}" d="M0 0h22v22H0z"/><path fill-opacity=".22" d="M0 13h22v9H0z"/></g></svg>`
  );
}

/**
 * Serves the built portal from `folder`: its page with the settings in it, and its files by their hashed names.
 *
 * @param isSecure whether people reach the portal by TLS.
 */
export async function servePortal(
  app: FastifyInstance,
  folder: string,
  settings: PortalSettings,
  isSecure: boolean,
): Promise<void> {
  const page = makePage(folder, settings, isSecure);
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    serve: true,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = file.includes(`${path.sep}assets${path.sep}`);
      void reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  app.get("/", (request, reply) => sendPage(page, request, reply, 200));
  app.decorate("portalPage", (request, reply, status) => sendPage(page, request, reply, status));
  app.get("/icon.svg", (_request, reply) =>
    reply
      .type("image/svg+xml")
      .header("cache-control", "public, max-age=3600")
      .send(browserIcon(settings.brand.accent)),
  );
  app.get("/conf", async () => ({ revision: settings.revision }));
  app.setNotFoundHandler((request, reply) => {
    const requested = request.url.split("?")[0] ?? "/";
    const isPage = request.method === "GET" || request.method === "HEAD";
    // A missing file is not a screen: a request for a script must not get a page.
    if (!isPage || /^\/(api|sandbox|assets)(\/|$)/.test(requested) || /\.\w+$/.test(requested)) {
      return reply.status(404).send(errorEnvelope(new Refusal("object.not_found")));
    }
    // Any other path is the not-found screen, with its status.
    return sendPage(page, request, reply, isScreenPath(requested) ? 200 : 404);
  });
}
