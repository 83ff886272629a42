import { newId } from "./id.ts";

export const API_VERSION = "2026-10-28.endive";

export interface Event {
  id: string;
  object: "event";
  account: null;
  api_version: string;
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export function newEvent(
  created: number,
  type: string,
  object: unknown,
  previous: Record<string, unknown> | undefined,
  request: Event["request"],
): Event {
  return {
    id: newId("evt"),
    object: "event",
    account: null,
    api_version: API_VERSION,
    created,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  };
}

export interface WebhookEndpoint {
  id: string;
  object: "webhook_endpoint";
  api_version: string | null;
  application: null;
  created: number;
  description: string | null;
  enabled_events: string[];
  livemode: false;
  metadata: Record<string, string>;
  secret?: string;
  status: "enabled" | "disabled";
  url: string;
  sandbox: { secret: string };
}
