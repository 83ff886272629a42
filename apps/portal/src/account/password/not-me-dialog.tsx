import { call } from "@foyer/api-client/client";
import type { AccountEvent } from "@foyer/contract/account-events";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { words } from "#words/account-events";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { NotMeEnds } from "../../shared/not-me-ends.tsx";
import { forgetSession } from "../../shared/session.ts";
import { useSubmit } from "../../shared/use-submit.ts";
import { eventSentence, eventTime } from "./event-sentence.ts";

/** Asks once more before everything ends because of something that somebody else did with the account. */
export function NotMeDialog({ event, onClose }: { event: AccountEvent; onClose: () => void }) {
  const disowning = useSubmit<void>(async () => {
    const { mailed_to: address } = await call(api, "disownEvent", { params: { event: event.id } });
    forgetSession({ kind: "info", text: words.done(address) });
  });
  return (
    <Dialog
      role="alertdialog"
      title={words.confirmTitle}
      onClose={disowning.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={disowning.busy} onClick={onClose}>
            {words.keep}
          </Button>
          <Button look="danger" busy={disowning.busy} onClick={() => disowning.submit()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <FailureNotice failure={disowning.failure} />
      <p>
        <strong>{eventSentence(event)}</strong> {eventTime(event.at)}
      </p>
      <NotMeEnds />
    </Dialog>
  );
}
