import { limitMisses } from "@foyer/service-kit/miss-limit";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";

const guesses = { limit: 30, windowSeconds: 600 } as const;
const misses = [
  "email.link_dead",
  "reset.link_dead",
  "come_back.link_dead",
  "data_export.link_dead",
  "contact.link_dead",
  "restore.link_dead",
  "not_me.link_dead",
  "signup.wrong_key",
  "signup.key_expired",
] as const;

/** Runs `work`, which uses a mailed secret. Wrong, used and expired secrets count against the network. */
export function limitGuesses<T>({ limiter }: Pick<Deps, "limiter">, ip: string, work: () => Promise<T>): Promise<T> {
  return limitMisses(limiter, [{ key: `secret:${clientNetwork(ip)}`, limit: guesses }], misses, work);
}
