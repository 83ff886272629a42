import type { AccountEvent } from "@foyer/contract/account-events";
import { formatDate } from "@foyer/domain/dates";
import { sentences, words } from "#words/account-events";
import { deviceName } from "./device-name.ts";

/** Returns one sentence about the event. */
export function eventSentence(event: AccountEvent): string {
  return sentences[event.kind]({ ...event, device: event.user_agent ? deviceName(event.user_agent) : "" });
}

/** Returns the time of the event, to the minute. */
export function eventTime(at: string): string {
  return words.at(formatDate(at), at.slice(11, 16));
}
