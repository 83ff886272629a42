import { formatDate } from "@foyer/domain/dates";

/** Returns `Mar 03, 2027, 10:30 AM GMT+1`, in the reader's time zone. */
export function localTime(at: string): string {
  const time = new Date(at).toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  return `${formatDate(at, Intl.DateTimeFormat().resolvedOptions().timeZone)}, ${time}`;
}
