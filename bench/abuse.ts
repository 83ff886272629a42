import { spawn } from "node:child_process";
import http from "node:http";
import { fileURLToPath } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { passwordHasher } from "@foyer/accounts/passwords";
import { startFoyer } from "@foyer/testing/running-system";
import { attacks, slowConnections } from "./attacks.ts";
import { accountPage } from "./calls.ts";
import { fill } from "./fill.ts";
import { type Figure, median, type Part } from "./part.ts";
import { ownerUrlOf, PASSWORD, pidOf, residentMb } from "./product.ts";

const READS_A_SECOND = 100;
const BEFORE_MS = 5_000;
const DURING_MS = 8_000;
/** Time from the start of the attack until its effect is measured. */
const LEAD_MS = 1_500;
const WARM_UP_MS = 4_000;
/** Limit for the slowest hundredth of readers during any attack. */
const P99_MAX_MS = 2_000;

interface Reading {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly asked: number;
  /** Readers that got a wrong answer, or none within ten seconds. */
  readonly failed: number;
}

const request = accountPage["user"];

function read(agent: http.Agent, port: number, n: number): Promise<boolean> {
  if (!request) throw new Error("no call to read");
  const { method, path: address, headers, body } = request(n);
  return new Promise((resolve) => {
    const call = http.request({ host: "127.0.0.1", port, method, path: address, headers, agent, timeout: 10_000 });
    call.once("response", (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode === 200));
    });
    call.once("timeout", () => call.destroy());
    call.once("error", () => resolve(false));
    call.end(body);
  });
}

/** Sends honest reads at a steady rate, without waiting for earlier answers. */
async function readers(port: number, ms: number): Promise<Reading> {
  const agent = new http.Agent({ keepAlive: true });
  const times: number[] = [];
  let failed = 0;
  const asked: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < (ms / 1_000) * READS_A_SECOND; n++) {
    const due = start + (n * 1_000) / READS_A_SECOND;
    await pause(Math.max(0, due - performance.now()));
    const before = performance.now();
    asked.push(
      read(agent, port, n).then((isRight) => {
        times.push(performance.now() - before);
        if (!isRight) failed += 1;
      }),
    );
  }
  await Promise.all(asked);
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50Ms: median(sorted),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    asked: sorted.length,
    failed,
  };
}

/** Starts the attack. Returns the answers that it got, after it has ended. */
function begin(name: string, port: number): Promise<string> {
  const script = fileURLToPath(new URL("attacker.ts", import.meta.url));
  const ms = LEAD_MS + DURING_MS;
  const child = spawn(process.execPath, [script, name, String(port), String(ms)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("close", () => {
      if (said === "") return reject(new Error(`the attack "${name}" could not be made`));
      const answers = JSON.parse(said) as Readonly<Record<string, number>>;
      resolve(
        Object.entries(answers)
          .map(([answer, times]) => `${times} × ${answer}`)
          .join(", "),
      );
    });
  });
}

async function suffer(name: string, port: number): Promise<Figure> {
  const before = await readers(port, BEFORE_MS);
  const attack = begin(name, port);
  await pause(LEAD_MS);
  const during = await readers(port, DURING_MS);
  const answers = await attack;
  // Leftover load of this attack must not count against the next one.
  await pause(1_000);
  const ratio = (of: (reading: Reading) => number): string => (of(during) / of(before)).toFixed(1);
  const p99 = `p99 ${ratio(({ p99Ms }) => p99Ms)} × (${during.p99Ms.toFixed(1)} / ${before.p99Ms.toFixed(1)} ms)`;
  return {
    what: name,
    figure: `${p99}, p50 ${ratio(({ p50Ms }) => p50Ms)} ×, ${during.failed} of ${during.asked} failed; attack: ${answers}`,
    wanted: `p99 ≤ ${P99_MAX_MS} ms, none failed`,
    holds: during.failed === 0 && during.p99Ms <= P99_MAX_MS,
  };
}

/** Measures how attacks slow down people who only read their account page, with all limits on. */
export const abuse: Part = {
  about: `${READS_A_SECOND} honest reads a second of 10,000 accounts, during attacks / before each`,
  run: async () => {
    const system = await startFoyer({ env: { LOG_LEVEL: "error" } });
    try {
      await fill(
        await ownerUrlOf(system),
        { accounts: 10_000, licenses: 1_000 },
        await passwordHasher().hash(PASSWORD),
      );
      const { port } = new URL(system.url);
      await readers(Number(port), WARM_UP_MS);
      const figures: Figure[] = [];
      for (const name of [slowConnections, ...attacks.map((attack) => attack.name)])
        figures.push(await suffer(name, Number(port)));
      const megabytes = residentMb(pidOf(system));
      figures.push({
        what: "memory afterwards",
        figure: `${megabytes.toFixed(0)} MB`,
        wanted: "≤ 600 MB",
        holds: megabytes <= 600,
      });
      return figures;
    } finally {
      await system.close();
    }
  },
};
