import { formatDate } from "@foyer/domain/dates";

/** `Mar 03, 2027 09:30 UTC`: staff compare times with logs, so they are all in one zone. */
export function formatTime(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : `${formatDate(time)} ${time.toISOString().slice(11, 16)} UTC`;
}
