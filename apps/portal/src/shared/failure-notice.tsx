import { Notice } from "@foyer/ui/notice";
import { isRefusal } from "./failure-code.ts";
import { requestOf, sentenceOf } from "./failure-sentence.ts";
import { mutedClass } from "./panel.tsx";

interface FailureNoticeProps {
  /** Null shows nothing. */
  failure: unknown;
  /** The sentence for it, where it is not the service's own. */
  sentence?: string | null;
}

/** What went wrong with what was just tried; and the request's id where that may help, as a refusal explains itself. */
export function FailureNotice({ failure, sentence }: FailureNoticeProps) {
  if (failure === null) return null;
  const request = isRefusal(failure) ? null : requestOf(failure);
  return (
    <Notice kind="danger" answers>
      <p>{sentence ?? sentenceOf(failure)}</p>
      {request && <p className={mutedClass}>{request}</p>}
    </Notice>
  );
}
