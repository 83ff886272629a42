import type { Paper } from "@foyer/contract/documents";
import type { PapersWanted } from "../stripe/payment-gateway.ts";
import type { Found, Source } from "./paper-sources.ts";

/** The last object of each list that was used; none for a list whose first object comes next. */
export type Places = Readonly<Record<string, string>>;

/** A list, and what was read of it and not used yet. */
interface Reading {
  readonly source: Source;
  readonly read: Found[];
  hasMore: boolean;
  /** The last object that was read. */
  last: string | undefined;
}

export interface Merged {
  readonly papers: readonly Paper[];
  /** Where the next page begins, null after the last one. */
  readonly next: Places | null;
}

/** Reads on until there is an object with papers, or the list ends. */
async function fill(reading: Reading, wanted: PapersWanted, used: Map<string, string>): Promise<void> {
  const { source, read } = reading;
  while (read.length === 0 && reading.hasMore) {
    // Each page needs the end of the one before.
    // oxlint-disable-next-line eslint/no-await-in-loop
    const page = await source.page({ ...wanted, startingAfter: reading.last });
    read.push(...page.items.filter(({ papers }) => papers.length > 0));
    reading.last = page.items.at(-1)?.id ?? reading.last;
    reading.hasMore = page.hasMore && page.items.length > 0;
    // What makes no paper is not read again for the next page.
    if (read.length === 0 && reading.last !== undefined) used.set(source.name, reading.last);
  }
}

const AT_ONCE = 100;

/**
 * Returns a page of several lists as one, newest first. A page ends with the object that fills it, so it may hold some papers
 * more than `limit`.
 */
export async function mergePapers(
  sources: readonly Source[],
  places: Places,
  { limit, created }: Pick<PapersWanted, "limit" | "created">,
): Promise<Merged> {
  const used = new Map(Object.entries(places));
  const readings = sources.map((source): Reading => {
    return { source, read: [], hasMore: true, last: used.get(source.name) };
  });
  const wanted = { limit: Math.min(AT_ONCE, limit + 1), created };
  const papers: Paper[] = [];
  for (;;) {
    // oxlint-disable-next-line eslint/no-await-in-loop
    await Promise.all(readings.map((reading) => fill(reading, wanted, used)));
    const [newest] = readings
      .filter(({ read }) => read.length > 0)
      .toSorted((one, other) => (other.read[0]?.created ?? 0) - (one.read[0]?.created ?? 0));
    const found = newest?.read[0];
    if (!newest || !found) return { papers, next: null };
    if (papers.length >= limit) return { papers, next: Object.fromEntries(used) };
    newest.read.shift();
    papers.push(...found.papers);
    used.set(newest.source.name, found.id);
  }
}
