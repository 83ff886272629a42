import type { AccountEvent } from "@foyer/contract/account-events";
import { formatDate } from "@foyer/domain/dates";
import { sentences, words } from "#words/account-events";
import { deviceName } from "./device-name.ts";

/** What happened, in one sentence. */
export function eventSentence(event: AccountEvent): string {
  return sentences[event.kind]({ ...event, device: event.user_agent ? deviceName(event.user_agent) : "" });
}

/** When it happened, to the minute. */
export function eventTime(at: string): string {
  return words.at(formatDate(at), at.slice(11, 16));
}
