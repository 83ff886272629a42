import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { FastifyPluginAsync } from "fastify";
import type { Deps } from "../deps.ts";
import { findReferenceByCode } from "./seat-store.ts";

const looks = { limit: 60, windowSeconds: 600 } as const;

/** `/i/<code>` leads to the page of the invitation; a code that is unknown to the page that says so. Following it changes nothing. */
export function shortLinks({ db, limiter }: Deps): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { readonly code: string } }>("/i/:code", async ({ params, ip }, reply) => {
      await limiter.take(`invitation:${clientNetwork(ip)}`, looks);
      const reference = /^\w{1,64}$/.test(params.code) ? await findReferenceByCode(db, params.code) : null;
      return reply
        .header("cache-control", "no-store")
        .header("referrer-policy", "no-referrer")
        .redirect(`/confirm-invite/?ref=${encodeURIComponent(reference ?? "used")}`, 302);
    });
  };
}
