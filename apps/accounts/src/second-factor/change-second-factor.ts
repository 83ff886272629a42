import type { Person } from "@foyer/service-kit/call";
import { inTransaction, type Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { Secret } from "otpauth";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { lockHolder, lockProved, requireProof } from "../passwords/prove-password.ts";
import { raiseCredentialVersion } from "../people/account-store.ts";
import { newRecoveryCode } from "../secrets/secret-values.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { addCodeToSession, deleteSessionsOf } from "../sessions/session-store.ts";
import { sessionLimits } from "../sessions/staff-session.ts";
import { confirmFactor, deleteFactor, findFactor, insertRecoveryCodes, saveSecret } from "./second-factor-store.ts";
import { hashesOfCodes } from "./recovery-codes.ts";
import { keptSecret } from "./sealed-factors.ts";
import { authenticator, findCode, secretOf, stepOfCode, spendCode } from "./take-code.ts";

const tries = { limit: 5, windowSeconds: 600 } as const;
const RECOVERY_CODES = 10;

/** Makes a secret for an authenticator; signing in asks for codes only once the first one was shown. */
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
 * Turns the second factor on by a first code. All other sessions end; this one counts as opened by a code from now on, with
 * the limits that such a session of the account has.
 *
 * @returns the recovery codes, which are shown this once.
 */
export async function confirmSecondFactor(deps: Deps, person: Person, code: string, origin: Origin): Promise<string[]> {
  const { db, clock, limiter, addJob } = deps;
  await limiter.take(`second-factor:${person.id}`, tries);
  await stepThatTurnsOn(deps, db, person.id, code);
  // Before any lock is held: hashing takes long.
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = await hashesOfCodes(deps, codes);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const account = await lockHolder(tx, person);
    const step = await stepThatTurnsOn(deps, tx, person.id, code);
    if (!(await confirmFactor(tx, person.id, now, step))) refuse("second_factor.already_on");
    // Who is signing in by the password alone is asked for a code after all.
    await raiseCredentialVersion(tx, person.id);
    await deleteSessionsOf(tx, person.id, person.sessionId);
    await addCodeToSession(tx, person.sessionId, now, sessionLimits(deps, account));
    await insertRecoveryCodes(tx, person.id, hashes);
    await queueAccountNotice(tx, addJob, person.id, "turned_on", now);
    await recordSecurityEvent(tx, now, origin, { kind: "second_factor.on", accountId: person.id, actor: person.id });
    return codes;
  });
}

/** The time step of the first code; refuses where no factor waits for it, and a wrong one. */
async function stepThatTurnsOn(
  deps: Pick<Deps, "keyring" | "log" | "clock">,
  db: Queryable<AccountsTables>,
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

/** Turns the second factor off, for whoever has a code of it, and ends all other sessions; where there is none, nothing changes. */
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
    // Who is signing in by a code of it is looked at again.
    await raiseCredentialVersion(tx, person.id);
    await deleteSessionsOf(tx, person.id, person.sessionId);
    await queueAccountNotice(tx, addJob, person.id, "turned_off", now);
    await recordSecurityEvent(tx, now, origin, { kind: "second_factor.off", accountId: person.id, actor: person.id });
  });
}
