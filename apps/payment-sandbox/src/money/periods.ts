export type Interval = "day" | "week" | "month" | "year";

const DAY = 86_400;

/** `anchor` moved by `count` intervals, UTC; a day that the month lacks becomes its last one. */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  if (interval === "day") return anchor + count * DAY;
  if (interval === "week") return anchor + count * 7 * DAY;
  const from = new Date(anchor * 1000);
  const months = from.getUTCFullYear() * 12 + from.getUTCMonth() + count * (interval === "year" ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = months - year * 12;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) / 1000;
  const midnightBefore = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()) / 1000;
  return midnight + (anchor - midnightBefore);
}

/** The first end of a period after `start`, counted from the anchor so that a clamped day comes back: 31 Jan, 28 Feb, 31 Mar. */
export function periodEnd(anchor: number, interval: Interval, intervalCount: number, start: number): number {
  const typical = { day: DAY, week: 7 * DAY, month: 30.44 * DAY, year: 365.25 * DAY }[interval] * intervalCount;
  let n = Math.floor((start - anchor) / typical) - 1;
  let end = addIntervals(anchor, interval, n * intervalCount);
  while (end <= start) {
    n += 1;
    end = addIntervals(anchor, interval, n * intervalCount);
  }
  return end;
}
