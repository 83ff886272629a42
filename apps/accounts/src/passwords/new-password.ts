import {
  knownWords,
  lengthWeakness,
  normalizePassword,
  passwordVerdict,
  type PasswordWeakness,
} from "@foyer/domain/password";
import { refuse } from "@foyer/service-kit/errors";
import type { Deps } from "../deps.ts";
import { estimateGuesses } from "./estimate-guesses.ts";

/** Limit of passwords judged for one account or sign-up: a person needs fewer, and each costs CPU time. */
const judgments = { limit: 60, windowSeconds: 3_600 } as const;

/**
 * Refuses a new password when the two texts differ, or when it may not be chosen for that account (KEY-07).
 *
 * @param chosenBy the subject of the limit: the sign-up, the session's account or the link's account. They are separate, so a thief in
 * a session cannot use up the limit of the owner's mailed link.
 */
export async function refuseNewPassword(
  { brand, limiter }: Pick<Deps, "brand" | "limiter">,
  typed: { readonly new_password: string; readonly new_password_2: string },
  account: { readonly username: string; readonly email: string },
  chosenBy: `${"signup" | "session" | "link"}:${string}`,
): Promise<void> {
  const password = normalizePassword(typed.new_password);
  if (password !== normalizePassword(typed.new_password_2)) refuse("password.mismatch", { field: "new_password_2" });
  const unfit = lengthWeakness(password);
  if (unfit !== null) refuseWeak(unfit);
  await limiter.take(`new-password:${chosenBy}`, judgments);
  const known = knownWords(account, [brand.provider, brand.company, ...brand.products.map(({ name }) => name)]);
  const { weakness } = passwordVerdict(password, known, await estimateGuesses(password, known));
  if (weakness !== null) refuseWeak(weakness);
}

function refuseWeak(weakness: PasswordWeakness): never {
  refuse("password.weak", { field: "new_password", reason: weakness });
}
