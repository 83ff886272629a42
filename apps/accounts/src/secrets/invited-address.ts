import { addressKey } from "@foyer/domain/addresses";
import type { Keyring } from "@foyer/service-kit/keyring";

const USE = "invited address";

interface Invited {
  readonly id: string;
  readonly email: string;
  readonly reference: string;
}

const textOf = ({ id, email, reference }: Invited): string => JSON.stringify([id, reference, addressKey(email)]);

/**
 * Proof that only the mail to an invited address contains: its holder reads that address's mail. The reference alone proves
 * nothing, because a manager can copy it from the team page for any address.
 */
export function addressProof(keyring: Keyring, invited: Invited): string {
  return keyring.sign(textOf(invited), USE);
}

export function provesAddress(keyring: Keyring, invited: Invited, proof: string): boolean {
  return keyring.isSigned(proof, textOf(invited), USE);
}
