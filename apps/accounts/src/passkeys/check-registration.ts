import type { Registration } from "@foyer/contract/passkeys";
import { ALGORITHMS } from "./algorithms.ts";
import { reasonOf, type RefusedFor } from "./client-data.ts";
import type { RelyingParty } from "./relying-party.ts";

/** What an authenticator made. */
export interface MadePasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly backedUp: boolean;
}

/** The passkey that answered a challenge, or why it is none. */
export async function checkRegistration(
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: Registration,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<MadePasskey | RefusedFor> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    // We ask for no attestation. A certificate would be looked up at the address that it names, for anybody who sends one.
    const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
    const isBare = attestation.get("fmt") === "none";
    const isSelf = attestation.get("fmt") === "packed" && attestation.get("attStmt").get("x5c") === undefined;
    if (!isBare && !isSelf) return "malformed";
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!verified) return "signature";
    const { credential, credentialBackedUp: backedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      backedUp,
    };
  } catch (error) {
    return reasonOf(error);
  }
}
