import { limitMisses } from "@foyer/service-kit/miss-limit";
import { clientNetwork } from "@foyer/service-kit/rate-limit";
import type { Deps } from "../deps.ts";

const looks = { limit: 60, windowSeconds: 600 } as const;

const tries = { limit: 30, windowSeconds: 600 } as const;

/** Runs `take`, which accepts the seat of a reference. Dead references count against the person. */
export function limitTakes<T>(
  { limiter }: Pick<Deps, "limiter">,
  personId: string,
  take: () => Promise<T>,
): Promise<T> {
  return limitMisses(limiter, [{ key: `accept:${personId}`, limit: tries }], ["invitation.dead"], take);
}

/** Runs `look`, which opens an invitation by its link. Dead links count against the network. */
export function limitLooks<T>({ limiter }: Pick<Deps, "limiter">, ip: string, look: () => Promise<T>): Promise<T> {
  return limitMisses(limiter, [{ key: `invitation:${clientNetwork(ip)}`, limit: looks }], ["invitation.dead"], look);
}
