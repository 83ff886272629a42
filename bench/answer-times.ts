import { type RunningSystem, startFoyer } from "@foyer/testing/running-system";
import { type Figure, median, type Part } from "./part.ts";

const PAIRS = 200;
const PASSWORD = "correct-horse-battery-9";

/** Durations in milliseconds of calls about known and about unknown things. */
interface Times {
  readonly known: readonly number[];
  readonly unknown: readonly number[];
}

const account = (username: string, more: object = {}) => ({
  type: "account",
  username,
  email: `${username}@example.com`,
  password: PASSWORD,
  ...more,
});
const lines = [
  account("open"),
  account("closed", { state: 300 }),
  account("unset", { password: undefined }),
  // An address gets three mails an hour, so an attacker asks only once for each address.
  ...Array.from({ length: PAIRS }, (_, at) => account(`known${at}`)),
];

/**
 * The probability that a value of the first list is larger than one of the second: 0.5 if they cannot be distinguished, 1 if they
 * always can.
 */
function areaUnderCurve(first: readonly number[], second: readonly number[]): number {
  let wins = 0;
  for (const one of first) for (const other of second) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (first.length * second.length);
}

/** Measures both kinds of call alternately, so that a busy machine slows both. The order within a pair alternates too. */
async function timesInTurn(
  known: (at: number) => Promise<number>,
  unknown: (at: number) => Promise<number>,
): Promise<Times> {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let at = 0; at < PAIRS; at++) {
    if (at % 2 === 0) times.known.push(await known(at));
    times.unknown.push(await unknown(at));
    if (at % 2 === 1) times.known.push(await known(at));
  }
  return times;
}

/** Compares the times with the smallest difference that a caller can notice: 5 ms or a tenth, and an order of 0.6. */
function figureOf(what: string, { known, unknown }: Times): Figure {
  const order = areaUnderCurve(known, unknown);
  const [knownMs, unknownMs] = [median(known), median(unknown)];
  const isOrdered = Math.abs(order - 0.5) > 0.1;
  const isApart = Math.abs(knownMs - unknownMs) > Math.max(5, 0.1 * unknownMs);
  return {
    what,
    figure: `order ${order.toFixed(2)}, medians ${knownMs.toFixed(1)} / ${unknownMs.toFixed(1)} ms`,
    wanted: "order 0.4 to 0.6, medians within 10 % or 5 ms",
    holds: !isOrdered && !isApart,
  };
}

/** Returns a function that sends one call about a name and returns its time. */
async function callTimer(
  system: RunningSystem,
  { path, body, status }: { path: string; body: (name: string) => object; status: number },
): Promise<(name: string) => Promise<number>> {
  const once = async (name: string): Promise<number> => {
    const start = performance.now();
    const answer = await system.call("POST", `/api/1.1/${path}`, { json: body(name) });
    const ms = performance.now() - start;
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
    return ms;
  };
  for (let at = 0; at < 10; at++) await once(`warm${at}`);
  return once;
}

async function refusedSignIns(system: RunningSystem): Promise<Figure> {
  const body = (username: string) => ({ username, password: "not-the-password" });
  const once = await callTimer(system, { path: "signin/", body, status: 401 });
  const known = ["open", "open", "closed", "unset"];
  return figureOf(
    "refused sign-ins, known to unknown",
    await timesInTurn(
      (at) => once(known[at % known.length] ?? ""),
      (at) => once(`nobody${at}`),
    ),
  );
}

async function uniform(system: RunningSystem, path: string): Promise<Figure> {
  const body = (name: string) => ({ email_address: `${name}@example.com` });
  const once = await callTimer(system, { path, body, status: 200 });
  return figureOf(
    `${path} known to unknown`,
    await timesInTurn(
      (at) => once(`known${at}`),
      (at) => once(`nobody${at}`),
    ),
  );
}

/** R-04 R-31: whether times reveal an account. Tests count the work; this measures it. */
export const answerTimes: Part = {
  about: `${PAIRS} pairs of answers about known and unknown names and addresses, with uniform answers`,
  run: async () => {
    const system = await startFoyer({
      lines,
      env: { UNIFORM_ANSWERS: "on" },
      limitsOff: "asks hundreds of times from one network",
    });
    try {
      return [
        await refusedSignIns(system),
        await uniform(system, "password_reset/"),
        await uniform(system, "user/verify_email/"),
      ];
    } finally {
      await system.close();
    }
  },
};
