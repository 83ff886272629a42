import { FormDialog } from "@foyer/ui/form-dialog";
import type { RefObject } from "react";
import { words } from "#words/proof";
import { FailureNotice } from "../screens/failure-notice.tsx";
import { useProvedSubmit } from "./use-proved-submit.tsx";

interface ProofDialogProps {
  /** Why it is asked for. */
  text: string;
  /** What is waited for, and what to do when no answer arrives. */
  waitsFor: string;
  unheard?: string;
  /** Runs the action with the password, or without it after a proof by passkey. */
  act: (proof: { readonly password?: string }, signal: AbortSignal) => Promise<void>;
  returnTo?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks for the own password or a passkey before an action. */
export function ProofDialog({ act, text, waitsFor, unheard, ...frame }: ProofDialogProps) {
  const acting = useProvedSubmit(
    async (proof, signal) => {
      await act(proof, signal);
      frame.onClose();
    },
    { waitsFor, asked: true, ...(unheard === undefined ? {} : { unheard }) },
  );
  return (
    <FormDialog
      title={words.title}
      description={text}
      submit={words.confirm}
      cancel={words.cancel}
      busy={acting.busy}
      waiting={acting.waiting}
      ready={acting.ready}
      refusal={<FailureNotice failure={acting.failure} sentence={acting.unsent} />}
      proof={acting.proof}
      onSubmit={acting.submit}
      {...frame}
    />
  );
}
