import { refusalsOf } from "@foyer/contract/declared-refusals";
import type { Access, Endpoint } from "@foyer/contract/endpoint";
import type { Call, Route } from "./call.ts";
import { errorEnvelope, Refusal } from "./errors.ts";
import { asRefusal } from "./http.ts";

/** A query for a part that needs one, by the name of its call. */
type Queries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * A route that answers several readings at once, by the very handlers that answer them alone, for the same caller.
 *
 * A part is a reading that whoever may ask for the whole may ask for too, of nothing but what the whole's path names: the
 * whole's guard stands for theirs. What a part refuses, or fails with, is that part's answer, and keeps nobody from the others.
 *
 * @param routes those of the service, among which the parts are found by the names in the whole's reply.
 * @throws at the start, where a part is no such reading.
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

function fits(whole: Endpoint, { access, method, isRead, path }: Endpoint): boolean {
  const mayAsk: readonly Access[] = ["open", "person", whole.access];
  const named = path.match(/:\w+/g) ?? [];
  return (
    mayAsk.includes(access) &&
    (method === "GET" || isRead === true) &&
    named.every((name) => whole.path.includes(`${name}/`))
  );
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
    // What the call does not declare is a fault of it here as it is there.
    if (error instanceof Refusal && !refusalsOf(endpoint).has(error.refusal)) throw error;
    if (refusal.status >= 500) call.log.error({ err: error, part: endpoint.name }, "a part of an answer failed");
    return { status: refusal.status, body: errorEnvelope(refusal) };
  }
}
