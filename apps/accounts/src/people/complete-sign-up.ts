import type { SignedIn } from "@foyer/contract/sign-in";
import { normalizeAccountName, refuseAccountName } from "@foyer/domain/account-name";
import { inTransaction } from "@foyer/service-kit/db";
import { refuse } from "@foyer/service-kit/errors";
import type { Tx } from "../db/schema.ts";
import type { Deps } from "../deps.ts";
import { refuseNewPassword } from "../passwords/new-password.ts";
import { invisibleIn } from "./check-account-name.ts";
import { newId } from "../secrets/secret-values.ts";
import { type Origin, recordOwnEvent } from "../security-events/security-events.ts";
import { type Opener, openSession } from "../sessions/open-session.ts";
import { insertAccount, readAccountInfo } from "../stores/account-store.ts";
import { refusingDoubles } from "./doubles.ts";
import { userInfoWire } from "../sessions/person-wire.ts";
import { findSignUp, lockSignUp, type SignUp, useSignUp } from "../stores/sign-up-store.ts";

export interface NewAccount {
  readonly new_account_name: string;
  readonly new_password: string;
  readonly new_password_2: string;
}

const isOver = (signUp: SignUp | null, now: Date): boolean =>
  signUp === null || signUp.used_at !== null || signUp.expires_at <= now;

/** Creates the account of a confirmed address, once, and opens its first session. */
export async function completeSignUp(
  deps: Deps,
  signUpId: string,
  typed: NewAccount,
  origin: Origin & Opener,
): Promise<SignedIn> {
  const { db, clock, passwords } = deps;
  const signUp = await findSignUp(db, signUpId);
  if (!signUp || isOver(signUp, clock.now())) refuse("signup.expired");
  const username = normalizeAccountName(typed.new_account_name);
  const refusal = refuseAccountName(username);
  if (refusal !== null) refuse(refusal, { field: "new_account_name", ...invisibleIn(username) });
  await refuseNewPassword(deps, typed, { username, email: signUp.email }, `signup:${signUpId}`);
  const passwordHash = await passwords.hash(typed.new_password);
  return refusingDoubles(() =>
    inTransaction(db, async (tx) => {
      const now = clock.now();
      const locked = await lockSignUp(tx, signUpId);
      if (!locked || isOver(locked, now)) refuse("signup.expired");
      await useSignUp(tx, signUpId, now);
      const id = newId("acc");
      await insertAccount(tx, { id, username, email: locked.email, passwordHash, createdAt: now });
      return begin(tx, now, id, origin);
    }),
  );
}

async function begin(tx: Tx, now: Date, accountId: string, origin: Origin & Opener): Promise<SignedIn> {
  const info = await readAccountInfo(tx, accountId, now);
  const token = info && (await openSession(tx, now, info, origin));
  await recordOwnEvent(tx, now, origin, accountId, "account.created");
  if (!token) throw new Error("the new account is missing");
  return { token, userinfo: userInfoWire(info) };
}
