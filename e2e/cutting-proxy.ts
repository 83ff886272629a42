import { createServer, connect, type Socket } from "node:net";
import { once } from "node:events";

/** Stands between the product and PostgreSQL, and loses connections when it is told to. */
export interface CuttingProxy {
  /** `DATABASE_URL` through it. */
  readonly databaseUrl: string;
  /** The next answer that says COMMIT is not passed on: its connection ends instead. Done when that has happened. */
  loseNextCommit(): Promise<void>;
  /** Ends every connection there is. */
  cutAll(): void;
  close(): void;
}

/** @param ownerUrl of a server that is reached by a socket's folder. */
export async function cuttingProxy(ownerUrl: string): Promise<CuttingProxy> {
  const url = new URL(ownerUrl.replace("@/", "@localhost/"));
  const socket = `${url.searchParams.get("host") ?? ""}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  let armed: (() => void) | null = null;
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
      client.write(chunk);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    databaseUrl: `postgres://postgres@127.0.0.1:${port}${url.pathname}`,
    loseNextCommit: () => new Promise((resolve) => (armed = resolve)),
    cutAll: () => {
      for (const client of open) client.destroy();
    },
    close: () => {
      for (const client of open) client.destroy();
      server.close();
    },
  };
}
