import { call } from "@foyer/api-client/client";
import { addressSentence } from "@foyer/contract/typed-sentences";
import { mayBeAddress } from "@foyer/domain/addresses";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { type FormEvent, useState } from "react";
import { words } from "#words/sign-up";
import { Form } from "../shared/forms/form.tsx";
import { refusalOf, isRefusal } from "../shared/failures/refusal-of.ts";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { valuesOf } from "../shared/forms/form-values.ts";
import { useTyped } from "../shared/forms/use-typed.ts";
import { api } from "../shared/requests/api.ts";
import type { SignUpEvent } from "./sign-up.ts";

interface EmailStepProps {
  /** The invited address; empty if none is known. */
  address: string;
  happened: (event: SignUpEvent) => void;
}

/** First step: the address for the confirm key. */
export function EmailStep({ address, happened }: EmailStepProps) {
  const [form, { email = "" }, onInput] = useTyped();
  const [wrong, setWrong] = useState<string | null>(null);
  const sending = useSubmit(
    async (typed: string) => {
      await call(api, "startSignUp", { body: { email_address: typed } });
      happened({ type: "keySent", email: typed });
    },
    undefined,
    { fields: ["email_address"] },
  );
  const isWrong = wrong !== null && wrong === email.trim();

  function typing(event: FormEvent<HTMLFormElement>) {
    onInput(event);
    sending.clear();
  }

  function submitted(sent: HTMLFormElement) {
    const typed = (valuesOf(sent)["email"] ?? "").trim();
    if (mayBeAddress(typed)) sending.submit(typed);
    else setWrong(typed);
  }

  return (
    <Form ref={form} busy={sending.busy} onInput={typing} onSubmit={submitted}>
      <FailureNotice failure={sending.failure} sentence={sentenceOfRefusal(sending.failure)} />
      <TextField
        label={words.email}
        hint={words.emailHelp}
        error={isWrong ? (addressSentence(wrong) ?? words.noAddress) : sending.fault("email_address", ofAddress)}
        name="email"
        type="email"
        defaultValue={address}
        autoComplete="email"
      />
      <Button type="submit" look="primary" wide busy={sending.busy} disabled={email.trim() === ""}>
        {words.continue}
      </Button>
    </Form>
  );
}

const ofAddress = { "input.invalid": words.notAvailable };

/** REG-11: for any other refusal, the address is not available. */
function sentenceOfRefusal(failure: unknown): string | null {
  if (refusalOf(failure) === "mail.unavailable") return words.notResponding;
  return isRefusal(failure) ? words.notAvailable : null;
}
