/** Years offered while the first paper's year is unknown. */
const YEARS = 10;

/**
 * Returns the years to choose from, newest first.
 *
 * @param first year of the oldest paper; null if unknown.
 * @param chosen is offered even if it is outside that range; null for none.
 */
export function yearsFrom(first: number | null, thisYear: number, chosen: number | null): readonly number[] {
  const length = first === null ? YEARS : Math.max(1, thisYear - first + 1);
  const years = Array.from({ length }, (_, ago) => thisYear - ago);
  return chosen === null || years.includes(chosen) ? years : [chosen, ...years].toSorted((one, other) => other - one);
}
