import type { Server } from "node:http";

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

/** Opens the server of a process of its own: prints the port to whom started it, and ends with SIGTERM. */
export function openedAlone(server: Server): void {
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${portOf(server)}\n`));
  process.on("SIGTERM", () => process.exit(0));
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}
