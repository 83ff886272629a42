// Runs a command of Foyer from a checkout: `npm start`, `npm run foyer -- import FILE`.
import { spawn } from "node:child_process";
import { pinnedNode, prepare } from "./prepare.mjs";

const args = process.argv.slice(2);
prepare({ portal: args[0] === "serve" });

const child = spawn(pinnedNode(), ["apps/foyer/src/main.ts", ...args], { stdio: "inherit" });
// Ctrl-C reaches the child by itself; other signals come to this process alone.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`Foyer could not be started: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1)));
