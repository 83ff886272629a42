import type { RefObject } from "react";
import { words } from "#words/proof";
import { SubmitDialog } from "../forms/submit-dialog.tsx";
import { type Proof, useSubmit } from "../forms/use-submit.ts";
import { SubmitProof } from "./proof-field.tsx";

interface ProofDialogProps {
  /** Why it is asked for. */
  text: string;
  /** See `useSubmit`. */
  waitsFor: string;
  unheard?: string;
  /** Runs the action with the password, or without it after a proof by passkey. */
  act: (proof: Proof, signal: AbortSignal) => Promise<void>;
  returnTo?: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks for the own password or a passkey before an action. */
export function ProofDialog({ act, text, waitsFor, unheard, ...frame }: ProofDialogProps) {
  const acting = useSubmit(
    async (_, signal, proof) => {
      await act(proof, signal);
      frame.onClose();
    },
    waitsFor,
    { proof: "always", ...(unheard !== undefined && { unheard }) },
  );
  return (
    <SubmitDialog
      sending={acting}
      title={words.title}
      description={text}
      submit={words.confirm}
      proof={<SubmitProof sending={acting} />}
      {...frame}
    />
  );
}
