import { refusalsOf } from "@foyer/contract/declared-refusals";
import type { Access, Endpoint } from "@foyer/contract/endpoint";
import type { Call, Route } from "./call.ts";
import { errorEnvelope, Refusal } from "./errors.ts";
import { asRefusal } from "./http.ts";

/** Queries for the parts that need one, by the names of their calls. */
type Queries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A route that returns several reads in one answer. It runs the handlers of the separate calls for the same caller.
 *
 * Each part must be a read with the same access as the composed call and no path parameters beyond it, because only the composed
 * call's guard runs. If a part refuses or fails, that is the part's answer, and the other parts are not affected.
 *
 * @param routes all routes of the service; the names in the composed call's reply select the parts.
 * @throws at the start if a part is not such a read.
 */
export function composed(whole: Endpoint, names: readonly string[], routes: readonly Route[], queries: Queries): Route {
  const parts = names.map((name) => {
    const part = routes.find(({ endpoint }) => endpoint.name === name);
    if (!part || !fits(whole, part.endpoint)) throw new Error(`${name} cannot be a part of ${whole.name}`);
    return { ...part, query: queries[name] ?? {} };
  });
  return {
    endpoint: whole,
    handler: async (call) => {
      const answers = parts.map(async (part) => [part.endpoint.name, await answerOf(part, call)] as const);
      return Object.fromEntries(await Promise.all(answers));
    },
  };
}

function fits(whole: Endpoint, { access, isRead, path }: Endpoint): boolean {
  const mayAsk: readonly Access[] = ["open", "person", whole.access];
  const named = path.match(/:\w+/g) ?? [];
  return mayAsk.includes(access) && isRead && named.every((name) => whole.path.includes(`${name}/`));
}

async function answerOf({ endpoint, handler, query }: Route & { query: object }, call: Call<Endpoint>) {
  try {
    const own = {
      ...call,
      params: endpoint.params.parse(call.params),
      query: endpoint.query.parse(query),
      body: endpoint.body.parse({}),
    };
    return { status: 200, body: endpoint.reply.parse(await handler(own as Call<Endpoint>)) };
  } catch (error) {
    const refusal = asRefusal(error);
    // A refusal that the call does not declare is a fault, as in the separate call.
    if (error instanceof Refusal && !refusalsOf(endpoint).has(error.refusal)) throw error;
    if (refusal.status >= 500) call.log.error({ err: error, part: endpoint.name }, "a part of an answer failed");
    return { status: refusal.status, body: errorEnvelope(refusal) };
  }
}
