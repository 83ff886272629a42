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
 * What only the mail to an invited address contains, beside the reference: who has it reads that address's mail. The manager
 * can copy the reference from the team page, for any address that he types, so the reference alone proves nothing.
 */
export function addressProof(keyring: Keyring, invited: Invited): string {
  return keyring.sign(textOf(invited), USE);
}

export function provesAddress(keyring: Keyring, invited: Invited, proof: string): boolean {
  return keyring.isSigned(proof, textOf(invited), USE);
}
