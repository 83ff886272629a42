import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A server of a bench that measures beside it, on a free port of this machine. */
export interface Bare {
  readonly url: string;
  readonly close: () => void;
}

/** Opens a server in this process. */
export async function opened(server: Server): Promise<Bare> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A running reference in a process of its own. */
export interface BareProcess {
  readonly port: number;
  readonly pid: number;
  /** The rest of its first line, after the port. */
  readonly said: string;
  stop(): void;
}

/** Starts a script that calls `openedAlone`. */
export async function startBare(script: string, env: Readonly<Record<string, string>>): Promise<BareProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url))], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const [port, said = ""] = line.split(/ (.*)/s);
  return { port: Number(port), pid: child.pid ?? 0, said, stop: () => child.kill("SIGTERM") };
}

/** Opens the server of a separate process. Prints the port and then `said` on one line, and ends with SIGTERM. */
export function openedAlone(server: Server, said = ""): void {
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${portOf(server)} ${said}\n`));
  process.on("SIGTERM", () => process.exit(0));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
