import { decideDispute } from "../billing/disputing.ts";
import { listFor, retrieval, type Route } from "./route.ts";

export const disputeRoutes: Route[] = [
  retrieval("disputes", "dispute"),
  {
    method: "POST",
    path: "disputes/:id/close",
    run: async ({ unit, id }) => await decideDispute(unit, await unit.own("dispute", id), "lost"),
  },
  {
    method: "GET",
    path: "disputes",
    run: (call) => {
      const equals = { payment_intent: call.params.string("payment_intent") || undefined };
      return listFor(call, "dispute", { parent: call.params.string("charge") || undefined, equals }, "/v1/disputes");
    },
  },
];
