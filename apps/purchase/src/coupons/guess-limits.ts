import { Refusal } from "@foyer/service-kit/errors";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";

/** Refused codes of an account, and of an address, in an hour. */
const REFUSED = { limit: 10, windowSeconds: 3_600 } as const;

/** Where a code comes from. */
export interface Guesser {
  readonly account: string;
  readonly ip: string;
}

/** Runs the check of a code, and counts it if the code is refused. After ten refused ones refuses with 429. */
export async function countingGuesses<T>(
  { limiter }: Deps,
  { account, ip }: Guesser,
  check: () => Promise<T>,
): Promise<T> {
  const byAccount = await limiter.begin(`coupon:${account}`, REFUSED);
  const byAddress = await limiter.begin(`coupon-from:${clientNetwork(ip)}`, REFUSED).catch(async (error: unknown) => {
    await byAccount.giveBack();
    throw error;
  });
  const tries = [byAccount, byAddress];
  try {
    const checked = await check();
    await Promise.all(tries.map((one) => one.giveBack()));
    return checked;
  } catch (error) {
    const isWrong = error instanceof Refusal && error.refusal === "coupon.refused";
    await Promise.all(tries.map((one) => (isWrong ? one.failed() : one.giveBack())));
    throw error;
  }
}
