import type { AccountEvent } from "@foyer/contract/account-events";
import { sentences } from "#words/account-events";
import { deviceName } from "./device-name.ts";

/** Returns one sentence about the event. */
export function eventSentence(event: AccountEvent): string {
  return sentences[event.kind]({ ...event, device: event.user_agent ? deviceName(event.user_agent) : "" });
}
