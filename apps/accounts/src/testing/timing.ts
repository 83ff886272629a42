/** Durations in milliseconds of calls about known and about unknown things. */
export interface Times {
  readonly known: readonly number[];
  readonly unknown: readonly number[];
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/**
 * The probability that a value of the first list is larger than one of the second: 0.5 if they cannot be distinguished, 1 if they
 * always can.
 */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}

/** Measures both kinds of call alternately, so that a busy machine slows both. The order within a pair alternates too. */
export async function timesInTurn(
  count: number,
  known: (at: number) => Promise<number>,
  unknown: (at: number) => Promise<number>,
): Promise<Times> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let at = 0; at < count; at++) {
    if (at % 2 === 0) times.known.push(await known(at));
    times.unknown.push(await unknown(at));
    if (at % 2 === 1) times.known.push(await known(at));
  }
  return times;
}

/**
 * How far the two differ, as multiples of the smallest noticeable difference; at most 1 is unnoticeable. Measures up to five
 * times: a real difference appears each time, noise of a busy machine does not.
 */
export async function untilUnnoticeable(measure: () => Promise<Times>): Promise<{ order: number; medians: number }> {
  let found = differences(await measure());
  for (let again = 0; again < 4 && Math.max(found.order, found.medians) > 1; again++) {
    found = differences(await measure());
  }
  return found;
}

function differences({ known, unknown }: Times): { order: number; medians: number } {
  // A busy machine increases all durations and their noise.
  const noticeableMs = Math.max(5, 0.1 * median(unknown));
  return {
    order: Math.abs(areaUnderCurve(known, unknown) - 0.5) / 0.1,
    medians: Math.abs(median(known) - median(unknown)) / noticeableMs,
  };
}
