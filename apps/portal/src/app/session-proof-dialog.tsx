import { call } from "@foyer/api-client/client";
import { words } from "#words/proof";
import { words as sending } from "#words/sending";
import { api } from "../shared/requests/api.ts";
import { ProofDialog } from "../shared/proof/proof-dialog.tsx";

/** Asks for the proof that a session opened by an app needs before its first change. */
export function SessionProofDialog({ end }: { end: (isProved: boolean) => void }) {
  async function prove({ password }: { readonly password?: string }, signal: AbortSignal) {
    // After a passkey, nothing is left to send.
    if (password !== undefined) await call(api, "provePassword", { body: { password }, signal });
    end(true);
  }
  return <ProofDialog text={words.session} waitsFor={sending.proof} act={prove} onClose={() => end(false)} />;
}
