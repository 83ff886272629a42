import { Button } from "@foyer/ui/button";
import { Dialog } from "@foyer/ui/dialog";
import { useId, useState } from "react";
import { words } from "#words/admin-repairs";
import { FailureNotice } from "../shared/failure-notice.tsx";
import { useSubmit } from "../shared/use-submit.ts";
import { ReasonField } from "./act-fields.tsx";
import styles from "./admin.module.css";

interface ReasonDialogProps {
  title: string;
  /** What follows from it. */
  text: string;
  /** What the last button says. */
  agree: string;
  act: (reason: string) => Promise<void>;
  onClose: () => void;
}

/** Asks why before staff do something that needs no preview. */
export function ReasonDialog({ title, text, agree, act, onClose }: ReasonDialogProps) {
  const form = useId();
  const [reason, setReason] = useState("");
  const acting = useSubmit<void>(() => act(reason));
  const isReady = reason.trim() !== "";
  return (
    <Dialog
      title={title}
      onClose={acting.busy ? undefined : onClose}
      actions={
        <>
          <Button disabled={acting.busy} onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" form={form} look="primary" busy={acting.busy} disabled={!isReady}>
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
          if (isReady) acting.submit();
        }}
      >
        <p>{text}</p>
        <ReasonField value={reason} onChange={setReason} />
        <FailureNotice failure={acting.failure} />
      </form>
    </Dialog>
  );
}
