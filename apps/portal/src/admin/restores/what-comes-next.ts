import type { AccessRestore } from "@foyer/contract/access-restore-wire";
import { words } from "#words/admin-restores";
import { formatTime } from "../times.ts";

const MINUTE_MS = 60_000;

/**
 * Returns one sentence about the next step or the result of a restore; the remaining time counts from `now`, if
 * known.
 */
export function whatComesNext(restore: AccessRestore, now: Date | undefined): string {
  const { kind, state, restores, ended, stopped_by: by, stopped_by_staff: staff } = restore;
  if (state === "done" && ended !== null)
    return kind === "address" ? words.addressDoneAt(formatTime(ended)) : words.doneAt(formatTime(ended));
  if (state === "stopped" && ended !== null) return words.stopped(by, staff, formatTime(ended));
  if (restores === null) return words.needsSecond;
  if (now === undefined) return words.notBefore(formatTime(restores));
  const minutes = Math.max(0, Math.ceil((Date.parse(restores) - now.getTime()) / MINUTE_MS));
  return words.notBeforeIn(formatTime(restores), words.left(Math.floor(minutes / 60), minutes % 60));
}
