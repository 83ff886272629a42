import { addressFault } from "@foyer/domain/addresses";
import { holdsInvisible, showInvisible } from "@foyer/domain/invisible";
import { refusals } from "./refusals.ts";

/** Returns a sentence about an address that is refused, for the service's answer and while a person types, or null. */
export function addressSentence(text: string): string | null {
  switch (addressFault(text)) {
    case null:
      return null;
    case "invisible":
      return `This address contains a character that cannot be seen: ${showInvisible(text)}. Remove it, or type the address again.`;
    case "undecodable":
      return `This address contains the sign \uFFFD in place of a letter that could not be read: ${text}. Type the address again.`;
    case "not_ascii":
      return `We cannot send mail to an address with “${strangeLetters(text)}” before the @. Use another address.`;
    case "malformed":
      return refusals["email.invalid"].message;
  }
}

function strangeLetters(address: string): string {
  const found = address
    .slice(0, address.lastIndexOf("@"))
    .normalize("NFC")
    .match(/\P{ASCII}/gu);
  return [...new Set(found)].join("");
}

/** Returns a sentence about an account name that is refused for its characters. */
export function accountNameSentence(name: string): string {
  const { message } = refusals["account_name.not_allowed"];
  return holdsInvisible(name) ? `${message} One cannot be seen: ${showInvisible(name)}.` : message;
}
