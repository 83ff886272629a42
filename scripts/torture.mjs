// The fault table of the security requirements, at full size: `npm run torture [fault …]`, such as `npm run torture F3 F4`.
// Every test that names a fault runs; which fault is proved where stands in docs/faults.md.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { pinnedNode, prepare } from "./prepare.mjs";

prepare({ portal: true });
const wanted = process.argv.slice(2);
const seed = process.env.SEED ?? String(randomInt(1, 2 ** 31));
console.log(`Seed ${seed} (again: SEED=${seed} npm run torture)`);

const faults = wanted.length > 0 ? wanted : Array.from({ length: 24 }, (_, n) => `F${n + 1}`);
const run = spawnSync(
  pinnedNode(),
  ["node_modules/vitest/vitest.mjs", "run", "-t", `\\b(${faults.join("|")})\\b`, "--testTimeout=600000"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      TORTURE: "1",
      SEED: seed,
      RESTARTS: process.env.RESTARTS ?? "15",
      OUTAGE_SECONDS: process.env.OUTAGE_SECONDS ?? "60",
      DURABILITY_ROUNDS: process.env.DURABILITY_ROUNDS ?? "5",
    },
  },
);
process.exitCode = run.status ?? 1;
