import type { Registration } from "@foyer/contract/passkeys";
import { reasonOf, type RefusedFor } from "./client-data.ts";
import type { RelyingParty } from "./relying-party.ts";

/** COSE algorithms that passkeys may use, in order of preference: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257] as const;

/** A passkey as the authenticator created it. */
export interface MadePasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly backedUp: boolean;
}

/** The passkey that answered a challenge, or why the answer is invalid. */
export async function checkRegistration(
  { id, rawId, type, response: { clientDataJSON, attestationObject } }: Registration,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<MadePasskey | RefusedFor> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    // We ask for no attestation, so certificates are refused first: for a certificate the library would fetch a URL that the
    // caller chose.
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
