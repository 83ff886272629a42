import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from "react";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";

interface DialogProps {
  title: string;
  /** `alertdialog` where the person has to decide about something that cannot be taken back. */
  role?: "dialog" | "alertdialog";
  wide?: boolean;
  /** Asked to close by Escape; the parent takes the dialog away. Leave it out while work must not be left. */
  onClose?: (() => void) | undefined;
  /** The buttons, the one that agrees last. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. The page behind is out of reach; focus goes in, and back
 * to where it was when the dialog goes.
 */
export function Dialog({ title, role = "dialog", wide = false, onClose, actions, children }: DialogProps) {
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  function canceled(event: SyntheticEvent) {
    // The parent decides; the browser must not close what React still renders.
    event.preventDefault();
    onClose?.();
  }

  return (
    <dialog
      ref={element}
      role={role}
      className={classNames(styles.dialog, wide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={canceled}
    >
      <div className={styles.body}>
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </dialog>
  );
}
