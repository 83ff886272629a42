import { addressFault } from "@foyer/domain/addresses";
import { refuse } from "./errors.ts";

/** Returns a typed address without surrounding white space. Refuses `email.invalid` with a sentence that says why. */
export function typedAddress(typed: string, field: string): string {
  const address = typed.trim();
  if (addressFault(address) !== null) refuse("email.invalid", { field, reason: "unusual", facts: { text: address } });
  return address;
}
