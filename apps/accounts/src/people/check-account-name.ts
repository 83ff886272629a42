import { normalizeAccountName, refuseAccountName } from "@foyer/domain/account-name";
import { refusals } from "@foyer/contract/refusals";
import { accountNameSentence } from "@foyer/contract/typed-sentences";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";
import { findAccountNamed } from "../stores/account-store.ts";

const checks = { limit: 20, windowSeconds: 60 } as const;

export interface CheckedName {
  readonly valid: boolean;
  /** The name as it would be stored. */
  readonly account_name: string;
  readonly errors?: { code: number; message: string }[];
}

/** Whether a name is valid and available. */
export async function checkAccountName({ db, limiter }: Deps, typed: string, ip: string): Promise<CheckedName> {
  await limiter.take(`name:${clientNetwork(ip)}`, checks);
  const name = normalizeAccountName(typed);
  const refusal = refuseAccountName(name) ?? ((await findAccountNamed(db, name)) ? "account_name.taken" : null);
  if (refusal === null) return { valid: true, account_name: name };
  const { code, message: taken } = refusals[refusal];
  const message = refusal === "account_name.taken" ? taken : accountNameSentence(name);
  return { valid: false, account_name: name, errors: [{ code, message }] };
}
