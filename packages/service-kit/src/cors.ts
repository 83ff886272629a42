import { SESSION_COOKIE_HEADER } from "@foyer/contract/session-cookie";
import type { FastifyInstance } from "fastify";

export interface CallingPages {
  /** Origins of portals that are served elsewhere: `https://account.example.com`. */
  readonly portalOrigins: readonly string[];
  /** Origins of other pages, and the beginning of the paths that they may call. */
  readonly pages?: { readonly origins: readonly string[]; readonly path: string };
}

const EXPOSED = "x-request-id, retry-after, idempotent-replayed, content-disposition";

/** Lets pages of other origins call the service, as far as it allows them. */
export function allowCors(app: FastifyInstance, { portalOrigins, pages }: CallingPages): void {
  const isAllowed = (origin: string, url: string): boolean =>
    portalOrigins.includes(origin) || (pages?.origins.includes(origin) === true && url.startsWith(pages.path));
  app.addHook("onRequest", (request, reply, done) => {
    const { origin } = request.headers;
    if (!origin || !isAllowed(origin, request.url)) return done();
    void reply.header("access-control-allow-origin", origin).header("vary", "origin");
    void reply.header("access-control-expose-headers", EXPOSED);
    // The session's cookie is for the portal alone.
    if (portalOrigins.includes(origin)) void reply.header("access-control-allow-credentials", "true");
    if (request.method !== "OPTIONS") return done();
    void reply
      .header("access-control-allow-methods", "GET, POST, DELETE")
      .header(
        "access-control-allow-headers",
        `authorization, content-type, idempotency-key, x-request-id, ${SESSION_COOKIE_HEADER}`,
      )
      .header("access-control-max-age", "600")
      .status(204)
      .send();
  });
}
