import { clientNetwork } from "@foyer/service-kit/rate-limit";
import { typedAddress } from "@foyer/service-kit/typed-address";
import type { Deps } from "../deps.ts";
import { mailboxOf } from "../mail/mail-limits.ts";
import { queueLicenseKeys } from "../mail/send-license-keys.ts";

const perAddress = { limit: 3, windowSeconds: 3_600 } as const;
const perCaller = { limit: 20, windowSeconds: 3_600 } as const;

/** Queues the mail with the licenses of an address. Looks nothing up, so that the answer and its time are the same for all addresses. */
export async function findLicenseKeys(deps: Deps, typed: string, ip: string): Promise<void> {
  const address = typedAddress(typed, "email_address");
  await deps.limiter.take(`find-keys-from:${clientNetwork(ip)}`, perCaller);
  await deps.limiter.take(`find-keys:${mailboxOf(address)}`, perAddress);
  await queueLicenseKeys(deps.db, deps.addJob, { address });
}
