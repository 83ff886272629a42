import { call } from "@foyer/api-client/client";
import type { AccountEvent } from "@foyer/contract/account-events";
import { words } from "#words/account-events";
import { words as sending } from "#words/sending";
import { api } from "../../shared/requests/api.ts";
import { NotMeEnds } from "../../shared/forms/not-me-ends.tsx";
import { forgetSession } from "../../shared/session/session.ts";
import { SubmitDialog } from "../../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../../shared/forms/use-submit.ts";
import { momentOf } from "../../shared/screens/moment.ts";
import { eventSentence } from "./event-sentence.ts";

/** Asks for confirmation before all access ends because of an event that the owner did not cause. */
export function NotMeDialog({ event, onClose }: { event: AccountEvent; onClose: () => void }) {
  const disowning = useSubmit(async (_, signal) => {
    const { mailed_to: address } = await call(api, "disownEvent", { params: { event: event.id }, signal });
    forgetSession({ kind: "info", text: words.done(address) });
  }, sending.disowning);
  return (
    <SubmitDialog
      sending={disowning}
      title={words.confirmTitle}
      submit={words.confirm}
      cancel={words.keep}
      danger
      onClose={onClose}
    >
      <p>
        <strong>{eventSentence(event)}</strong> {momentOf(event.at)}
      </p>
      <NotMeEnds />
    </SubmitDialog>
  );
}
