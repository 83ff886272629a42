import { FormDialog } from "@foyer/ui/form-dialog";
import type { ComponentProps } from "react";
import { words } from "#words/common";
import { FailureNotice } from "../screens/failure-notice.tsx";
import type { Submission } from "./use-submit.ts";

interface SubmitDialogProps extends Partial<ComponentProps<typeof FormDialog>> {
  sending: Submission<void>;
  title: string;
  submit: string | null;
  onClose: () => void;
}

/** A `FormDialog` for one request: shows that it runs, what is waited for, and why it failed. */
export function SubmitDialog({ sending, ready = true, ...dialog }: SubmitDialogProps) {
  return (
    <FormDialog
      cancel={words.cancel}
      busy={sending.busy}
      waiting={sending.waiting}
      ready={ready && sending.ready}
      refusal={<FailureNotice failure={sending.failure} />}
      onSubmit={sending.submit}
      {...dialog}
    />
  );
}
