import { type Load, load, type LoadOptions } from "./load.ts";
import { type Figure, median } from "./part.ts";

const ROUNDS = 5;
const ROUND_MS = 1_500;
/** Connections of a load. */
export const CONNECTIONS = 16;

/** A server with the requests that it gets. */
export interface Side extends Pick<LoadOptions, "port" | "pid" | "request" | "answered"> {
  readonly pid: number;
}

/** Targets in proportion to the reference. */
export interface Target {
  /** Requests a second, at least. */
  readonly rate: number;
  /** CPU time of the server's process for a request, at most. */
  readonly cpu?: number;
  /** Response time of the slowest hundredth, at most. */
  readonly p99?: number;
}

interface Round {
  readonly ours: Load;
  readonly bare: Load;
}

/** One measure as a ratio of ours to the reference. */
interface Measure {
  readonly name: string;
  readonly of: (load: Load) => number;
  readonly target: number | undefined;
  /** True when a higher ratio is better. */
  readonly isRate: boolean;
}

const once = (side: Side): Promise<Load> => load({ ...side, connections: CONNECTIONS, ms: ROUND_MS });

function ratiosOf({ of, isRate }: Measure, rounds: readonly Round[]) {
  const ratios = rounds.map(({ ours, bare }) => of(ours) / of(bare));
  return { middle: median(ratios), worst: isRate ? Math.min(...ratios) : Math.max(...ratios) };
}

/** Returns how far the ratio is from its target; null if it meets it. */
function lackOf({ name, target, isRate }: Measure, ratio: number): string | null {
  if (target === undefined || (isRate ? ratio >= target : ratio <= target)) return null;
  return `${name} ${Math.abs(target - ratio).toFixed(2)} × too ${isRate ? "few" : "much"}`;
}

/**
 * Compares requests with those of a reference on the same machine, in turn. Each ratio is the median of five rounds; the worst
 * round is printed too.
 */
export async function judge(what: string, { ours, bare }: { ours: Side; bare: Side }, target: Target): Promise<Figure> {
  const rounds: Round[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const loads = { ours: await once(ours), bare: await once(bare) };
    // The first round warms both up.
    if (round >= 0) rounds.push(loads);
  }
  const measures: Measure[] = [
    { name: "requests", of: ({ perSecond }) => perSecond, target: target.rate, isRate: true },
    { name: "CPU", of: ({ cpuUs }) => cpuUs, target: target.cpu, isRate: false },
    { name: "p99", of: ({ p99Ms }) => p99Ms, target: target.p99, isRate: false },
  ];
  const shown = measures.map((measure) => {
    const { middle, worst } = ratiosOf(measure, rounds);
    const values = (["ours", "bare"] as const).map((side) => median(rounds.map((round) => measure.of(round[side]))));
    const each = values.map((value) => value.toFixed(measure.name === "p99" ? 1 : 0)).join(" / ");
    return {
      text: `${measure.name} ${middle.toFixed(2)} × (worst ${worst.toFixed(2)}; ${each})`,
      lack: lackOf(measure, middle),
    };
  });
  const lacks = shown.flatMap(({ lack }) => lack ?? []).join(", ");
  return {
    what,
    figure: shown.map(({ text }) => text).join(", "),
    wanted: [
      `≥ ${target.rate} ×`,
      ...(target.cpu === undefined ? [] : [`CPU ≤ ${target.cpu} ×`]),
      ...(target.p99 === undefined ? [] : [`p99 ≤ ${target.p99} ×`]),
    ].join(", "),
    holds: lacks === "",
    lacks: lacks === "" ? undefined : lacks,
  };
}
