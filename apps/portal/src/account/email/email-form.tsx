import { call } from "@foyer/api-client/client";
import { mayBeAddress } from "@foyer/domain/addresses";
import { Button } from "@foyer/ui/button";
import { PasswordField, TextField } from "@foyer/ui/field";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { api } from "../../shared/api.ts";
import { codeOf } from "../../shared/failure-code.ts";
import { FailureNotice } from "../../shared/failure-notice.tsx";
import { sentenceOf } from "../../shared/failure-sentence.ts";
import { Actions, formClass } from "../../shared/panel.tsx";
import { PasskeyProof } from "../../shared/passkeys/passkey-proof.tsx";
import { userQuery } from "../../shared/queries.ts";
import { useReveal } from "../../shared/use-reveal.ts";
import { useSubmit } from "../../shared/use-submit.ts";
import { wantsProof } from "../../shared/wants-proof.ts";

const WRONG_PASSWORD = 3022;
/** EMAIL-02: for these the service's own sentence is shown. */
const SPOKEN = new Set<number | string | null>([11010, 3019, 3020, 4000]);

interface EmailFormProps {
  onSaved: (address: string) => void;
  onCancel: () => void;
}

/** Asks for a new address; and for the password, where the service wants to be sure who asks. */
export function EmailForm({ onSaved, onCancel }: EmailFormProps) {
  const queries = useQueryClient();
  const [address, setAddress] = useState("");
  const [password, setPassword] = useState("");
  const [asksForPassword, setAsksForPassword] = useState(false);
  const reveal = useReveal();
  const saving = useSubmit(async (isProved: boolean) => {
    const wanted = address.trim();
    const body = { new_email_address: wanted, ...(asksForPassword && !isProved && { password }) };
    try {
      const { userinfo } = await call(api, "changeEmail", { body });
      queries.setQueryData(userQuery.queryKey, userinfo);
      onSaved(wanted);
    } catch (error) {
      if (!wantsProof(error)) throw error;
      setAsksForPassword(true);
    }
  });
  const code = codeOf(saving.failure);
  const isAboutPassword = code === WRONG_PASSWORD;
  return (
    <form
      className={formClass}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.submit(false);
      }}
    >
      {!SPOKEN.has(code) && !isAboutPassword && <FailureNotice failure={saving.failure} sentence={words.emailFailed} />}
      <TextField
        label={words.email}
        hint={words.emailHelp}
        error={SPOKEN.has(code) ? sentenceOf(saving.failure) : null}
        type="email"
        autoComplete="email"
        // Edit was pressed to type here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      {asksForPassword && (
        <>
          <PasswordField
            label={words.currentPassword}
            hint={words.currentPasswordHelp}
            error={isAboutPassword ? sentenceOf(saving.failure) : null}
            autoComplete="current-password"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is what is asked for next
            autoFocus
            value={password}
            reveal={reveal}
            onChange={(event) => setPassword(event.target.value)}
          />
          <PasskeyProof disabled={!mayBeAddress(address)} onProved={() => saving.submit(true)} />
        </>
      )}
      <Actions>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button
          type="submit"
          look="primary"
          busy={saving.busy}
          disabled={!mayBeAddress(address) || (asksForPassword && password === "")}
        >
          {common.save}
        </Button>
      </Actions>
    </form>
  );
}
