/** One figure beside what it should be. */
export interface Figure {
  readonly what: string;
  /** For people: the ratio first, then what it is made of. */
  readonly figure: string;
  readonly wanted: string;
  readonly holds: boolean;
}

/** Something that can be measured by itself: starts what it needs, and leaves nothing running. */
export interface Part {
  readonly about: string;
  run(): Promise<readonly Figure[]>;
}

/** The middle one; of an even number the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (above + (sorted[middle - 1] ?? Number.NaN)) / 2 : above;
}
