import { call } from "@foyer/api-client/client";
import { hasForbiddenCharacter } from "@foyer/domain/account-name";
import { words } from "#words/sign-up";
import { api } from "../shared/api.ts";
import { codeOf } from "../shared/failure-code.ts";
import { sentenceOf } from "../shared/failure-sentence.ts";
import { keepSession } from "../shared/session.ts";
import type { SignUpEvent } from "./sign-up.ts";
import { keepBegun, keepDone } from "./stored-sign-up.ts";

export interface NewAccount {
  readonly name: string;
  readonly password: string;
  readonly repeated: string;
  readonly agreed: boolean;
}

/** What is wrong, by field. */
export type AccountFaults = { readonly [Field in keyof NewAccount]?: string };

const fieldOfCode: Readonly<Record<string, keyof NewAccount>> = {
  3023: "password",
  3024: "repeated",
  3025: "name",
  3026: "name",
};

/** What can be seen without asking the service; empty when nothing is wrong (REG-04, REG-06, REG-07). */
export function accountFaults({ name, password, repeated, agreed }: NewAccount): AccountFaults {
  return {
    ...((name === "" || hasForbiddenCharacter(name)) && { name: words.charactersNotAllowed }),
    ...((password === "" || password !== repeated) && { repeated: words.passwordsDiffer }),
    ...(!agreed && { agreed: words.termsUnticked }),
  };
}

/** Asks whether the name can be had (REG-05), makes the account and opens its session; gives what was refused. */
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
    const code = codeOf(error);
    const field = code === null ? undefined : fieldOfCode[code];
    if (field) return { [field]: sentenceOf(error) };
    if (code !== 11003 && code !== 1002) throw error;
    happened({ type: "confirmationExpired" });
    return {};
  }
}
