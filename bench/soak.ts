/**
 * `npm run soak [-- MINUTES]`: 50 requests a second for 30 minutes by default; checks that memory and handles do not
 * grow.
 */
import fs from "node:fs";
import { accountPage, signInOf } from "./calls.ts";
import { load, type Request } from "./load.ts";
import { residentMb, startProduct } from "./product.ts";

const MINUTES = Number(process.argv[2] ?? 30);
const A_SECOND = 50;
const GROWTH_MAX = 0.1;

/** Mostly reads, with an occasional sign-in. */
function request(n: number): Request {
  if (n % 25 === 0) return signInOf(n);
  const calls = Object.values(accountPage);
  return (calls[n % calls.length] ?? signInOf)(n);
}

interface Sample {
  readonly rssMb: number;
  readonly files: number;
}

function stateOf(pid: number): Sample {
  return { rssMb: residentMb(pid), files: fs.readdirSync(`/proc/${pid}/fd`).length };
}

/** Returns the 95th percentile. */
function high(samples: readonly Sample[], what: keyof Sample): number {
  const sorted = samples.map((sample) => sample[what]).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

const product = await startProduct({ accounts: 10_000, licenses: 1_000 });
const { port, pid, system } = product;
try {
  const samples: Sample[] = [];
  let n = 0;
  const start = performance.now();
  const until = start + MINUTES * 60_000;
  while (performance.now() < until) {
    const now = performance.now();
    // Fifty a second over five connections, in one burst each second. Requests that a slow second leaves are sent in
    // the following ones, at no more than twice the rate.
    const due = Math.min((Math.floor((now - start) / 1_000) + 1) * A_SECOND, n + 2 * A_SECOND);
    await load({ port, connections: 5, ms: 900, request: () => request(n++), more: () => n < due });
    samples.push(stateOf(pid));
    if (samples.length % 60 === 0) {
      const { rssMb, files } = samples.at(-1) ?? { rssMb: 0, files: 0 };
      process.stdout.write(`${samples.length} s: ${n} requests, ${rssMb.toFixed(0)} MB, ${files} files\n`);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1_000 - (performance.now() - now))));
  }
  // The first fifth is the warm-up. Memory varies with the garbage collector, so the 95th percentile of the second
  // fifth is compared with that of the last.
  const fifth = Math.floor(samples.length / 5);
  const second = samples.slice(fifth, 2 * fifth);
  const last = samples.slice(-fifth);
  const growth = high(last, "rssMb") / high(second, "rssMb") - 1;
  const files = high(last, "files") - high(second, "files");
  const rejections = (system.output().match(/unhandled rejection/g) ?? []).length;
  const aSecond = n / (MINUTES * 60);
  const holds = growth < GROWTH_MAX && files <= 5 && rejections === 0;
  process.stdout.write(
    `${holds ? "holds" : "FAILS"}  ${n} requests in ${MINUTES} min, ${aSecond.toFixed(1)} a second of ${A_SECOND} wanted: memory ${(growth * 100).toFixed(1)} % (wanted < 10 %), files ${files >= 0 ? "+" : ""}${files}, unhandled rejections ${rejections}\n`,
  );
  process.exitCode = holds ? 0 : 1;
} finally {
  await system.close();
}
