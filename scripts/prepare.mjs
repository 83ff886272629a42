// Prepares everything that Foyer needs to run: the installed packages, the pinned Node, the built portal. Plain
// JavaScript, for any Node from 20.19 on.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const NODE_WANTED = 24;

/**
 * Returns the Node that the lockfile pins; on platforms without such a package, the running one if it is new enough.
 */
export function pinnedNode() {
  const pinned = path.join(root, "node_modules/.bin/node");
  if (fs.existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= NODE_WANTED) return process.execPath;
  console.error(`Foyer needs Node ${NODE_WANTED} on this platform; this is ${process.version}.`);
  return process.exit(1);
}

const readJson = (file) => JSON.parse(fs.readFileSync(file, "utf8"));

/** Returns whether node_modules matches the lockfile exactly. */
function isInstalled() {
  if (!fs.existsSync("node_modules/.package-lock.json")) return false;
  const wanted = readJson("package-lock.json").packages;
  const present = readJson("node_modules/.package-lock.json").packages;
  return Object.entries(wanted).every(([place, { version, optional, link }]) => {
    if (!place.startsWith("node_modules/") || link) return true;
    const held = present[place];
    return held ? held.version === version : optional === true;
  });
}

function run(command, args) {
  // Standard output belongs to the requested command; progress goes to standard error.
  const done = spawnSync(command, args, { stdio: ["ignore", 2, 2] });
  if (done.status === 0) return;
  console.error(`This step failed: ${[command, ...args].join(" ")}`);
  process.exit(done.status ?? 1);
}

function* filesBelow(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name === "dist" || entry.name.startsWith(".")) continue;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(place);
    else yield place;
  }
}

/** Returns one hash of all sources of the portal. */
function portalSources() {
  const hash = createHash("sha256");
  const sources = ["apps/portal", "packages/ui", "packages/domain", "packages/contract", "packages/api-client"];
  for (const file of [...sources.flatMap((folder) => [...filesBelow(folder)]), "package-lock.json"].toSorted((a, b) =>
    a < b ? -1 : 1,
  )) {
    if (!file.endsWith(".test.ts")) hash.update(`${file}\0`).update(fs.readFileSync(file));
  }
  return hash.digest("hex");
}

const STAMP = "apps/portal/dist/.sources";

function buildPortal() {
  const sources = portalSources();
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, "utf8") === sources) return;
  console.error("Building the portal …");
  run(pinnedNode(), ["node_modules/vite/bin/vite.js", "build", "apps/portal", "--logLevel", "warn"]);
  fs.writeFileSync(STAMP, sources);
}

/** @param {{ portal: boolean }} wanted whether the portal's files are needed too */
export function prepare({ portal }) {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Foyer needs Node 20.19 or later to start; this is ${process.version}.`);
    process.exit(1);
  }
  if (!isInstalled()) {
    console.error("Installing packages (once) …");
    // With NODE_ENV=production, npm would omit the packages that build the portal.
    run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  }
  if (portal) buildPortal();
}
