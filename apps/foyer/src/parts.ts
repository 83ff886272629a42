/** The parts that one process can serve: all by default, or some of them on separate machines. */
export const allParts = ["accounts", "purchase", "portal", "worker", "sandbox"] as const;

export type Part = (typeof allParts)[number];

/** Returns the named parts, all if none is named, or null for an unknown name. */
export function parseParts(names: readonly string[]): readonly Part[] | null {
  if (names.length === 0) return allParts;
  const known = names.filter((name): name is Part => (allParts as readonly string[]).includes(name));
  return known.length === names.length ? known : null;
}
