import { newId, randomText } from "../objects/id.ts";
import type { WebhookEndpoint } from "../objects/event.ts";
import { listing, retrieval, type Call, type Route } from "./route.ts";

async function createEndpoint({ unit, params }: Call): Promise<object> {
  const secret = `whsec_${randomText(32)}`;
  const endpoint: WebhookEndpoint = {
    id: newId("we"),
    object: "webhook_endpoint",
    api_version: params.string("api_version") ?? null,
    application: null,
    created: unit.now,
    description: null,
    enabled_events: params.strings("enabled_events") ?? ["*"],
    livemode: false,
    metadata: {},
    status: "enabled",
    url: params.required("url"),
    sandbox: { secret },
  };
  await unit.insert(endpoint);
  // The secret is in this answer only.
  return { ...endpoint, secret };
}

async function removeEndpoint({ unit, id }: Call): Promise<object> {
  await unit.remove(await unit.own("webhook_endpoint", id));
  return { id, object: "webhook_endpoint", deleted: true };
}

export const eventRoutes: Route[] = [
  retrieval("events", "event"),
  listing("events", "event"),
  { method: "POST", path: "webhook_endpoints", run: createEndpoint },
  retrieval("webhook_endpoints", "webhook_endpoint"),
  { method: "DELETE", path: "webhook_endpoints/:id", run: removeEndpoint },
];
