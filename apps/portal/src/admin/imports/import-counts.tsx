import type { ImportCounts } from "@foyer/contract/staff-imports";
import { Cell, Table } from "@foyer/ui/table";
import { words } from "#words/admin-imports";

const types = ["account", "license", "seat", "license_key", "upgrade", "subscription", "activation"] as const;

/** Returns the number of lines of one type; a file without devices has no count of them. */
function countOf(counts: ImportCounts, type: (typeof types)[number]): number {
  return counts[type] ?? 0;
}

/** Returns the number of lines of all types. */
export function linesIn(counts: ImportCounts | null): number {
  return counts === null ? 0 : types.reduce((sum, type) => sum + countOf(counts, type), 0);
}

interface ImportCountsProps {
  caption: string;
  made: ImportCounts;
  there: ImportCounts;
  /** Number of saved cards. */
  cards: number;
}

/** How many lines of each type are created, and how many exist already; types without lines are left out. */
export function ImportCountsTable({ caption, made, there, cards }: ImportCountsProps) {
  return (
    <Table dense caption={caption} head={[words.what, words.made, words.there]}>
      {types
        .filter((type) => countOf(made, type) + countOf(there, type) > 0)
        .map((type) => (
          <tr key={type}>
            <Cell label={words.what}>{words.types[type]}</Cell>
            <Cell label={words.made}>{words.number(countOf(made, type))}</Cell>
            <Cell label={words.there}>{words.number(countOf(there, type))}</Cell>
          </tr>
        ))}
      {cards > 0 && (
        <tr>
          <Cell label={words.what}>{words.cards}</Cell>
          <Cell label={words.made}>{words.number(cards)}</Cell>
          <Cell label={words.there}>–</Cell>
        </tr>
      )}
    </Table>
  );
}
