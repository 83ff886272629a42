import { Secret, TOTP } from "otpauth";
import type { Deps } from "../deps.ts";
import { hashOf } from "../secrets/secret-values.ts";

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

/** What a code was; null for one that is wrong or was used. */
export type TakenCode = "authenticator" | "recovery" | null;

/** Takes a code of the authenticator, or a recovery code. Each works once: of two uses at one moment, one. */
export async function takeCode(
  { db, clock }: Pick<Deps, "db" | "clock">,
  accountId: string,
  typed: string,
): Promise<TakenCode> {
  const now = clock.now();
  const code = typed.replaceAll(/\s/g, "");
  const factor = await db
    .selectFrom("second_factors")
    .select("secret")
    .where("account_id", "=", accountId)
    .where("confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!factor) return null;
  const step = stepOfCode(factor.secret, code, now);
  if (step !== null) {
    const { numUpdatedRows } = await db
      .updateTable("second_factors")
      .set({ last_step: step })
      .where("account_id", "=", accountId)
      .where("last_step", "<", step)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? "authenticator" : null;
  }
  const { numUpdatedRows } = await db
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("account_id", "=", accountId)
    .where("code_hash", "=", hashOf(code.toUpperCase()))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? "recovery" : null;
}
