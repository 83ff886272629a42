import { passwordHasher } from "@foyer/accounts/passwords";
import { accountPage } from "./calls.ts";
import { usernameOf } from "./fill.ts";
import { load, type Request } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { PASSWORD, type Product, startProduct } from "./product.ts";

const ROUNDS = 5;
const ROUND_MS = 3_000;

interface Rate {
  readonly perSecond: number;
  readonly cpuUs: number;
}

/** What these cores allow when nothing but the hash is computed, two at once. */
async function bareHashes(stored: string): Promise<Rate> {
  const passwords = passwordHasher();
  const start = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() - start < ROUND_MS) {
      await passwords.verify(stored, PASSWORD);
      done++;
    }
  };
  await Promise.all([lane(), lane()]);
  const { user, system } = process.cpuUsage(before);
  return { perSecond: done / ((performance.now() - start) / 1_000), cpuUs: (user + system) / done };
}

const signIn = (n: number): Request => ({
  method: "POST",
  path: "/api/1.1/signin/",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ username: usernameOf(n % 10_000), password: PASSWORD }),
});

async function compare({ port, pid }: Product): Promise<Figure> {
  const stored = await passwordHasher().hash(PASSWORD);
  const rounds: [Rate, Rate][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await load({ port, pid, connections: 6, ms: ROUND_MS, request: signIn });
    rounds.push([own, await bareHashes(stored)]);
  }
  const ratio = median(rounds.map(([own, limit]) => own.perSecond / limit.perSecond));
  const middle = (pick: (rate: Rate) => number): string =>
    [0, 1].map((side) => median(rounds.map((pair) => pick(pair[side] as Rate))).toFixed(0)).join(" / ");
  return {
    what: "sign-ins a second",
    figure: `${ratio.toFixed(2)} × the bare hash (${middle((one) => one.perSecond)} a second, CPU ${middle((one) => one.cpuUs)} µs)`,
    wanted: "≥ 0.9",
    holds: ratio >= 0.9,
  };
}

/** Whether those who are signed in notice a storm of sign-ins. */
async function beside({ port, pid }: Product): Promise<Figure> {
  const request = accountPage["user"];
  if (!request) throw new Error("no call to read");
  const read = { port, pid, connections: 1, ms: ROUND_MS, request };
  const idle = await load(read);
  const [busy] = await Promise.all([load(read), load({ port, connections: 6, ms: ROUND_MS, request: signIn })]);
  const ratio = busy.p50Ms / idle.p50Ms;
  return {
    what: "a session read beside them, p50",
    figure: `${ratio.toFixed(2)} × idle (${busy.p50Ms.toFixed(2)} / ${idle.p50Ms.toFixed(2)} ms)`,
    wanted: "≤ 2",
    holds: ratio <= 2,
  };
}

/** Sign-ins, of which the hash should be nearly all the work. */
export const signIns: Part = {
  about: "sign-ins against what the bare hash allows on these cores, and what readers notice of them",
  run: async () => {
    const product = await startProduct({ accounts: 10_000, licenses: 1_000 });
    try {
      return [await compare(product), await beside(product)];
    } finally {
      await product.system.close();
    }
  },
};
