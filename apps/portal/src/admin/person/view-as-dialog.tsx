import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextArea } from "@foyer/ui/field";
import { useId, useState } from "react";
import { words } from "#words/admin-repairs";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import { beginView } from "../../shared/viewing.ts";
import styles from "../admin.module.css";

/** Asks why before somebody's portal is looked at; the view is recorded as an act. */
export function ViewAsDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const form = useId();
  const [reason, setReason] = useState("");
  const opening = useSubmit<void>(async () => {
    const { token } = await call(api, "staffViewAs", { params: { username }, body: { reason } });
    beginView({ accessToken: token.access_token, username, endsAt: Date.now() + token.expires_in * 1000 });
  });
  return (
    <Dialog
      title={words.viewAs(username)}
      onClose={opening.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={opening.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form={form} look="primary" busy={opening.busy} disabled={reason.trim() === ""}>
            {words.startViewing}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.repair}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== "") opening.submit();
        }}
      >
        <p>{words.viewAsText}</p>
        <TextArea
          label={words.reason}
          hint={words.reasonHint}
          rows={2}
          maxLength={1000}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FailureNotice failure={opening.failure} />
      </form>
    </Dialog>
  );
}
