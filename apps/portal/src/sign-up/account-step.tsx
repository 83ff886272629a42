import { Button } from "@foyer/ui/button";
import { Checkbox, PasswordField, TextField } from "@foyer/ui/field";
import { type FormEvent, useState } from "react";
import { normalizeAccountName } from "@foyer/domain/account-name";
import { words } from "#words/sign-up";
import { FailureNotice } from "../shared/screens/failure-notice.tsx";
import { formClass } from "../shared/screens/panel.tsx";
import { NewPasswordField } from "../shared/password-strength/new-password-field.tsx";
import { brand } from "../shared/settings/settings.ts";
import { useReveal } from "../shared/forms/use-reveal.ts";
import { useSubmit } from "../shared/forms/use-submit.ts";
import { type AccountFaults, accountFaults, createAccount, type NewAccount } from "./create-account.ts";
import type { SignUpEvent } from "./sign-up.ts";
import styles from "./account-step.module.css";
import { noteAgreed } from "./stored-sign-up.ts";

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

  function submitted(event: FormEvent) {
    event.preventDefault();
    const found = accountFaults(account);
    setFaults(found);
    if (Object.keys(found).length === 0) creating.submit(account);
  }

  return (
    <form className={formClass} noValidate onSubmit={submitted}>
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
    </form>
  );
}
