import { type ReactNode, useState } from "react";
import { ProofField } from "./proof-field.tsx";
import { unsentSentence, useSending } from "../forms/use-sending.ts";
import { isWrongPassword, wantsProof } from "./wants-proof.ts";

/** Fields to send with an action: the password if it was asked for; none after a proof by passkey. */
interface Proof {
  readonly password?: string;
}

interface ProvedSubmitOptions {
  /** A sentence that says what is waited for. */
  waitsFor: string;
  /** What to do when no answer arrives, if it is not to look at the page. */
  unheard?: string;
  /** False while the action's own input is missing. */
  ready?: boolean;
  /** The service is known to require a proof. */
  asked?: boolean;
  /** Label and hint of the password field, if they differ from the usual ones. */
  field?: { readonly label: string; readonly hint: string };
}

/**
 * Sends an action to a service that may require a proof: then it asks for the password or a passkey, and sends it
 * with the next attempt. The result fits a `FormDialog`.
 */
export function useProvedSubmit(
  act: (proof: Proof, signal: AbortSignal) => Promise<void>,
  options: ProvedSubmitOptions,
) {
  const { waitsFor, unheard, ready = true, asked = false, field } = options;
  const [password, setPassword] = useState("");
  const [isAsked, setAsked] = useState(asked);
  const [isProved, setProved] = useState(false);
  const submission = useSending(
    async (byPasskey: boolean, signal) => {
      try {
        await act(isAsked && !isProved && !byPasskey ? { password } : {}, signal);
      } catch (error) {
        if (!wantsProof(error)) throw error;
        setPassword("");
        setProved(false);
        setAsked(true);
      }
    },
    waitsFor,
    unheard,
  );
  const { busy, failure, waiting } = submission;
  const proof: ReactNode = isAsked && (
    <ProofField
      {...field}
      value={password}
      failure={failure}
      disabled={busy || !ready}
      onChange={setPassword}
      onProved={() => {
        setProved(true);
        submission.submit(true);
      }}
    />
  );
  return {
    busy,
    /** The last failure, except for a wrong password, which the proof's field shows. */
    failure: isWrongPassword(failure) ? null : failure,
    /** The sentence of a failure without a service's answer. */
    unsent: unsentSentence(failure),
    waiting,
    ready: ready && (!isAsked || isProved || password !== ""),
    proof,
    submit: () => submission.submit(false),
  };
}
