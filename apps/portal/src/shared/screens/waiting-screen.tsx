import { Progress } from "@foyer/ui/spinner";
import { VisuallyHidden } from "@foyer/ui/visually-hidden";
import { words } from "#words/common";
import { Screen } from "./screen.tsx";

interface WaitingScreenProps {
  /** Title of the page that is loading, if it is already known. */
  title?: string;
  /** Names the loading content. */
  label?: string;
}

/** A page that is loading. Like every page, it has a heading, which takes the focus and passes it on. */
export function WaitingScreen({ title, label = words.loading }: WaitingScreenProps) {
  return (
    <Screen title={title ?? label} heading={title ?? <VisuallyHidden>{label}</VisuallyHidden>}>
      <Progress label={label} />
    </Screen>
  );
}
