import { call } from "@foyer/api-client/client";
import type { MachineTask } from "@foyer/contract/staff-wire";
import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { TextArea } from "@foyer/ui/field";
import { announce } from "@foyer/ui/live-region";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { words } from "#words/admin-machine-room";
import { words as repairs } from "#words/admin-repairs";
import { api } from "../../shared/api.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useSubmit } from "../../shared/use-submit.ts";
import styles from "../admin.module.css";
import { adminKey } from "../queries.ts";

interface RetryDialogProps {
  task: Pick<MachineTask, "id" | "title">;
  /** Where it is no other try: what the dialog says instead. */
  title?: string;
  text?: string;
  agree?: string;
  service: "accounts" | "purchase";
  onClose: () => void;
}

/** Asks why before failed work is tried again; like every act of staff it is recorded. */
export function RetryDialog({
  task,
  title = words.retryTitle,
  text = words.retryText(task.title),
  agree = words.retry,
  service,
  onClose,
}: RetryDialogProps) {
  const form = useId();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const retrying = useSubmit<void>(async () => {
    const name = service === "accounts" ? "staffRetryTask" : "staffRetryBillingTask";
    await call(api, name, { params: { id: task.id }, body: { reason } });
    await client.invalidateQueries({ queryKey: adminKey });
    announce(words.retried(task.title));
    onClose();
  });
  return (
    <Dialog
      title={title}
      onClose={retrying.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={retrying.busy} onClick={onClose}>
            {repairs.cancel}
          </Button>
          <Button type="submit" form={form} look="primary" busy={retrying.busy} disabled={reason.trim() === ""}>
            {agree}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.repair}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== "") retrying.submit();
        }}
      >
        <p>{text}</p>
        <TextArea
          label={repairs.reason}
          hint={repairs.reasonHint}
          rows={2}
          maxLength={1000}
          required
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <FailureNotice failure={retrying.failure} />
      </form>
    </Dialog>
  );
}
