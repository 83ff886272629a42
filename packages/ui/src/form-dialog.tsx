import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog, type DialogFrame } from "./dialog.tsx";
import styles from "./form-dialog.module.css";

interface FormDialogProps extends DialogFrame {
  /** What follows from agreeing, before the fields. */
  description?: ReactNode;
  /** What the last button says; null while there is nothing to agree to. */
  submit: string | null;
  /** What the button before it says; null where there is no way back. */
  cancel: string | null;
  /** It cannot be taken back, or ends something: an alert, whose last button looks so. */
  danger?: boolean;
  /** At work: until it has ended the dialog stays, and takes nothing else. */
  busy?: boolean;
  /** False while something is missing. */
  ready?: boolean;
  /** Why the last try came to nothing, where no field says so: above everything else. */
  refusal?: ReactNode;
  /** Asks once more who it is, below the fields. */
  proof?: ReactNode;
  onSubmit: () => void;
  /** For a button that does something else than close, such as going a step back. */
  onCancel?: (() => void) | undefined;
  onClose: () => void;
  children?: ReactNode;
}

/**
 * Asks before something is done: what follows from it, its fields, a button that agrees and one that does not. Escape
 * closes it while nothing is under way. A try that was refused leads the focus to what is wrong.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, wide, returnTo, description, submit, cancel, refusal, proof, onSubmit, onClose, children } = props;
  const { danger = false, busy = false, ready = true, onCancel = onClose } = props;
  const id = useId();
  const [tries, setTries] = useState(0);
  const form = useFaultFocus(tries, busy);

  function submitted(event: FormEvent) {
    event.preventDefault();
    if (submit === null || busy || !ready) return;
    setTries(tries + 1);
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
          {cancel !== null && (
            <Button disabled={busy} onClick={onCancel}>
              {cancel}
            </Button>
          )}
          {submit !== null && (
            <Button type="submit" form={id} look={danger ? "danger" : "primary"} busy={busy} disabled={!ready}>
              {submit}
            </Button>
          )}
        </>
      }
    >
      <form ref={form} id={id} className={styles.form} noValidate onSubmit={submitted}>
        <div tabIndex={-1} data-refusal="" className={styles.refusal}>
          {refusal}
        </div>
        {typeof description === "string" ? <p>{description}</p> : description}
        {children}
        {proof}
      </form>
    </Dialog>
  );
}

/** After a try that came to nothing: leads to the first field that is wrong, else to why. */
function useFaultFocus(tries: number, busy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries === 0 || busy) return;
    const fault = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-refusal]:not(:empty)");
    fault?.focus({ preventScroll: true });
    // In the middle it is not below the buttons, which stay in view.
    fault?.scrollIntoView({ block: "center" });
  }, [tries, busy]);
  return form;
}
