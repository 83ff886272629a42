import type { ReactNode } from "react";
import { SubmitDialog } from "../shared/forms/submit-dialog.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { ReasonField } from "./act-fields.tsx";
import { useKept } from "../shared/forms/use-kept.ts";

interface ReasonDialogProps {
  title: string;
  /** What follows from it. */
  text: string;
  /** What the last button says. */
  agree: string;
  act: (reason: string) => Promise<void>;
  /** False while a field of its own is missing or wrong. */
  ready?: boolean;
  onClose: () => void;
  /** Fields of its own. */
  children?: ReactNode;
}

/** Asks why before staff do something that needs no preview. */
export function ReasonDialog({ title, text, agree, act, ready = true, onClose, children }: ReasonDialogProps) {
  const [reason, setReason] = useKept("reason", "");
  const acting = useSubmit(() => act(reason));
  return (
    <SubmitDialog
      sending={acting}
      title={title}
      description={text}
      submit={agree}
      ready={ready && reason.trim() !== ""}
      onClose={onClose}
    >
      {children}
      <ReasonField value={reason} onChange={setReason} />
    </SubmitDialog>
  );
}
