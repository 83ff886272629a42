import { refuse } from "@foyer/service-kit/errors";
import { CannotUnseal } from "@foyer/service-kit/keyring";
import { Secret, TOTP } from "otpauth";
import type { Db } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findRecoveryCode } from "./recovery-codes.ts";
import { openSecret } from "./sealed-factors.ts";
import { findFactor, takeRecoveryCode, takeStep } from "../stores/second-factor-store.ts";

const PERIOD_SECONDS = 30;

/** The generator of six-digit codes that authenticators use (RFC 6238). */
export function authenticator(secret: string, label?: { readonly issuer: string; readonly username: string }): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: PERIOD_SECONDS,
    algorithm: "SHA1",
    ...(label ? { issuer: label.issuer, label: label.username } : {}),
  });
}

/** The time step of a code, within one step of clock difference; null for a wrong code. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = authenticator(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}

/** A matching code: a time step of the authenticator, or a stored recovery code. */
export type FoundCode =
  | { readonly kind: "authenticator"; readonly secret: string; readonly step: number }
  | { readonly kind: "recovery"; readonly hash: Buffer };

/** Kind of a used code. */
export type CodeKind = FoundCode["kind"];

type CodeDeps = Pick<Deps, "db" | "clock" | "passwords" | "keyring" | "log">;

/** The secret of the account's authenticator; null when no key opens the stored form, which is logged. */
export function secretOf({ keyring, log }: Pick<Deps, "keyring" | "log">, id: string, kept: string): string | null {
  try {
    return openSecret(keyring, id, kept);
  } catch (error) {
    if (!(error instanceof CannotUnseal)) throw error;
    log.error({ account: id, reason: error.message }, "reading the secret of a second factor failed");
    return null;
  }
}

/**
 * The code of the account's factor that matches the typed text; null when none does or no factor is on. Takes long, so the caller
 * holds no lock; `spendCode` then uses the code. Refuses `service.unavailable` when the secret is unreadable; recovery codes
 * still work.
 */
export async function findCode(deps: CodeDeps, accountId: string, typed: string): Promise<FoundCode | null> {
  const code = typed.replaceAll(/\s/g, "");
  const factor = await findFactor(deps.db, accountId);
  if (factor === null || factor.confirmed_at === null) return null;
  const secret = secretOf(deps, accountId, factor.secret);
  const step = secret === null ? null : stepOfCode(secret, code, deps.clock.now());
  if (secret !== null && step !== null) return { kind: "authenticator", secret, step };
  const hash = await findRecoveryCode(deps, accountId, code);
  if (secret === null && hash === null) refuse("service.unavailable");
  return hash && { kind: "recovery", hash };
}

/** Uses a code. @returns true for only one of several concurrent uses, and false when its factor is gone. */
export async function spendCode(
  { keyring, log }: Pick<Deps, "keyring" | "log">,
  db: Db,
  now: Date,
  accountId: string,
  code: FoundCode,
): Promise<boolean> {
  if (code.kind === "authenticator") return spendStep({ keyring, log }, db, accountId, code);
  return takeRecoveryCode(db, accountId, code.hash, now);
}

/** Uses a time step if the secret is still the same, even if it was re-encrypted since. */
async function spendStep(
  deps: Pick<Deps, "keyring" | "log">,
  db: Db,
  accountId: string,
  { secret, step }: Extract<FoundCode, { kind: "authenticator" }>,
): Promise<boolean> {
  for (let before: string | null = null; ;) {
    const factor = await findFactor(db, accountId);
    if (factor === null || factor.secret === before || secretOf(deps, accountId, factor.secret) !== secret)
      return false;
    if (await takeStep(db, accountId, factor.secret, step)) return true;
    before = factor.secret;
  }
}

/** Finds and uses a code of the authenticator or a recovery code; null for a wrong or used one. */
export async function takeCode(deps: CodeDeps, accountId: string, typed: string): Promise<CodeKind | null> {
  const found = await findCode(deps, accountId, typed);
  return found && (await spendCode(deps, deps.db, deps.clock.now(), accountId, found)) ? found.kind : null;
}
