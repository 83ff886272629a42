import type { Person } from "@foyer/service-kit/call";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { Secret } from "otpauth";
import type { Deps } from "../deps.ts";
import { queueAccountNotice } from "../mail/send-account-notice.ts";
import { requireProof } from "../passwords/prove-password.ts";
import { newRecoveryCode } from "../secrets/secret-values.ts";
import { type Origin, recordSecurityEvent } from "../security-events/security-events.ts";
import { confirmFactor, deleteFactor, findFactor, insertRecoveryCodes, saveSecret } from "./second-factor-store.ts";
import { authenticator, stepOfCode } from "./take-code.ts";

const tries = { limit: 5, windowSeconds: 600 } as const;
const RECOVERY_CODES = 10;

/** Makes a secret for an authenticator; signing in asks for codes only once the first one was shown. */
export async function startFactor(
  deps: Deps,
  person: Person,
  password: string | undefined,
  origin: Origin,
): Promise<{ secret: string; otpauth_uri: string }> {
  await requireProof(deps, person, password, origin);
  const secret = new Secret({ size: 20 }).base32;
  if (!(await saveSecret(deps.db, person.id, secret))) refuse("second_factor.already_on");
  const label = { issuer: deps.brand.company, username: person.username };
  return { secret, otpauth_uri: authenticator(secret, label).toString() };
}

/**
 * Turns the second factor on by a first code.
 *
 * @returns the recovery codes, which are shown this once.
 */
export async function confirmFactorOf(deps: Deps, person: Person, code: string, origin: Origin): Promise<string[]> {
  const { db, clock, limiter, addJob } = deps;
  await limiter.take(`second-factor:${person.id}`, tries);
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const factor = await findFactor(tx, person.id);
    if (!factor) refuse("second_factor.not_started");
    if (factor.confirmed_at !== null) refuse("second_factor.already_on");
    const step = stepOfCode(factor.secret, code.replaceAll(/\s/g, ""), now);
    if (step === null) refuse("second_factor.wrong_code", { field: "otp" });
    if (!(await confirmFactor(tx, person.id, now, step))) refuse("second_factor.already_on");
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await insertRecoveryCodes(tx, person.id, codes);
    await queueAccountNotice(tx, addJob, person.id, "turned_on", now);
    await recordSecurityEvent(tx, now, origin, { kind: "second_factor.on", accountId: person.id, actor: person.id });
    return codes;
  });
}

/** Turns the second factor off; where there is none, nothing changes. */
export async function removeFactor(
  deps: Deps,
  person: Person,
  password: string | undefined,
  origin: Origin,
): Promise<void> {
  const { db, clock, addJob } = deps;
  await requireProof(deps, person, password, origin);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    if (!(await deleteFactor(tx, person.id))) return;
    await queueAccountNotice(tx, addJob, person.id, "turned_off", now);
    await recordSecurityEvent(tx, now, origin, { kind: "second_factor.off", accountId: person.id, actor: person.id });
  });
}
