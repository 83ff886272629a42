import { createServer, connect, type Socket } from "node:net";
import { once } from "node:events";

/** A proxy between the product and PostgreSQL that can cut connections. */
export interface CuttingProxy {
  /** `DATABASE_URL` through the proxy. */
  readonly databaseUrl: string;
  /** Cuts the connection of the next COMMIT instead of forwarding its answer. Resolves after that. */
  loseNextCommit(): Promise<void>;
  /** Acts instead of forwarding the n-th answer from now on, and cuts its connection; 0 awaits none any more. */
  atAnswer(n: number, act: () => void): void;
  /** Ends every connection. */
  cutAll(): void;
  close(): void;
}

/** @param ownerUrl of a server with a Unix socket. */
export async function cuttingProxy(ownerUrl: string): Promise<CuttingProxy> {
  const url = new URL(ownerUrl.replace("@/", "@localhost/"));
  const socket = `${url.searchParams.get("host") ?? ""}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  let armed: (() => void) | null = null;
  let awaited: { left: number; readonly act: () => void } | null = null;
  const server = createServer((client) => {
    const database = connect(socket);
    const end = (): void => {
      client.destroy();
      database.destroy();
      open.delete(client);
    };
    open.add(client);
    for (const side of [client, database]) side.on("error", end).on("close", end);
    client.pipe(database);
    database.on("data", (chunk) => {
      if (armed && chunk.includes("COMMIT\0")) {
        armed();
        armed = null;
        return end();
      }
      if (awaited && --awaited.left === 0) {
        awaited.act();
        awaited = null;
        return end();
      }
      client.write(chunk);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    databaseUrl: `postgres://postgres:${url.password}@127.0.0.1:${port}${url.pathname}`,
    loseNextCommit: () => new Promise((resolve) => (armed = resolve)),
    atAnswer: (n, act) => void (awaited = n > 0 ? { left: n, act } : null),
    cutAll: () => {
      for (const client of open) client.destroy();
    },
    close: () => {
      for (const client of open) client.destroy();
      server.close();
    },
  };
}
