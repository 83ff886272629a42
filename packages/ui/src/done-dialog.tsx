import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Dialog, type DialogFrame } from "./dialog.tsx";

interface DoneDialogProps extends DialogFrame {
  /** What the only button says. */
  button: string;
  /** What it shows is not seen again: Escape does not close it. */
  onlyOnce?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Tells what has happened, or why something cannot be. There is nothing to decide. */
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
