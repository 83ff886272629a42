import { Refusal, refuse } from "@foyer/service-kit/errors";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import { limitLooks } from "./limit-looks.ts";
import { findReferenceByCode } from "../stores/seat-store.ts";

type Query = Readonly<Record<string, string>>;

function leadToPage(reply: FastifyReply, query: Query): FastifyReply {
  return reply
    .header("referrer-policy", "no-referrer")
    .redirect(`/confirm-invite/?${new URLSearchParams(query).toString()}`, 302);
}

/** Query of the page for a refused code: one that is unknown, or too many of them. Null for any other error. */
function pageFor(error: unknown, code: string): Query | null {
  if (!(error instanceof Refusal)) return null;
  if (error.refusal === "invitation.dead") return { ref: "used" };
  if (error.refusal !== "rate.limited") return null;
  return { code, wait: String(error.retryAfterSeconds ?? 60) };
}

/** `/i/<code>` redirects to the page of the invitation. Following it changes nothing. */
export function shortLinks(deps: Deps): FastifyPluginAsync {
  const find = async (code: string): Promise<string> =>
    (/^\w{1,64}$/.test(code) ? await findReferenceByCode(deps.db, code) : null) ?? refuse("invitation.dead");
  return async (app) => {
    app.get<{ Params: { readonly code: string } }>("/i/:code", async ({ params, ip, headers }, reply) => {
      try {
        const ref = await limitLooks(deps, ip, () => find(params.code));
        return leadToPage(reply, { ref });
      } catch (error) {
        const query = pageFor(error, params.code);
        // A program gets the plain 429.
        const isForPeople = query?.["wait"] === undefined || (headers.accept ?? "").includes("text/html");
        if (query === null || !isForPeople) throw error;
        return leadToPage(reply, query);
      }
    });
  };
}
