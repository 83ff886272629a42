import { FormDialog } from "@foyer/ui/form-dialog";
import type { RefObject } from "react";
import { words } from "#words/team";
import { words as sending } from "#words/sending";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { useProvedSubmit } from "../../shared/use-proved-submit.tsx";

interface ProofDialogProps {
  /** Runs the action with the password, or without it after a proof by passkey. */
  act: (proof: { readonly password?: string }, signal: AbortSignal) => Promise<void>;
  returnTo: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks for the own password before the managers change, unless it was proved recently. */
export function ProofDialog({ act, ...frame }: ProofDialogProps) {
  const acting = useProvedSubmit(
    async (proof, signal) => {
      await act(proof, signal);
      frame.onClose();
    },
    { waitsFor: sending.managers, unheard: sending.unheardSafe, asked: true },
  );
  return (
    <FormDialog
      title={words.proofTitle}
      description={words.proofText}
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
