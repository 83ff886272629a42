import { EmptyState } from "@foyer/ui/placeholders";
import { words } from "#words/admin";

/** Says that nothing was found, and what can be. */
export function NothingFound({ text }: { text: string }) {
  return <EmptyState title={words.nothingFound(text)}>{words.nothingFoundHelp}</EmptyState>;
}
