import { clientNetwork } from "@foyer/service-kit/rate-limit";

/** Decides which browser reports are processed. */
export interface ReportGate {
  /** True if one more report from that address is accepted now. */
  admits(ip: string, now: Date): boolean;
}

export interface ReportLimits {
  readonly windowSeconds: number;
  /** Maximum reports in a window: per network address, and per instance. */
  readonly perNetwork: number;
  readonly perInstance: number;
}

/**
 * Limits: one browser reports only a few failures, and these are enough to see a failure that a thousand people have.
 */
export const reportLimits: ReportLimits = { windowSeconds: 600, perNetwork: 20, perInstance: 300 };

/**
 * Counts in memory, per instance. With a counter in the database, anyone could cause writes.
 *
 * Stores one number for each address of the window, so at most `perInstance` numbers.
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
