import { ErrorState } from "@foyer/ui/placeholders";
import { words as common } from "#words/common";
import { requestOf, sentenceOf } from "../shared/failures/failure-sentence.ts";
import { Screen } from "../shared/screens/screen.tsx";

interface FailedLookProps {
  title: string;
  failure: unknown;
  onRetry: () => void;
}

/** A page whose first question failed. */
export function FailedLook({ title, failure, onRetry }: FailedLookProps) {
  return (
    <Screen title={title} width="text">
      <ErrorState title={title} request={requestOf(failure)} retry={{ label: common.tryAgain, onRetry }}>
        {sentenceOf(failure)}
      </ErrorState>
    </Screen>
  );
}
