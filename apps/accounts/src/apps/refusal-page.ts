import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

/** What a browser shows where the portal's own page is not served by this process: the same words, without a style. */
function plainPage(provider: string): string {
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>This link does not work</title><h1>This link does not work</h1>` +
    `<p>Go back to the app and try again. Nothing was allowed.</p><p>${escaped(provider)}</p></html>`
  );
}

/** Answers a request of an app that cannot be led back to it: a page of ours that names nothing of it. */
export function refusalPage(
  { brand }: Pick<Deps, "brand">,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply {
  void reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  const { portalPage } = request.server;
  if (portalPage) return portalPage(request, reply, status);
  return reply.status(status).type("text/html; charset=utf-8").send(plainPage(brand.provider));
}
