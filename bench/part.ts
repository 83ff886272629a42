/** One figure with its target. */
export interface Figure {
  readonly what: string;
  /** For people: the ratio first, then its two values. */
  readonly figure: string;
  readonly wanted: string;
  readonly holds: boolean;
  /** What is missing for the target, if it does not hold: `requests 0.12 × too few`. */
  readonly lacks?: string | undefined;
}

/** One independent measurement: starts what it needs, and leaves nothing running. */
export interface Part {
  readonly about: string;
  run(): Promise<readonly Figure[]>;
}

/** Whether a figure reaches its target, with what it lacks, as `Figure` has them. @param unit of the figure, after a space. */
export function reaching(
  figure: number,
  {
    min,
    max,
    unit = "",
    digits = 2,
  }: { readonly min?: number; readonly max?: number; readonly unit?: string; readonly digits?: number },
): Pick<Figure, "wanted" | "holds"> {
  const lacks = Math.max((min ?? -Infinity) - figure, figure - (max ?? Infinity));
  const wanted = min === undefined ? `≤ ${max}${unit}` : `≥ ${min}${unit}`;
  return lacks <= 0
    ? { wanted, holds: true }
    : { wanted: `${wanted}; lacks ${lacks.toFixed(digits)}${unit}`, holds: false };
}

/** Returns the median; for an even number of values, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const above = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? (above + (sorted[middle - 1] ?? Number.NaN)) / 2 : above;
}
