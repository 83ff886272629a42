import { Notice } from "@foyer/ui/notice";
import { requestOf, sentenceOf } from "./failure-sentence.ts";
import { mutedClass } from "./panel.tsx";

interface FailureNoticeProps {
  /** Null shows nothing. */
  failure: unknown;
  /** The sentence for it, where it is not the service's own. */
  sentence?: string | null;
}

/** What went wrong with what was just tried, and the request's id where it may help. */
export function FailureNotice({ failure, sentence }: FailureNoticeProps) {
  if (failure === null) return null;
  const request = sentence === undefined ? null : requestOf(failure);
  return (
    <Notice kind="danger">
      <p>{sentence ?? sentenceOf(failure)}</p>
      {request && <p className={mutedClass}>{request}</p>}
    </Notice>
  );
}
