import { Notice } from "@foyer/ui/notice";
import { isRefusal } from "../failures/refusal-of.ts";
import { requestOf, sentenceOf } from "../failures/failure-sentence.ts";
import { mutedClass } from "./panel.tsx";

interface FailureNoticeProps {
  /** Null shows nothing. */
  failure: unknown;
  /** The sentence to show instead of the service's own. */
  sentence?: string | null;
}

/** Shows why the last action failed, and the request's id if that may help; a refusal needs none. */
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
