import { addressSentence } from "@foyer/contract/typed-sentences";
import { addressFault } from "@foyer/domain/addresses";

/** Returns why a typed address is refused, or null. An unfinished address is no fault while a person types. */
export function unusualAddress(typed: string): string | null {
  const address = typed.trim();
  return addressFault(address) === "malformed" ? null : addressSentence(address);
}
