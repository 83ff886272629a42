/** How the operator wants dates to be read that do not say it themselves. */
export interface DateOptions {
  /** Order of `03/04/2024`; null if the operator did not say it. */
  readonly order: "mdy" | "dmy" | null;
  /** Minutes east of UTC of dates without a zone. */
  readonly zoneMinutes: number;
}

/** Whether a date without a time means the beginning or the end of that day. */
type Edge = "start" | "end";

export interface ShopDate {
  readonly at: Date;
  readonly hasZone: boolean;
}

const YEAR_FIRST = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?=$|[T ,])/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?=$|[T ,])/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?=$|[T ,])/;
const TIME = /^(?:,?[T ] ?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)? ?([AP]M)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Returns the date; "order" if only the operator can say which number is the month, and null if it is none. */
export function shopDate(text: string, edge: Edge, { order, zoneMinutes }: DateOptions): ShopDate | "order" | null {
  const day = dayIn(text, order);
  if (day === null || day === "order") return day;
  const time = TIME.exec(text.slice(day.length));
  if (time === null) return null;
  const [, hour, minute = "0", second = "0", half, zone] = time;
  const hours = hoursOf(hour, half);
  const utc = new Date(Date.UTC(day.year, day.month - 1, day.day, hours, Number(minute), Number(second)));
  // Otherwise 30 February would become 2 March.
  const isReal = utc.getUTCMonth() === day.month - 1 && utc.getUTCDate() === day.day && utc.getUTCHours() === hours;
  if (!isReal || Number(minute) > 59 || Number(second) > 59) return null;
  const wholeDay = hour === undefined && edge === "end" ? DAY_MS - 1_000 : 0;
  const offset = zone === undefined ? zoneMinutes : zoneOffset(zone);
  return { at: new Date(utc.getTime() + wholeDay - offset * MINUTE_MS), hasZone: zone !== undefined };
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Number of its characters. */
  readonly length: number;
}

function dayIn(text: string, order: DateOptions["order"]): Day | "order" | null {
  const [first, a = "", b = "", c = ""] = YEAR_FIRST.exec(text) ?? DOTTED.exec(text) ?? SLASHED.exec(text) ?? [];
  if (first === undefined) return null;
  const [one, two, three] = [Number(a), Number(b), Number(c)];
  if (a.length === 4) return { year: one, month: two, day: three, length: first.length };
  if (!first.includes(".") && order === null) return "order";
  const isMonthFirst = !first.includes(".") && order === "mdy";
  return { year: three, month: isMonthFirst ? one : two, day: isMonthFirst ? two : one, length: first.length };
}

function hoursOf(hour: string | undefined, half: string | undefined): number {
  const hours = Number(hour ?? "0");
  if (half === undefined) return hours;
  return (hours % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
}

/** Returns the minutes east of UTC of `Z`, `UTC`, `+02:00` or `-0530`, or NaN. */
export function zoneOffset(zone: string): number {
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
