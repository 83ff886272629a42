import type { CreationOptions, Passkey, Registration } from "@foyer/contract/passkeys";
import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { lockProved, requireProof } from "../passwords/prove-password.ts";
import { newId } from "../secrets/secret-values.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { makeChallenge } from "./challenge-store.ts";
import { limitMisuses } from "./check-assertion.ts";
import { ALGORITHMS, checkRegistration } from "./check-registration.ts";
import { recordRefused, takeAnswered } from "./client-data.ts";
import { insertPasskey, passkeysOf, type PasskeyRow } from "../stores/passkey-store.ts";
import { descriptorOf, passkeyWire, timeoutMs, userHandleOf } from "./passkey-wire.ts";
import { requireRelyingParty } from "./relying-party.ts";

/** Maximum number of passkeys of an account. */
export const PASSKEYS_MAX = 10;
const starts = { limit: 30, windowSeconds: 600 } as const;
/** Transports that browsers know; other values are not stored. */
const TRANSPORTS: ReadonlySet<string> = new Set(["internal", "hybrid", "usb", "nfc", "ble", "smart-card", "cable"]);

function refuseFull(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length < PASSKEYS_MAX) return;
  refuse("limit.reached", { reason: "passkeys", facts: { most: PASSKEYS_MAX } });
}

/** The options with which the browser creates a passkey, including a challenge for this session. */
export async function startPasskey(
  deps: Deps,
  person: Person,
  password: string | undefined,
  origin: Origin,
): Promise<CreationOptions> {
  const party = requireRelyingParty(deps);
  await deps.limiter.take(`passkey-challenge:${person.id}`, starts);
  const proof = await requireProof(deps, person, password, origin);
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now();
    const account = await lockProved(tx, now, proof);
    const held = await passkeysOf(tx, account.id);
    refuseFull(held);
    return {
      rp: { id: party.id, name: deps.brand.provider },
      user: {
        id: userHandleOf(account.id),
        name: account.username,
        displayName: account.username,
      },
      challenge: await makeChallenge(tx, now, { purpose: "add", sessionId: person.sessionId }),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
      timeout: timeoutMs,
      excludeCredentials: held.map(descriptorOf),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
    };
  });
}

/** Adds the created passkey if the proof is still valid, and mails the account's address. */
export async function addPasskey(
  deps: Deps,
  person: Person,
  { name, credential }: { readonly name: string; readonly credential: Registration },
  origin: Origin,
): Promise<Passkey> {
  const { db, clock, addJob } = deps;
  const party = requireRelyingParty(deps);
  const proof = await requireProof(deps, person, undefined, origin);
  return limitMisuses(deps, origin.ip, async () => {
    const holder = { purpose: "add", sessionId: person.sessionId } as const;
    const challenge = await takeAnswered(deps, credential, holder, origin, person.id);
    const made = await checkRegistration(credential, challenge, party);
    if (typeof made === "string") {
      await recordRefused(deps, origin, "add", person.id, made);
      refuse("passkey.refused");
    }
    const row: PasskeyRow = {
      id: newId("pk"),
      account_id: person.id,
      credential_id: made.credentialId,
      public_key: made.publicKey,
      sign_count: made.signCount,
      transports: [...new Set(credential.response.transports ?? [])].filter((transport) => TRANSPORTS.has(transport)),
      name,
      backed_up: made.backedUp,
      created_at: clock.now(),
      last_used_at: null,
    };
    await inTransaction(db, async (tx) => {
      const now = clock.now();
      await lockProved(tx, now, proof);
      refuseFull(await passkeysOf(tx, person.id));
      if (!(await insertPasskey(tx, row))) refuse("passkey.refused", { reason: "added_before" });
      await queueAccountNotice(tx, addJob, person.id, "passkey_added", now);
      await recordOwnEvent(tx, now, origin, person.id, "passkey.added", { target: row.id });
    });
    return passkeyWire(row);
  });
}
