import { call } from "@foyer/api-client/client";
import { Button } from "@foyer/ui/button";
import { TextField } from "@foyer/ui/field";
import { words } from "#words/sign-up";
import { api } from "../shared/api.ts";
import { codeOf, isRefusal } from "../shared/failure-code.ts";
import { FailureNotice } from "../shared/failure-notice.tsx";
import { formClass } from "../shared/panel.tsx";
import { useSubmit } from "../shared/use-submit.ts";
import { valuesOf } from "../shared/form-values.ts";
import { useTyped } from "../shared/use-typed.ts";
import type { SignUpEvent } from "./sign-up.ts";

/** First step: the address for the confirm key. */
export function EmailStep({ happened }: { happened: (event: SignUpEvent) => void }) {
  const [form, { email = "" }, onInput] = useTyped();
  const sending = useSubmit(async (address: string) => {
    await call(api, "startSignUp", { body: { email_address: address } });
    happened({ type: "keySent", email: address });
  });
  return (
    <form
      ref={form}
      className={formClass}
      noValidate
      onInput={onInput}
      onSubmit={(event) => {
        event.preventDefault();
        sending.submit((valuesOf(event.currentTarget)["email"] ?? "").trim());
      }}
    >
      <FailureNotice failure={sending.failure} sentence={sentenceOfRefusal(sending.failure)} />
      <TextField label={words.email} hint={words.emailHelp} name="email" type="email" autoComplete="email" />
      <Button type="submit" look="primary" wide busy={sending.busy} disabled={email.trim() === ""}>
        {words.continue}
      </Button>
    </form>
  );
}

/** REG-11: for any other refusal, the address is not available. */
function sentenceOfRefusal(failure: unknown): string | null {
  if (codeOf(failure) === 11002) return words.notResponding;
  return isRefusal(failure) ? words.notAvailable : null;
}
