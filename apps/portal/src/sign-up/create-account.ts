import type { CallRefusal } from "@foyer/api-client/call-types";
import { call } from "@foyer/api-client/client";
import { accountNameSentence } from "@foyer/contract/typed-sentences";
import { hasForbiddenCharacter } from "@foyer/domain/account-name";
import { lengthWeakness, normalizePassword } from "@foyer/domain/password";
import { words as strength } from "#words/password-strength";
import { words } from "#words/sign-up";
import { api } from "../shared/requests/api.ts";
import { refusalOf, entryOf } from "../shared/failures/refusal-of.ts";
import { sentenceOf } from "../shared/failures/failure-sentence.ts";
import { keepSession } from "../shared/session/session.ts";
import type { SignUpEvent } from "./sign-up.ts";
import { keepBegun, keepDone } from "./stored-sign-up.ts";

export interface NewAccount {
  readonly name: string;
  readonly password: string;
  readonly repeated: string;
  readonly agreed: boolean;
}

/** The errors, by field. */
export type AccountFaults = { readonly [Field in keyof NewAccount]?: string };

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
export function accountFaults({ name, password, repeated, agreed }: NewAccount): AccountFaults {
  const weakness = lengthWeakness(password);
  return {
    ...((name === "" || hasForbiddenCharacter(name)) && { name: accountNameSentence(name) }),
    ...(weakness && { password: strength.weak[weakness] }),
    ...(normalizePassword(password) !== normalizePassword(repeated) && { repeated: words.passwordsDiffer }),
    ...(!agreed && { agreed: words.termsUnticked }),
  };
}

/** Checks whether the name is available (REG-05), creates the account and opens its session. Returns the refusals. */
export async function createAccount(
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
