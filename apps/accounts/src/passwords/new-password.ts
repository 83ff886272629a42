import { commonPasswords } from "@foyer/domain/common-passwords";
import {
  accountWords,
  passwordLengthMax,
  passwordLengthMin,
  type PasswordWeakness,
  passwordWeakness,
} from "@foyer/domain/password";
import { refuse } from "@foyer/service-kit/errors";
import type { AccountsBrand } from "../deps.ts";

const sentences: Readonly<Record<PasswordWeakness, string>> = {
  too_short: `Choose a password of at least ${passwordLengthMin} characters.`,
  too_long: `Choose a password of at most ${passwordLengthMax} characters.`,
  common: "This password is one of those that are guessed first. Choose another one.",
  account_word: "A password may not consist of your account name, your address or our names. Choose another one.",
};

/** Refuses a new password that is not the same twice, or that may not be chosen for that account. */
export function refuseNewPassword(
  brand: AccountsBrand,
  typed: { readonly new_password: string; readonly new_password_2: string },
  account: { readonly username: string; readonly email: string },
): void {
  if (typed.new_password !== typed.new_password_2) refuse("password.mismatch", { field: "new_password_2" });
  const words = [
    ...accountWords(account.username, account.email),
    brand.provider,
    brand.company,
    ...brand.products.map((product) => product.name),
  ];
  const weakness = passwordWeakness(typed.new_password, { common: commonPasswords, words });
  if (weakness !== null) refuse("password.weak", { field: "new_password", message: sentences[weakness] });
}
