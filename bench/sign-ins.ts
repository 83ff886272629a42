import { availableParallelism } from "node:os";
import { verify } from "@node-rs/argon2";
import { passwordHasher } from "@foyer/accounts/passwords";
import { accountPage } from "./calls.ts";
import { usernameOf } from "./fill.ts";
import { load, type Request } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { PASSWORD, type Product, startProduct } from "./product.ts";

const ROUNDS = 10;
const ROUND_MS = 2_000;
/** Warm-up time: a service that was just started runs much of its code for the first time. */
const WARM_UP_MS = 6_000;

/** Cores that an instance uses for hashes, and threads of the library. */
const CORES = Math.min(4, availableParallelism());

const middle = <Round>(rounds: readonly Round[], pick: (round: Round) => number): number => median(rounds.map(pick));

/** Returns how often a second `verifyOne` completes in that many parallel lanes. */
async function rate(lanes: number, verifyOne: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - start < ROUND_MS) {
      await verifyOne();
      done++;
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return done / ((performance.now() - start) / 1_000);
}

const signIn = (n: number): Request => ({
  method: "POST",
  path: "/api/1.1/signin/",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ username: usernameOf(n % 10_000), password: PASSWORD }),
});

/**
 * Compares sign-ins with the library's hash, one for each core (more are not faster), and with the hash in the
 * service's threads.
 */
async function compare({ port, pid }: Product): Promise<readonly Figure[]> {
  const threads = passwordHasher();
  const stored = await threads.hash(PASSWORD);
  const storm = { port, pid, connections: 3 * CORES, request: signIn };
  await load({ ...storm, ms: WARM_UP_MS });
  const rounds: { own: number; library: number; threads: number; cpuUs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await load({ ...storm, ms: ROUND_MS });
    rounds.push({
      own: own.perSecond,
      cpuUs: own.cpuUs,
      library: await rate(CORES, () => verify(stored, PASSWORD)),
      threads: await rate(2 * CORES, () => threads.verify(stored, PASSWORD)),
    });
  }
  const ratio = middle(rounds, ({ own, library }) => own / library);
  return [
    {
      what: "sign-ins a second",
      figure: `${ratio.toFixed(2)} × the bare hash (${middle(rounds, ({ own }) => own).toFixed(0)} / ${middle(rounds, ({ library }) => library).toFixed(0)} a second, CPU ${middle(rounds, ({ cpuUs }) => cpuUs).toFixed(0)} µs)`,
      wanted: "≥ 0.9",
      holds: ratio >= 0.9,
    },
    {
      what: "the same against our threads alone",
      figure: `${middle(rounds, (round) => round.own / round.threads).toFixed(2)} × (${middle(rounds, (round) => round.threads).toFixed(0)} a second)`,
      wanted: "told only",
      holds: true,
    },
  ];
}

/** Measures whether a burst of sign-ins slows down signed-in people. */
async function beside({ port, pid }: Product): Promise<Figure> {
  const request = accountPage["user"];
  if (!request) throw new Error("no call to read");
  const read = { port, pid, connections: 1, ms: ROUND_MS, request };
  const rounds: { idle: number; busy: number }[] = [];
  for (let round = 0; round < 3; round++) {
    const idle = await load(read);
    const [busy] = await Promise.all([
      load(read),
      load({ port, connections: 3 * CORES, ms: ROUND_MS, request: signIn }),
    ]);
    rounds.push({ idle: idle.p50Ms, busy: busy.p50Ms });
  }
  const ratio = middle(rounds, ({ idle, busy }) => busy / idle);
  return {
    what: "a session read beside them, p50",
    figure: `${ratio.toFixed(2)} × idle (${middle(rounds, ({ busy }) => busy).toFixed(2)} / ${middle(rounds, ({ idle }) => idle).toFixed(2)} ms)`,
    wanted: "≤ 2",
    holds: ratio <= 2,
  };
}

/** Sign-ins; the hash should be nearly all of the work. */
export const signIns: Part = {
  about: "sign-ins against what the bare hash allows on these cores, and what readers notice of them",
  run: async () => {
    const product = await startProduct({ accounts: 10_000, licenses: 1_000 });
    try {
      return [...(await compare(product)), await beside(product)];
    } finally {
      await product.system.close();
    }
  },
};
