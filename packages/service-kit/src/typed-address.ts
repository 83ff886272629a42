import { addressSentence } from "@foyer/contract/typed-sentences";
import { refuse } from "./errors.ts";

/** Returns a typed address without surrounding white space. Refuses `email.invalid` with a sentence that says why. */
export function typedAddress(typed: string, field: string): string {
  const address = typed.trim();
  const message = addressSentence(address);
  if (message !== null) refuse("email.invalid", { field, message });
  return address;
}
