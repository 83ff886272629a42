import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy in front of PostgreSQL that can fall silent, as a host that died does: nothing is closed, and nothing answers. */
export interface SilentProxy {
  /** `DATABASE_URL` through the proxy. */
  readonly url: string;
  /** `host:port` of the proxy. */
  readonly place: string;
  /** Swallows everything from now on. Connections are accepted, and get no answer. */
  fallSilent(): void;
  /** Forwards what arrives from now on; what was swallowed stays lost. */
  speak(): void;
  /** Number of connections that callers have open. */
  open(): number;
  close(): void;
}

/** @param ownerUrl of a server with a Unix socket. */
export async function silentProxy(ownerUrl: string): Promise<SilentProxy> {
  const url = new URL(ownerUrl.replace("@/", "@localhost/"));
  const socket = `${url.searchParams.get("host") ?? ""}/.s.PGSQL.5432`;
  const open = new Set<Socket>();
  let isSilent = false;
  // Half open, because a dead host does not answer the end of a connection either.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect(socket);
    open.add(client);
    const end = (): void => {
      open.delete(client);
      client.destroy();
      // The server learns nothing of a caller whose host died.
      if (!isSilent) database.destroy();
    };
    client.on("error", end).on("close", end);
    client.on("end", () => isSilent || end());
    database.on("error", () => undefined).on("close", () => isSilent || client.destroy());
    client.on("data", (chunk) => isSilent || database.write(chunk));
    database.on("data", (chunk) => isSilent || client.write(chunk));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const place = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  return {
    url: `postgres://postgres:${url.password}@${place}${url.pathname}`,
    place,
    fallSilent: () => (isSilent = true),
    speak: () => (isSilent = false),
    open: () => [...open].filter(({ readableEnded }) => !readableEnded).length,
    close: () => {
      isSilent = false;
      for (const client of open) client.destroy();
      server.close();
    },
  };
}
