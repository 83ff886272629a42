// Runs the fault table of the security requirements at full size: `npm run torture [fault …]`, for example F3 F4.
// `npm run torture models` runs the randomized tests with more cases, `npm run torture servers` the tests of each
// installed PostgreSQL. faults.json lists the tests of each fault by file and title. The invariants are checked whenever one of these tests releases its database.
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import fs from "node:fs";
import { pinnedNode, prepare } from "./prepare.mjs";

/** Randomized tests; `npm test` runs fewer cases. @type {[file: string, title: string][]} */
const models = [
  ["apps/accounts/src/accounts-model.test.ts", "random lives"],
  ["apps/accounts/src/access-restore/restore-races.test.ts", "KEY-11"],
  ["apps/accounts/src/activations/devices-model.test.ts", "devices follow seats"],
  ["apps/accounts/src/apps/malformed.test.ts", "malformed requests"],
  ["apps/accounts/src/credentials-model.test.ts", "some order explains"],
  ["apps/accounts/src/malformed-requests.test.ts", "malformed requests"],
  ["apps/accounts/src/people/secret-races.test.ts", "concurrent"],
  ["apps/accounts/src/seats/one-seat-per-address.test.ts", "concurrent with its invitation"],
  ["apps/accounts/src/passwords/guess-estimator.test.ts", "most common passwords"],
  ["apps/purchase/src/malformed-requests.test.ts", "malformed requests"],
  ["apps/purchase/src/checkout/random-checkouts.test.ts", "random checkouts"],
  ["apps/purchase/src/coupons/discounted-changes.test.ts", "random changes"],
  ["apps/purchase/src/desk/statements.test.ts", "malformed forms to each page"],
  ["apps/purchase/src/checkout/purchase-faults.test.ts", "stolen cards"],
  ["apps/purchase/src/changes/quotes/charge-is-quote.test.ts", "R-64"],
  ["apps/purchase/src/changes/taken-back-switch.test.ts", "random cases"],
  ["apps/purchase/src/changes/quotes/reverse-charge.test.ts", "random changes"],
  ["apps/purchase/src/subscriptions/thirteen-months.test.ts", "thirteen months"],
  ["e2e/bodies.test.ts", "mixtures over all"],
  ["e2e/bodies.test.ts", "bodies at the limit"],
  ["packages/service-kit/src/host.test.ts", "R-74"],
  ["packages/service-kit/src/migrate.test.ts", "run each migration once"],
];

/** Tests on each PostgreSQL that is installed; `npm test` takes one. @type {[file: string, title: string][]} */
const servers = [["apps/foyer/src/logins/database-logins.test.ts", "on an own server"]];

/** @type {Record<string, [file: string, title: string][]>} */
const faults = { ...JSON.parse(fs.readFileSync(new URL("faults.json", import.meta.url), "utf8")), models, servers };
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in faults));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(", ")}; they are ${Object.keys(faults).join(", ")}.`);
  process.exit(1);
}
prepare({ portal: true });
const seed = process.env.SEED ?? String(randomInt(1, 2 ** 31));
const again = ["npm run torture", ...(wanted.length > 0 ? ["--", ...wanted] : [])].join(" ");
console.log(`Seed ${seed} (again: SEED=${seed} ${again})`);

const proofs = (wanted.length > 0 ? wanted : Object.keys(faults)).flatMap((name) => faults[name]);
const files = [...new Set(proofs.map(([file]) => file))];
const titles = [...new Set(proofs.map(([, title]) => (/^F\d+$/.test(title) ? `\\b${title}\\b` : title)))];
const run = spawnSync(
  pinnedNode(),
  ["node_modules/vitest/vitest.mjs", "run", ...files, "-t", titles.join("|"), "--testTimeout=600000"],
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
