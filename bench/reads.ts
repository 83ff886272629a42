import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { accountPage } from "./calls.ts";
import { type Load, load, type Request } from "./load.ts";
import { type Figure, median, type Part } from "./part.ts";
import { startProduct } from "./product.ts";

const ROUNDS = 5;
const ROUND_MS = 900;
const CONNECTIONS = 16;
const WANTED = 0.7;

interface Bare {
  readonly port: number;
  readonly pid: number;
  stop(): void;
}

async function startBare(ownerUrl: string, env: Readonly<Record<string, string>> = {}): Promise<Bare> {
  const script = fileURLToPath(new URL("bare-server.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, OWNER_URL: ownerUrl, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  return { port: Number(first.toString().trim()), pid: child.pid ?? 0, stop: () => child.kill("SIGTERM") };
}

interface Side {
  readonly port: number;
  readonly pid: number;
}

const shortLoad = ({ port, pid }: Side, request: (n: number) => Request): Promise<Load> =>
  load({ port, pid, request, connections: CONNECTIONS, ms: ROUND_MS });

interface Sides {
  readonly ours: Side;
  readonly bare: Side;
  /**
   * The reference with statements planned once for each connection, as the product does: shows the remaining
   * potential.
   */
  readonly keeping: Side;
}

async function compare(what: string, { ours, bare, keeping }: Sides, request: (n: number) => Request): Promise<Figure> {
  const sides = [ours, bare, keeping];
  for (const side of sides) await shortLoad(side, request);
  const rounds: Load[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const loads: Load[] = [];
    for (const side of sides) loads.push(await shortLoad(side, request));
    rounds.push(loads);
  }
  const middle = (pick: (loads: readonly Load[]) => number): number => median(rounds.map(pick));
  const ratioTo = (side: number): number =>
    middle((loads) => (loads[0]?.perSecond ?? 0) / (loads[side]?.perSecond ?? 0));
  const each = (pick: (load: Load) => number): string =>
    sides.map((_, side) => Math.round(middle((loads) => pick(loads[side] as Load)))).join(" / ");
  return {
    what,
    figure: `${ratioTo(1).toFixed(2)} × bare, ${ratioTo(2).toFixed(2)} × bare with kept plans (${each((one) => one.perSecond)} a second, CPU ${each((one) => one.cpuUs)} µs)`,
    wanted: `≥ ${WANTED} × bare`,
    holds: ratioTo(1) >= WANTED,
  };
}

/** The account page's calls compared with bare `node:http` on the same database. */
export const reads: Part = {
  about: "the account page's calls on 10,000 accounts and 1,000 licenses, against bare node:http with the same selects",
  run: async () => {
    const product = await startProduct({ accounts: 10_000, licenses: 1_000 });
    const bare = await startBare(product.ownerUrl);
    const keeping = await startBare(product.ownerUrl, { PREPARED: "1" });
    try {
      const figures: Figure[] = [];
      for (const [what, request] of Object.entries(accountPage))
        figures.push(await compare(what, { ours: product, bare, keeping }, request));
      return figures;
    } finally {
      bare.stop();
      keeping.stop();
      await product.system.close();
    }
  },
};
