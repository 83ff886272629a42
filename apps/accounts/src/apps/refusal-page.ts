import { hasDesk } from "@foyer/contract/brand-desk";
import { deskWords } from "@foyer/domain/consumer-law";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

/** The page without styles that a browser gets if this process does not serve the portal. */
function plainPage({ provider, ...brand }: Deps["brand"]): string {
  const link = (path: string, label: string): string => `<p><a href="/${path}">${label}</a></p>`;
  const desk = hasDesk(brand) ? link("withdraw", deskWords.withdraw.link) + link("cancel", deskWords.cancel.link) : "";
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>This link does not work</title><h1>This link does not work</h1>` +
    `<p>Go back to the app and try again. Nothing was allowed.</p><p>${escaped(provider)}</p>${desk}</html>`
  );
}

/** Answers a request that cannot be redirected to its app with our own page, which names nothing from the request. */
export function refusalPage(
  { brand }: Pick<Deps, "brand">,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
): FastifyReply {
  void reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
  const { portalPage } = request.server;
  if (portalPage) return portalPage(request, reply, status);
  return reply.status(status).type("text/html; charset=utf-8").send(plainPage(brand));
}
