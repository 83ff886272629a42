/** What one process can serve: everything by default, or some parts on machines of their own. */
export const allParts = ["accounts", "purchase", "portal", "worker", "sandbox"] as const;

export type Part = (typeof allParts)[number];

/** The parts that were named, all where none was; null where a name is unknown. */
export function parseParts(names: readonly string[]): readonly Part[] | null {
  if (names.length === 0) return allParts;
  const known = names.filter((name): name is Part => (allParts as readonly string[]).includes(name));
  return known.length === names.length ? known : null;
}
