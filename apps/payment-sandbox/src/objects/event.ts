import type Stripe from "stripe";
import { newId } from "./id.ts";
import type { Stored } from "./wire.ts";

export const API_VERSION = "2026-10-28.endive";

export type Event = Stored<
  Stripe.EventBase,
  "request",
  { data: { object: object; previous_attributes?: Record<string, unknown> } }
>;

export function newEvent(
  created: number,
  type: Event["type"],
  object: object,
  previous: Record<string, unknown> | undefined,
  request: Event["request"],
): Event {
  return {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  };
}

export type WebhookEndpoint = Stored<Stripe.WebhookEndpoint> & { sandbox: { secret: string } };
