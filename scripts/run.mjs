// Runs a command of Foyer from a checkout: `npm start`, `npm run foyer -- import FILE`.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { pinnedNode, prepare } from "./prepare.mjs";

const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== "--watch");
prepare({ portal: args[0] === "serve" });

// `npm run dev`: Node itself starts the command again when a source that it has read changes.
const watch = given.includes("--watch") ? ["--watch", "--watch-preserve-output"] : [];
// Only a server and a conversion get our memory options. The operator's options come last, so they take precedence.
const { serverNodeOptions } = JSON.parse(fs.readFileSync("package.json", "utf8")).config;
const savesMemory = ["serve", "convert"].includes(args[0]);
const options = [savesMemory && serverNodeOptions, process.env.NODE_OPTIONS].filter(Boolean).join(" ");
const env = { ...process.env, NODE_OPTIONS: options };
const child = spawn(pinnedNode(), [...watch, "apps/foyer/src/main.ts", ...args], { stdio: "inherit", env });
// The terminal also sends Ctrl-C to the child directly; the child treats signals that arrive together as one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// npm cannot forward a kill -9. When npm is gone, the child must end too, so that the port and the data folder are
// free again.
const starter = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== starter) child.kill("SIGTERM");
  }, 250).unref();
}
child.on("error", (error) => {
  console.error(`Foyer could not be started: ${error.message}`);
  process.exit(1);
});
// A start that a signal ended is no failure that npm should report.
const ended = new Set([130, 143, "SIGINT", "SIGTERM"]);
child.on("exit", (code, signal) => process.exit(ended.has(code ?? signal) ? 0 : (code ?? 1)));
