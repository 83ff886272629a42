import { type ReactNode, useState } from "react";
import { ProofField } from "./proof-field.tsx";
import { useSubmit } from "./use-submit.ts";
import { isWrongPassword, wantsProof } from "./wants-proof.ts";

/** What an act sends along: the password where it was asked for; nothing after a proof by passkey. */
interface Proof {
  readonly password?: string;
}

interface ProvedSubmitOptions {
  /** False while something of the act's own is missing. */
  ready?: boolean;
  /** The service is known to want it. */
  asked?: boolean;
  /** Of the password's field, where they are not the usual ones. */
  field?: { readonly label: string; readonly hint: string };
}

/**
 * Carries an act to a service that may want to know who it is: then it asks for the password or a passkey, and what it
 * gets goes along with the next try. What it gives fits a `FormDialog`.
 */
export function useProvedSubmit(act: (proof: Proof) => Promise<void>, options: ProvedSubmitOptions = {}) {
  const { ready = true, asked = false, field } = options;
  const [password, setPassword] = useState("");
  const [isAsked, setAsked] = useState(asked);
  const [isProved, setProved] = useState(false);
  const submission = useSubmit(async (byPasskey: boolean) => {
    try {
      await act(isAsked && !isProved && !byPasskey ? { password } : {});
    } catch (error) {
      if (!wantsProof(error)) throw error;
      setPassword("");
      setProved(false);
      setAsked(true);
    }
  });
  const { busy, failure } = submission;
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
    /** What the last try failed with, but for a wrong password, which the proof's own field tells. */
    failure: isWrongPassword(failure) ? null : failure,
    ready: ready && (!isAsked || isProved || password !== ""),
    proof,
    submit: () => submission.submit(false),
  };
}
