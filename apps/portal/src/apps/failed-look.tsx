import { LoadFailure } from "../shared/screens/loaded.tsx";
import { Screen } from "../shared/screens/screen.tsx";

interface FailedLookProps {
  title: string;
  failure: unknown;
  onRetry: () => void;
}

/** A page whose first read failed. */
export function FailedLook(props: FailedLookProps) {
  return (
    <Screen title={props.title} width="text">
      <LoadFailure {...props} />
    </Screen>
  );
}
