import { Progress } from "@foyer/ui/spinner";
import { VisuallyHidden } from "@foyer/ui/visually-hidden";
import { words } from "#words/common";
import { Screen } from "./screen.tsx";

interface WaitingScreenProps {
  /** Of the page that is coming, where that is known already. */
  title?: string;
  /** What is waited for. */
  label?: string;
}

/** A page that is on its way. It has a heading as every page has, which takes the focus and hands it on. */
export function WaitingScreen({ title, label = words.loading }: WaitingScreenProps) {
  return (
    <Screen title={title ?? label} heading={title ?? <VisuallyHidden>{label}</VisuallyHidden>}>
      <Progress label={label} />
    </Screen>
  );
}
