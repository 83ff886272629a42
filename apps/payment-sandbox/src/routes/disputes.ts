import { decideDispute } from "../billing/disputing.ts";
import { listing, retrieval, textOf, type Route } from "./route.ts";

export const disputeRoutes: Route[] = [
  retrieval("disputes", "dispute"),
  {
    method: "POST",
    path: "disputes/:id/close",
    run: async ({ unit, id }) => await decideDispute(unit, await unit.own("dispute", id), "lost"),
  },
  listing("disputes", "dispute", (params) => ({
    parent: textOf(params, "charge"),
    equals: { payment_intent: textOf(params, "payment_intent") },
  })),
];
