import type { Deps } from "../deps.ts";

const machineSeconds = (): number => Math.floor(Date.now() / 1_000);

/** A time of the database as the provider counts: seconds by the machine's clock. */
export function asProviderTime({ clock }: Pick<Deps, "clock">, time: Date): number {
  return machineSeconds() + Math.floor((time.getTime() - clock.now().getTime()) / 1_000);
}
