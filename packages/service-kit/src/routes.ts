import type { EndpointName, EndpointNameOf } from "@foyer/contract/paths";
import {
  accountsCalls,
  accountsEndpoints,
  type Calls,
  purchaseCalls,
  purchaseEndpoints,
} from "@foyer/contract/endpoints";
import type { Service } from "@foyer/contract/paths";
import { type Handler, type Route, route } from "./call.ts";

/** Routes by the names of their calls. */
export type Routes<Names extends EndpointName> = Readonly<Record<Names, Route>>;

const calls: Calls = { ...accountsCalls, ...purchaseCalls };
const endpointsOf = { accounts: accountsEndpoints, purchase: purchaseEndpoints };

/** Connects calls with their handlers by name: `routes({ inviteSeats: async ({ params, body }) => … })`. */
export function routes<Names extends EndpointName>(handlers: {
  readonly [Name in Names]: Handler<Calls[Name]>;
}): Routes<Names> {
  const made = (Object.keys(handlers) as Names[]).map((name) => [name, route(calls[name], handlers[name])]);
  return Object.fromEntries(made) as Routes<Names>;
}

/** Every route of a service, in the order of the contract's table. Does not compile while a call has no handler. */
export function everyRoute<Of extends Service>(service: Of, given: Routes<EndpointNameOf<Of>>): readonly Route[] {
  const byName: Readonly<Record<string, Route>> = given;
  return endpointsOf[service].flatMap(({ name }) => byName[name] ?? []);
}
