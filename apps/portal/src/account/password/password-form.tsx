import { call } from "@foyer/api-client/client";
import { ApiError } from "@foyer/api-client/errors";
import { Button } from "@foyer/ui/button";
import { PasswordField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { words } from "#words/account";
import { words as common } from "#words/common";
import { words as passkeys } from "#words/passkeys";
import { words as sending } from "#words/sending";
import { Form } from "../../shared/forms/form.tsx";
import { Actions } from "../../shared/screens/panel.tsx";
import { api } from "../../shared/requests/api.ts";
import { FailureNotice } from "../../shared/screens/failure-notice.tsx";
import { faultOfField, sentenceOf, ShownError } from "../../shared/failures/failure-sentence.ts";
import { PasskeyProof } from "../../shared/passkeys/passkey-proof.tsx";
import { AccountNameOf, NewPasswordField } from "../../shared/password-strength/new-password-field.tsx";
import { userQuery } from "../../shared/requests/queries.ts";
import { useReveal } from "../../shared/forms/use-reveal.ts";
import { type Submission, useSubmit } from "../../shared/forms/use-submit.ts";
import { WaitingLine } from "../../shared/forms/waiting-line.tsx";

interface PasswordFormProps {
  onChanged: () => void;
  onCancel: () => void;
}

const nothing: NewPassword = { old: "", wanted: "", repeated: "" };

/** The old password or a passkey, and the new password twice. */
export function PasswordForm({ onChanged, onCancel }: PasswordFormProps) {
  const [typed, setTyped] = useState(nothing);
  const [judged, setJudged] = useState(false);
  const [isProved, setIsProved] = useState(false);
  const reveal = useReveal();
  const { data: owner } = useQuery(userQuery);
  const changing = useSubmit(
    async ({ old, wanted, repeated }: NewPassword, signal) => {
      const body = { old_password: isProved ? "" : old, new_password: wanted, new_password_2: repeated };
      await call(api, "changePassword", { body, signal }).catch((error: unknown) => {
        // Also if the passkey's proof is too old: the form asks for the old password again.
        if (faultOfField(error, "old_password") !== null) setIsProved(false);
        throw error;
      });
      onChanged();
    },
    sending.password,
    { unheard: sending.unheardPassword, fields: ["old_password", "new_password", "new_password_2"] },
  );
  const faults = judged ? passwordFaults(typed, isProved) : {};

  function type(change: Partial<NewPassword>) {
    changing.clear();
    setTyped({ ...typed, ...change });
  }

  function submitted() {
    setJudged(true);
    if (Object.keys(passwordFaults(typed, isProved)).length === 0) changing.submit(typed);
  }

  return (
    <Form busy={changing.busy} onSubmit={submitted}>
      <AccountNameOf username={owner?.username} />
      <Refused sending={changing} />
      {isProved ? (
        <p>{passkeys.proved}</p>
      ) : (
        <>
          <PasswordField
            label={words.oldPassword}
            error={faults.old ?? changing.fault("old_password")}
            autoComplete="current-password"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person pressed Edit to type here
            autoFocus
            value={typed.old}
            reveal={reveal}
            onChange={(event) => type({ old: event.target.value })}
          />
          <PasskeyProof onProved={() => setIsProved(true)} />
        </>
      )}
      <NewPasswordField
        label={words.newPassword}
        hint={words.passwordHint}
        error={changing.fault("new_password")}
        owner={owner ?? {}}
        value={typed.wanted}
        reveal={reveal}
        onChange={(event) => type({ wanted: event.target.value })}
      />
      <PasswordField
        label={words.confirmPassword}
        error={faults.repeated ?? changing.fault("new_password_2")}
        autoComplete="new-password"
        value={typed.repeated}
        reveal={reveal}
        onChange={(event) => type({ repeated: event.target.value })}
      />
      <WaitingLine waiting={changing.waiting} />
      <Actions>
        <Button onClick={onCancel}>{common.cancel}</Button>
        <Button type="submit" look="primary" busy={changing.busy}>
          {common.save}
        </Button>
      </Actions>
    </Form>
  );
}

/**
 * PASSWORD-02: a refusal that a field shows is about the account. Any other failure says that the account is not its cause.
 */
function Refused({ sending: { failure, proof } }: { sending: Submission<NewPassword> }) {
  if (proof.failure === null) return null;
  if (failure instanceof ShownError) return <FailureNotice failure={failure} />;
  const messages = failure instanceof ApiError ? failure.errors.map(({ message }) => message) : [sentenceOf(failure)];
  return (
    <Notice kind="danger" answers>
      <p>{failure === null ? words.passwordRefused : words.passwordNotYou}</p>
      {failure !== null && (
        <ul>
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

interface NewPassword {
  readonly old: string;
  readonly wanted: string;
  readonly repeated: string;
}

/**
 * Returns the errors by field that the portal can detect without the service (PASSWORD-01); empty if there are none.
 *
 * @param isProved a passkey was used instead of the old password.
 */
function passwordFaults(
  { old, wanted, repeated }: NewPassword,
  isProved: boolean,
): { old?: string; repeated?: string } {
  return {
    ...(old === "" && !isProved && { old: words.oldPasswordMissing }),
    ...((wanted === "" || wanted !== repeated) && { repeated: words.passwordsDiffer }),
  };
}
