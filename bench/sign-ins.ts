import { availableParallelism } from "node:os";
import { verify } from "@node-rs/argon2";
import { passwordHasher } from "@foyer/accounts/passwords";
import { accountPage, signInOf } from "./calls.ts";
import { load, type Request } from "./load.ts";
import { type Figure, median, type Part, reaching } from "./part.ts";
import { PASSWORD, type Product, startInProduction } from "./product.ts";

const ROUNDS = 10;
const WANTED = 0.9;
const PEOPLE = 10_000;
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

/** Their tries share one count. */
const fromOneOffice = (n: number): Request => signInOf(n, "192.0.2.7");

interface Round {
  readonly home: number;
  readonly office: number;
  readonly library: number;
}

/** Compares sign-ins with the library's hash, one for each core (more are not faster). */
async function compare({ port, pid }: Product): Promise<readonly Figure[]> {
  const stored = await passwordHasher().hash(PASSWORD);
  // Goes on where it stopped, so that nobody signs in twice from two networks, of which the owner would get a mail.
  let next = 0;
  const storm = (request: (n: number) => Request, ms: number) =>
    load({ port, pid, connections: 3 * CORES, ms, request: () => request(next++) });
  await storm(signInOf, WARM_UP_MS);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      home: (await storm(signInOf, ROUND_MS)).perSecond,
      library: await rate(CORES, () => verify(stored, PASSWORD)),
      office: (await storm(fromOneOffice, ROUND_MS)).perSecond,
    });
  }
  const against = (what: string, pick: (round: Round) => number): Figure => {
    const ratio = middle(rounds, (round) => pick(round) / round.library);
    const library = middle(rounds, (round) => round.library).toFixed(0);
    return {
      what,
      figure: `${ratio.toFixed(2)} × the bare hash (${middle(rounds, pick).toFixed(0)} / ${library} a second)`,
      ...reaching(ratio, { min: WANTED }),
    };
  };
  return [
    against("sign-ins, each from its network", ({ home }) => home),
    against("sign-ins of one office", ({ office }) => office),
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
      load({ port, connections: 3 * CORES, ms: ROUND_MS, request: (n) => signInOf(n) }),
    ]);
    rounds.push({ idle: idle.p50Ms, busy: busy.p50Ms });
  }
  const ratio = middle(rounds, ({ idle, busy }) => busy / idle);
  return {
    what: "a session read beside them, p50",
    figure: `${ratio.toFixed(2)} × idle (${middle(rounds, ({ busy }) => busy).toFixed(2)} / ${middle(rounds, ({ idle }) => idle).toFixed(2)} ms)`,
    ...reaching(ratio, { max: 2 }),
  };
}

/** Sign-ins; the hash should be nearly all of the work. */
export const signIns: Part = {
  about:
    "sign-ins in production settings, limits and logging on, against what the bare hash allows on these cores, and what readers notice of them",
  run: async () => {
    const product = await startInProduction({ accounts: PEOPLE, licenses: 1_000 });
    try {
      return [...(await compare(product)), await beside(product)];
    } finally {
      await product.system.close();
    }
  },
};
