/** Milliseconds of calls about what exists, and about what does not. */
export interface Times {
  readonly known: readonly number[];
  readonly unknown: readonly number[];
}

const median = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

/** How likely one of the first takes longer than one of the second: 0.5 where nobody can tell them apart, 1 where everybody can. */
export function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}

/** Times both kinds of call in turns, so that a busy machine slows both; which comes first changes, too. */
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
 * How far apart the two are, each as a share of what nobody can notice: 1 and less is unnoticeable. Measures up to three
 * times: a difference that is there is there each time, and what a busy machine does is not.
 */
export async function untilUnnoticeable(measure: () => Promise<Times>): Promise<{ order: number; medians: number }> {
  let found = differences(await measure());
  for (let again = 0; again < 2 && Math.max(found.order, found.medians) > 1; again++) {
    found = differences(await measure());
  }
  return found;
}

function differences({ known, unknown }: Times): { order: number; medians: number } {
  // On a busy machine every figure is larger, and so is its noise.
  const noticeableMs = Math.max(5, 0.1 * median(unknown));
  return {
    order: Math.abs(areaUnderCurve(known, unknown) - 0.5) / 0.1,
    medians: Math.abs(median(known) - median(unknown)) / noticeableMs,
  };
}
