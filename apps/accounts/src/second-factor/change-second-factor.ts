import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { Secret } from "otpauth";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { lockHolder, lockProved, requireProof } from "../passwords/prove-password.ts";
import { raiseCredentialVersion } from "../stores/account-store.ts";
import { newRecoveryCode } from "../secrets/secret-values.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { addCodeToSession, deleteSessionsOf } from "../stores/session-store.ts";
import { sessionLimits } from "../sessions/staff-session.ts";
import {
  confirmFactor,
  deleteFactor,
  findFactor,
  insertRecoveryCodes,
  saveSecret,
} from "../stores/second-factor-store.ts";
import { hashesOfCodes } from "./recovery-codes.ts";
import { keptSecret } from "./sealed-factors.ts";
import { authenticator, findCode, secretOf, stepOfCode, spendCode } from "./take-code.ts";

const tries = { limit: 5, windowSeconds: 600 } as const;
const RECOVERY_CODES = 10;

/** Creates a secret for an authenticator. Sign-in requires codes only after the first code was confirmed. */
export async function startSecondFactor(
  deps: Deps,
  person: Person,
  password: string | undefined,
  origin: Origin,
): Promise<{ secret: string; otpauth_uri: string }> {
  const proof = await requireProof(deps, person, password, origin);
  const secret = new Secret({ size: 20 }).base32;
  await inTransaction(deps.db, async (tx) => {
    await lockProved(tx, deps.clock.now(), proof);
    const kept = await keptSecret(tx, deps.keyring, person.id, secret);
    if (!(await saveSecret(tx, person.id, kept))) refuse("second_factor.already_on");
  });
  const label = { issuer: deps.brand.company, username: person.username };
  return { secret, otpauth_uri: authenticator(secret, label).toString() };
}

/**
 * Turns the second factor on by a first code. Ends all other sessions. Marks this session as opened by a code and applies the
 * limits of such a session.
 *
 * @returns the recovery codes, which are never shown again.
 */
export async function confirmSecondFactor(deps: Deps, person: Person, code: string, origin: Origin): Promise<string[]> {
  const { db, clock, limiter, addJob } = deps;
  await limiter.take(`second-factor:${person.id}`, tries);
  await stepThatTurnsOn(deps, db, person.id, code);
  // Hashing takes long, so it runs before any lock is taken.
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = await hashesOfCodes(deps, codes);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockHolder(tx, person);
    const step = await stepThatTurnsOn(deps, tx, person.id, code);
    if (!(await confirmFactor(tx, person.id, now, step))) refuse("second_factor.already_on");
    // Sign-ins that passed with the password alone must now ask for a code.
    await raiseCredentialVersion(tx, person.id);
    await deleteSessionsOf(tx, person.id, person.sessionId);
    await addCodeToSession(tx, person.sessionId, now, sessionLimits(deps, account));
    await insertRecoveryCodes(tx, person.id, hashes);
    await queueAccountNotice(tx, addJob, person.id, "turned_on", now);
    await recordOwnEvent(tx, now, origin, person.id, "second_factor.on");
    return codes;
  });
}

/** The time step of the first code; refuses when no factor waits for it, and when it is wrong. */
async function stepThatTurnsOn(
  deps: Pick<Deps, "keyring" | "log" | "clock">,
  db: Db,
  accountId: string,
  code: string,
): Promise<number> {
  const factor = await findFactor(db, accountId);
  if (!factor) refuse("second_factor.not_started");
  if (factor.confirmed_at !== null) refuse("second_factor.already_on");
  const secret = secretOf(deps, accountId, factor.secret) ?? refuse("service.unavailable");
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ""), deps.clock.now());
  return step ?? refuse("second_factor.wrong_code", { field: "otp" });
}

/**
 * Turns the second factor off for a caller with one of its codes, and ends all other sessions. Changes nothing when it is off.
 */
export async function removeSecondFactor(
  deps: Deps,
  person: Person,
  { password, otp = "" }: { readonly password?: string | undefined; readonly otp?: string | undefined },
  origin: Origin,
): Promise<void> {
  const { db, clock, addJob, limiter } = deps;
  const proof = await requireProof(deps, person, password, origin);
  if (otp !== "") await limiter.take(`second-factor-off:${person.id}`, tries);
  const found = otp === "" ? null : await findCode(deps, person.id, otp);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockProved(tx, now, proof);
    const factor = await findFactor(tx, person.id);
    if (factor === null) return;
    if (factor.confirmed_at !== null && !(found && (await spendCode(deps, tx, now, person.id, found)))) {
      refuse("second_factor.wrong_code", { field: "otp" });
    }
    if (!(await deleteFactor(tx, person.id))) return;
    // Sign-ins that used one of its codes must be checked again.
    await raiseCredentialVersion(tx, person.id);
    await deleteSessionsOf(tx, person.id, person.sessionId);
    await queueAccountNotice(tx, addJob, person.id, "turned_off", now);
    await recordOwnEvent(tx, now, origin, person.id, "second_factor.off");
  });
}
