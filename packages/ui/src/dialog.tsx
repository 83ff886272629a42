import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useId, useLayoutEffect, useRef } from "react";
import { classNames } from "./class-names.ts";
import styles from "./dialog.module.css";

/** What every dialog of ours takes. */
export interface DialogFrame {
  title: string;
  wide?: boolean;
  /** Gets the focus when the dialog is gone, if what opened it is gone too or can no longer be pressed. */
  returnTo?: RefObject<HTMLElement | null> | undefined;
}

interface DialogProps extends DialogFrame {
  /** `alertdialog` where the person has to decide about something that cannot be taken back. */
  role?: "dialog" | "alertdialog";
  /** Asked to close by Escape; the parent takes the dialog away. Leave it out while work must not be left. */
  onClose?: (() => void) | undefined;
  /** The buttons, the one that agrees last. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. The page behind is out of reach; focus goes in, and back
 * to where it was when the dialog goes. `FormDialog` and `DoneDialog` are what screens are made of.
 */
export function Dialog({ title, role = "dialog", wide = false, returnTo, onClose, actions, children }: DialogProps) {
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element>(null);

  // Before the next paint: where one dialog follows another, the page between them is not seen.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return undefined;
    opener.current = document.activeElement;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  // When all of the page is as it will be without the dialog: only then is it known what has gone with it.
  useEffect(() => () => giveFocusBack(opener.current, returnTo?.current ?? null), [returnTo]);

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

function giveFocusBack(opener: Element | null, instead: HTMLElement | null) {
  // Another dialog has followed, which has the focus.
  if (document.querySelector("dialog:modal")) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && !opener.matches(":disabled");
  const target = isThere && opener !== document.body ? opener : instead;
  target?.focus({ preventScroll: true });
}
