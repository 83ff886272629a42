import { hasForbiddenCharacter } from "@foyer/domain/account-name";

const escaped = (letter: string): string => `=${(letter.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`;

/**
 * Returns the account name of a moved person: her address with `_` in place of `@`, because people shall not take the name for an
 * address. Different addresses have different names, as a domain has no `_`, and the name depends on nothing else: a later export
 * gives the same one.
 *
 * @param address in the form of `addressKey`.
 */
export function accountNameFor(address: string): string {
  const at = address.lastIndexOf("@");
  const local = Array.from(address.slice(0, Math.max(at, 0)), (letter) =>
    letter === "=" || hasForbiddenCharacter(letter) ? escaped(letter) : letter,
  );
  return `${local.join("")}_${address.slice(at + 1)}`;
}
