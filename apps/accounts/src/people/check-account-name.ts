import { normalizeAccountName, refuseAccountName } from "@foyer/domain/account-name";
import type { ErrorEntry } from "@foyer/contract/error-envelope";
import type { Because } from "@foyer/contract/refusal-reasons";
import { holdsInvisible } from "@foyer/domain/invisible";
import { Refusal } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";
import { findAccountNamed } from "../stores/account-store.ts";

const checks = { limit: 20, windowSeconds: 60 } as const;

export interface CheckedName {
  readonly valid: boolean;
  /** The name as it would be stored. */
  readonly account_name: string;
  readonly errors?: ErrorEntry[];
}

/** Returns whether a name is valid and available. */
export async function checkAccountName({ db, limiter }: Deps, typed: string, ip: string): Promise<CheckedName> {
  await limiter.take(`name:${clientNetwork(ip)}`, checks);
  const name = normalizeAccountName(typed);
  const refusal = refuseAccountName(name) ?? ((await findAccountNamed(db, name)) ? "account_name.taken" : null);
  if (refusal === null) return { valid: true, account_name: name };
  const { details } = new Refusal({ name: refusal, ...(refusal === "account_name.taken" ? {} : invisibleIn(name)) });
  return { valid: false, account_name: name, errors: [...details] };
}

/** Returns the reason for a refused name that contains an invisible character. */
export function invisibleIn(name: string): Because<"account_name.not_allowed"> | Record<never, never> {
  return holdsInvisible(name) ? { reason: "invisible", facts: { text: name } } : {};
}
