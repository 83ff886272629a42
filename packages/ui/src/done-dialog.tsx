import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, type DialogFrame } from "./dialog.tsx";

interface DoneDialogProps extends DialogFrame {
  /** Label of the only button. */
  button: string;
  /** The content cannot be shown again, so Escape does not close the dialog. */
  onlyOnce?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Reports a result, or why something is impossible. Asks for no decision. */
export function DoneDialog({ button, onlyOnce = false, onClose, children, ...frame }: DoneDialogProps) {
  return (
    <Dialog
      {...frame}
      onClose={onlyOnce ? undefined : onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {button}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
