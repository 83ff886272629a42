import type { Queryable } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import { CannotUnseal } from "@foyer/service-kit/keyring";
import { Secret, TOTP } from "otpauth";
import type { AccountsTables } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { findRecoveryCode } from "./recovery-codes.ts";
import { openSecret } from "./sealed-factors.ts";
import { findFactor, takeRecoveryCode, takeStep } from "./second-factor-store.ts";

const PERIOD_SECONDS = 30;

/** The generator of six-digit codes that authenticators know (RFC 6238). */
export function authenticator(secret: string, label?: { readonly issuer: string; readonly username: string }): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: PERIOD_SECONDS,
    algorithm: "SHA1",
    ...(label ? { issuer: label.issuer, label: label.username } : {}),
  });
}

/** The time step whose code that is, one step of clock difference allowed; null when it is none. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = authenticator(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta;
}

/** A code that fits: of which time step of the authenticator, or which kept recovery code. */
export type FoundCode =
  | { readonly kind: "authenticator"; readonly secret: string; readonly step: number }
  | { readonly kind: "recovery"; readonly hash: Buffer };

/** What a code was. */
export type CodeKind = FoundCode["kind"];

type CodeDeps = Pick<Deps, "db" | "clock" | "passwords" | "keyring" | "log">;

/** The secret of the account's authenticator, or null where no key opens what is kept, which the log tells. */
export function secretOf({ keyring, log }: Pick<Deps, "keyring" | "log">, id: string, kept: string): string | null {
  try {
    return openSecret(keyring, id, kept);
  } catch (error) {
    if (!(error instanceof CannotUnseal)) throw error;
    log.error({ account: id, reason: error.message }, "the secret of a second factor cannot be read");
    return null;
  }
}

/**
 * The code of the account's factor, where it is on, that fits what was typed. Slow, so that no lock is held meanwhile; what
 * was found counts once `spendCode` has taken it. Refuses `service.unavailable` where the secret cannot be read; recovery codes work on.
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

/** Uses a code up. Each works once, of two uses at one moment one, and none after its factor. @returns whether it did. */
export async function spendCode(
  { keyring, log }: Pick<Deps, "keyring" | "log">,
  db: Queryable<AccountsTables>,
  now: Date,
  accountId: string,
  code: FoundCode,
): Promise<boolean> {
  if (code.kind === "authenticator") return spendStep({ keyring, log }, db, accountId, code);
  return takeRecoveryCode(db, accountId, code.hash, now);
}

/** Takes the step of that very secret. Encrypted anew in between, it is the same secret still. */
async function spendStep(
  deps: Pick<Deps, "keyring" | "log">,
  db: Queryable<AccountsTables>,
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

/** Takes a code of the authenticator, or a recovery code; null for one that is wrong or was used. */
export async function takeCode(deps: CodeDeps, accountId: string, typed: string): Promise<CodeKind | null> {
  const found = await findCode(deps, accountId, typed);
  return found && (await spendCode(deps, deps.db, deps.clock.now(), accountId, found)) ? found.kind : null;
}
