import { formatDate } from "@foyer/domain/dates";

/** Returns `Mar 03, 2027 09:30 UTC`. Always UTC, because staff compare times with logs. */
export function formatTime(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : `${formatDate(time)} ${timeOfDay(at, false)} UTC`;
}

/** Returns `09:30` or `09:30:12`, in UTC. */
export function timeOfDay(at: string, withSeconds: boolean): string {
  return new Date(at).toISOString().slice(11, withSeconds ? 19 : 16);
}
