import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { PasswordField } from "@foyer/ui/field";
import { type FormEvent, type ReactNode, useState } from "react";
import { words } from "#words/apps";
import { words as proof } from "#words/proof";
import { api } from "../shared/requests/api.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { formClass, Panel } from "../shared/screens/panel.tsx";
import { PasskeyProof } from "../shared/passkeys/passkey-proof.tsx";
import { useReveal } from "../shared/forms/use-reveal.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";

interface ProofFormProps {
  app: string;
  onProved: () => void;
  /** Who is to prove it. */
  children: ReactNode;
}

/** The password once more, or a passkey, for an app that wants to be sure (OIDC-07). */
export function ProofForm({ app, onProved, children }: ProofFormProps) {
  const [password, setPassword] = useState("");
  const reveal = useReveal();
  const proving = useSubmit(async () => {
    await call(api, "provePassword", { body: { password } });
    onProved();
  });
  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    proving.submit();
  }
  return (
    <Panel>
      <p>{words.proofHelp(app)}</p>
      <FailureNotice failure={proving.failure} />
      <form className={formClass} onSubmit={submitted} noValidate>
        <PasswordField
          label={proof.password}
          autoComplete="current-password"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what the page asks for
          autoFocus
          value={password}
          reveal={reveal}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" look="primary" wide busy={proving.busy} disabled={password === ""}>
          {words.confirm}
        </Button>
      </form>
      <PasskeyProof disabled={proving.busy} onProved={onProved} />
      {children}
    </Panel>
  );
}
