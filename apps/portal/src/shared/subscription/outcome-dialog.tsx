import { buttonClass } from "@foyer/ui/button";
import { DoneDialog } from "@foyer/ui/done-dialog";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { words } from "#words/subscription";
import { Actions } from "../screens/panel.tsx";
import type { Outcome } from "./use-open-flow.ts";

/** The URL fragment of the invite box. */
export const inviteId = "invite";

interface OutcomeDialogProps {
  outcome: Outcome;
  /** Gets the focus if the element that opened the change is gone. */
  returnTo?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}

/** Shows that a change is in force, the document of its payment, and the next step (LOOK-07). */
export function OutcomeDialog({ outcome, returnTo, onClose }: OutcomeDialogProps) {
  const { title, text, receipt, mayInvite } = outcome;

  function goToInvite() {
    // The dialog moves the focus when it closes; only after that can the invite box get it.
    flushSync(onClose);
    const place = document.getElementById(inviteId);
    place?.scrollIntoView({ block: "start" });
    place?.querySelector("textarea")?.focus({ preventScroll: true });
  }

  return (
    <DoneDialog title={title} button={words.done} returnTo={returnTo} onClose={onClose}>
      <p>{text}</p>
      {(receipt !== null || mayInvite) && (
        <Actions>
          {receipt !== null && (
            <a href={receipt} className={buttonClass({ small: true })} target="_blank" rel="noreferrer">
              {words.receipt}
            </a>
          )}
          {mayInvite && (
            <a
              href={`#${inviteId}`}
              className={buttonClass({ small: true })}
              onClick={(event) => {
                event.preventDefault();
                goToInvite();
              }}
            >
              {words.invitePeople}
            </a>
          )}
        </Actions>
      )}
    </DoneDialog>
  );
}
