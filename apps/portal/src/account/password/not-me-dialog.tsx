import { call } from "@foyer/api-client/client";
import type { AccountEvent } from "@foyer/contract/account-events";
import { FormDialog } from "@foyer/ui/form-dialog";
import { words } from "#words/account-events";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { NotMeEnds } from "../../shared/forms/not-me-ends.tsx";
import { forgetSession } from "../../shared/session/session.ts";
import { unsentSentence, useSending } from "../../shared/forms/use-sending.ts";
import { momentOf } from "../../shared/screens/moment.ts";
import { eventSentence } from "./event-sentence.ts";

/** Asks for confirmation before all access ends because of an event that the owner did not cause. */
export function NotMeDialog({ event, onClose }: { event: AccountEvent; onClose: () => void }) {
  const disowning = useSending<void>(async (_, signal) => {
    const { mailed_to: address } = await call(api, "disownEvent", { params: { event: event.id }, signal });
    forgetSession({ kind: "info", text: words.done(address) });
  }, sending.disowning);
  return (
    <FormDialog
      title={words.confirmTitle}
      submit={words.confirm}
      cancel={words.keep}
      danger
      busy={disowning.busy}
      waiting={disowning.waiting}
      refusal={<FailureNotice failure={disowning.failure} sentence={unsentSentence(disowning.failure)} />}
      onSubmit={disowning.submit}
      onClose={onClose}
    >
      <p>
        <strong>{eventSentence(event)}</strong> {momentOf(event.at)}
      </p>
      <NotMeEnds />
    </FormDialog>
  );
}
