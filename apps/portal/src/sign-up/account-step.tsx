import { Button } from "@foyer/ui/button";
import { Checkbox, PasswordField, TextField } from "@foyer/ui/field";
import { useState } from "react";
import { hasForbiddenCharacter, normalizeAccountName } from "@foyer/domain/account-name";
import type { CallRefusal } from "@foyer/api-client/call-types";
import { call } from "@foyer/api-client/client";
import { accountNameSentence } from "@foyer/contract/typed-sentences";
import { lengthWeakness, normalizePassword } from "@foyer/domain/password";
import { words } from "#words/sign-up";
import { words as strength } from "#words/password-strength";
import { Form } from "../shared/forms/form.tsx";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { NewPasswordField } from "../shared/password-strength/new-password-field.tsx";
import { brand } from "../shared/settings/settings.ts";
import { useReveal } from "../shared/forms/use-reveal.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import type { SignUpEvent } from "./sign-up.ts";
import styles from "./account-step.module.css";
import { keepBegun, keepDone, noteAgreed } from "./stored-sign-up.ts";
import { api } from "../shared/requests/api.ts";
import { entryOf, refusalOf } from "../shared/failures/refusal-of.ts";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { keepSession } from "../shared/session/session.ts";

interface AccountStepProps {
  email: string;
  token: string;
  /** The address was proved by the link of an invitation, which the account is created to accept. */
  isInvited: boolean;
  happened: (event: SignUpEvent) => void;
}

/** Third step: a name, a password twice, and the terms. */
export function AccountStep({ email, token, isInvited, happened }: AccountStepProps) {
  const [account, setAccount] = useState<NewAccount>({ name: "", password: "", repeated: "", agreed: false });
  const [faults, setFaults] = useState<AccountFaults>({});
  const reveal = useReveal();
  const creating = useSubmit(async (wanted: NewAccount) => {
    if (isInvited) noteAgreed();
    setFaults(await createAccount(token, wanted, happened));
  });

  function enter(change: Partial<NewAccount>) {
    setAccount({ ...account, ...change });
    const touched = Object.keys(change);
    setFaults(Object.fromEntries(Object.entries(faults).filter(([field]) => !touched.includes(field))));
  }

  function submitted() {
    const found = accountFaults(account);
    setFaults(found);
    if (Object.keys(found).length === 0) creating.submit(account);
  }

  return (
    <Form busy={creating.busy} onSubmit={submitted}>
      <FailureNotice failure={creating.failure} />
      {isInvited && (
        <div>
          <p>{words.invitedAs(email)}</p>
          <Button look="quiet" small className={styles.other} onClick={() => happened({ type: "startedOver" })}>
            {words.otherAddress}
          </Button>
        </div>
      )}
      <TextField
        label={words.accountName}
        hint={words.accountNameHint}
        error={faults.name}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the previous step has disappeared together with the caret
        autoFocus
        value={account.name}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        onChange={(event) => enter({ name: normalizeAccountName(event.target.value) })}
      />
      <NewPasswordField
        label={words.password}
        hint={words.passwordHint}
        error={faults.password}
        value={account.password}
        owner={{ username: account.name, email }}
        reveal={reveal}
        onChange={(event) => enter({ password: event.target.value })}
      />
      <PasswordField
        label={words.confirmPassword}
        error={faults.repeated}
        value={account.repeated}
        autoComplete="new-password"
        reveal={reveal}
        onChange={(event) => enter({ repeated: event.target.value })}
      />
      <div>
        <Checkbox
          label={words.terms(brand.provider)}
          error={faults.agreed}
          checked={account.agreed}
          onChange={(event) => enter({ agreed: event.target.checked })}
        />
        <a href={brand.legalUrl} target="_blank" rel="noreferrer">
          {words.readTerms}
        </a>
      </div>
      <Button type="submit" look="primary" wide busy={creating.busy}>
        {words.create}
      </Button>
    </Form>
  );
}

interface NewAccount {
  readonly name: string;
  readonly password: string;
  readonly repeated: string;
  readonly agreed: boolean;
}

/** The errors, by field. */
type AccountFaults = { readonly [Field in keyof NewAccount]?: string };

/** An address that was taken in the meantime and an expired sign-up are reported elsewhere. */
type OfNoField = "signup.expired" | "email.in_use" | "rate.limited" | "permission.denied";
const fieldOfRefusal: Readonly<Record<Exclude<CallRefusal<"completeSignUp">, OfNoField>, keyof NewAccount>> = {
  "password.weak": "password",
  "password.mismatch": "repeated",
  "account_name.taken": "name",
  "account_name.not_allowed": "name",
};

/**
 * Returns the errors that the portal can detect without the service; empty if there are none (REG-04, REG-06,
 * REG-07).
 */
function accountFaults({ name, password, repeated, agreed }: NewAccount): AccountFaults {
  const weakness = lengthWeakness(password);
  return {
    ...((name === "" || hasForbiddenCharacter(name)) && { name: accountNameSentence(name) }),
    ...(weakness && { password: strength.weak[weakness] }),
    ...(normalizePassword(password) !== normalizePassword(repeated) && { repeated: words.passwordsDiffer }),
    ...(!agreed && { agreed: words.termsUnticked }),
  };
}

/** Checks whether the name is available (REG-05), creates the account and opens its session. Returns the refusals. */
async function createAccount(
  token: string,
  { name, password, repeated }: NewAccount,
  happened: (event: SignUpEvent) => void,
): Promise<AccountFaults> {
  const check = await call(api, "checkAccountName", { body: { account_name: name } });
  if (!check.valid) return { name: check.errors?.[0]?.message ?? words.charactersNotAllowed };
  try {
    const body = { new_account_name: check.account_name, new_password: password, new_password_2: repeated };
    const { token: tokens, userinfo } = await call(api, "completeSignUp", { body, token });
    keepBegun(null);
    keepDone(userinfo.username);
    happened({ type: "accountCreated", username: userinfo.username });
    keepSession({ token: tokens, userinfo });
    return {};
  } catch (error) {
    const field = entryOf<keyof NewAccount>(fieldOfRefusal, error);
    if (field) return { [field]: sentenceOf(error) };
    const refusal = refusalOf(error);
    if (refusal !== "signup.expired" && refusal !== "session.required") throw error;
    happened({ type: "confirmationExpired" });
    return {};
  }
}
