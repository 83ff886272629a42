import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { Notice } from "@foyer/ui/notice";
import { useState } from "react";
import { words } from "#words/sign-up";
import { Form } from "../shared/forms/form.tsx";
import { api } from "../shared/requests/api.ts";
import { refusalOf } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { valuesOf } from "../shared/forms/form-values.ts";
import { useTyped } from "../shared/forms/use-typed.ts";
import type { SignUpEvent } from "./sign-up.ts";

interface KeyStepProps {
  email: string;
  happened: (event: SignUpEvent) => void;
}

/** Second step: the key from the mail. */
export function KeyStep({ email, happened }: KeyStepProps) {
  const [form, { key = "" }, onInput] = useTyped();
  const [isSentAgain, setIsSentAgain] = useState(false);
  const confirming = useSubmit(
    async (confirmKey: string) => {
      try {
        const body = { email_address: email, confirm_key: confirmKey };
        const { token } = await call(api, "confirmSignUpKey", { body });
        happened({ type: "keyConfirmed", token: token.access_token });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal !== "signup.expired" && refusal !== "signup.key_expired") throw error;
        happened({ type: "confirmationExpired" });
      }
    },
    undefined,
    { fields: ["confirm_key"] },
  );
  const sendingAgain = useSubmit(async () => {
    setIsSentAgain(false);
    confirming.clear();
    await call(api, "startSignUp", { body: { email_address: email } });
    setIsSentAgain(true);
  });
  return (
    <Form
      ref={form}
      busy={confirming.busy}
      onInput={onInput}
      onSubmit={(sent) => confirming.submit((valuesOf(sent)["key"] ?? "").trim())}
    >
      <p>{words.keySent(email)}</p>
      <FailureNotice failure={sendingAgain.failure ?? confirming.failure} />
      {isSentAgain && (
        <Notice kind="success" answers>
          {words.keySentAgain}
        </Notice>
      )}
      <TextField
        label={words.key}
        error={confirming.fault("confirm_key")}
        name="key"
        autoComplete="one-time-code"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Button type="submit" look="primary" wide busy={confirming.busy} disabled={key.trim() === ""}>
        {words.continue}
      </Button>
      <Button look="quiet" busy={sendingAgain.busy} onClick={() => sendingAgain.submit()}>
        {words.sendKeyAgain}
      </Button>
      <Button look="quiet" onClick={() => happened({ type: "startedOver" })}>
        {words.startOver}
      </Button>
    </Form>
  );
}
