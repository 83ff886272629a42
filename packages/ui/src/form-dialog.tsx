import { type FormEvent, type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { Dialog, type DialogFrame } from "./dialog.tsx";
import { useFaultFocus } from "./fault-focus.ts";
import styles from "./form-dialog.module.css";

interface FormDialogProps extends DialogFrame {
  /** The consequences of confirming, above the fields. */
  description?: ReactNode;
  /** Label of the confirming button; null if nothing can be confirmed. */
  submit: string | null;
  /** Label of the button before it; null if the dialog cannot be canceled. */
  cancel: string | null;
  /** The action cannot be reverted, or ends something: shows an alert dialog with a danger button. */
  danger?: boolean;
  /** True while the action runs: the dialog stays open and accepts no input. */
  busy?: boolean;
  /** Shown while the action runs and takes long; its button stops the waiting. */
  waiting?: { text: string; stop: string; onStop: () => void } | undefined;
  /** False while required input is missing. */
  ready?: boolean;
  /** Why it is not ready; beside the confirming button, which it describes. */
  missing?: string | null;
  /** Why the last attempt failed, if no field shows it; at the top of the dialog. */
  refusal?: ReactNode;
  /** Asks for the password or a passkey again, below the fields. */
  proof?: ReactNode;
  onSubmit: () => void;
  /** For a cancel button that does something other than close, such as going back one step. */
  onCancel?: (() => void) | undefined;
  onClose: () => void;
  children?: ReactNode;
}

/**
 * Asks before an action: its consequences, its fields, a confirming button and a canceling one. Escape closes the
 * dialog unless the action is running. After a refused attempt, the focus moves to the error.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, wide, returnTo, description, submit, cancel, refusal, proof, onSubmit, onClose, children } = props;
  const { danger = false, busy = false, ready = true, missing = null, onCancel = onClose } = props;
  const waiting = busy ? props.waiting : undefined;
  const id = useId();
  const noteTry = useFaultFocus(busy);

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (submit === null || busy || !ready) return;
    noteTry(event.currentTarget);
    onSubmit();
  }

  return (
    <Dialog
      title={title}
      role={danger ? "alertdialog" : "dialog"}
      wide={wide ?? false}
      returnTo={returnTo}
      onClose={busy ? undefined : onClose}
      actions={
        <>
          {missing !== null && !ready && (
            <p id={`${id}-missing`} className={styles.missing} aria-live="polite">
              {missing}
            </p>
          )}
          {waiting && <Button onClick={waiting.onStop}>{waiting.stop}</Button>}
          {cancel !== null && !waiting && (
            <Button disabled={busy} onClick={onCancel}>
              {cancel}
            </Button>
          )}
          {submit !== null && (
            <Button
              type="submit"
              form={id}
              look={danger ? "danger" : "primary"}
              busy={busy}
              disabled={!ready}
              aria-describedby={missing !== null && !ready ? `${id}-missing` : undefined}
            >
              {submit}
            </Button>
          )}
        </>
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={submitted}>
        <div tabIndex={-1} data-refusal="" className={styles.refusal}>
          {refusal}
        </div>
        {typeof description === "string" ? <p>{description}</p> : description}
        {children}
        {proof}
        <p role="status" className={styles.status}>
          {waiting?.text}
        </p>
      </form>
    </Dialog>
  );
}
