/** `numerator / denominator` rounded half away from zero, in integers throughout: `Math.round(-2.5)` would be -2. */
export function roundedQuotient(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  const rounded = (2n * n + d) / (2n * d);
  return Number(negative ? -rounded : rounded);
}
