import { clientNetwork } from "@foyer/service-kit/rate-limit";

/** Decides which reports of browsers are looked at. */
export interface ReportGate {
  /** Whether one more report from that address is taken now. */
  admits(ip: string, now: Date): boolean;
}

export interface ReportLimits {
  readonly windowSeconds: number;
  /** Reports of one address, and of all together, in a window. */
  readonly perNetwork: number;
  readonly perInstance: number;
}

/** A browser that fails reports a handful of failures; a thousand people who meet the same one report it enough with these. */
export const reportLimits: ReportLimits = { windowSeconds: 600, perNetwork: 20, perInstance: 300 };

/**
 * Counts in memory, each instance for itself: a counter in the database would let everybody write to it.
 *
 * Holds one number for each address of the window, so never more than `perInstance` of them.
 */
export function reportGate({ windowSeconds, perNetwork, perInstance }: ReportLimits): ReportGate {
  let windowEnds = 0;
  let total = 0;
  const taken = new Map<string, number>();
  return {
    admits: (ip, now) => {
      if (now.getTime() >= windowEnds) {
        windowEnds = now.getTime() + windowSeconds * 1_000;
        total = 0;
        taken.clear();
      }
      const network = clientNetwork(ip);
      const count = taken.get(network) ?? 0;
      if (total >= perInstance || count >= perNetwork) return false;
      total += 1;
      taken.set(network, count + 1);
      return true;
    },
  };
}
