import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import { returnFocus } from "./return-focus.ts";
import styles from "./dialog.module.css";

/** Common properties of all dialogs. */
export interface DialogFrame {
  title: string;
  wide?: boolean;
  /** Gets the focus after the dialog closes, if the element that opened it is gone or disabled, or becomes so. */
  returnTo?: RefObject<HTMLElement | null> | undefined;
}

interface DialogProps extends DialogFrame {
  /** `alertdialog` if the person decides about something that cannot be reverted. */
  role?: "dialog" | "alertdialog";
  /** Called on Escape; the parent removes the dialog. Omit it while the dialog must stay open. */
  onClose?: (() => void) | undefined;
  /** The buttons; the confirming one is last. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. The page behind it is inert. The focus moves into the dialog, and
 * back to its previous place when the dialog closes. Screens use `FormDialog` and `DoneDialog`.
 */
export function Dialog({ title, role = "dialog", wide = false, returnTo, onClose, actions, children }: DialogProps) {
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);

  // Runs before the next paint, so that the page is not visible between two consecutive dialogs.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return undefined;
    opener.current = document.activeElement;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  // Runs after the page has rendered without the dialog, because only then is it known which elements are gone.
  useEffect(() => () => returnFocus(opener.current, returnTo), [returnTo]);

  function canceled(event: SyntheticEvent) {
    // The parent decides; the browser must not close a dialog that React still renders.
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
