import { addressKey } from "@foyer/domain/addresses";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";

const perAddress = { limit: 3, windowSeconds: 3_600 } as const;
const perNetwork = { limit: 10, windowSeconds: 3_600 } as const;
const guesses = { limit: 30, windowSeconds: 600 } as const;

/** Counts a mail that somebody asks for; known and unknown addresses alike. */
export async function takeMail({ limiter }: Pick<Deps, "limiter">, address: string, ip: string): Promise<void> {
  await limiter.take(`mail-from:${clientNetwork(ip)}`, perNetwork);
  await limiter.take(`mail-to:${addressKey(address)}`, perAddress);
}

/** Counts a try at a mailed secret. */
export async function takeGuess({ limiter }: Pick<Deps, "limiter">, ip: string): Promise<void> {
  await limiter.take(`secret:${clientNetwork(ip)}`, guesses);
}
