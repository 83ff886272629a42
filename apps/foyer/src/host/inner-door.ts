import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * The address at which this process reaches its own services: on this machine only, at a random port. It stays open after the public
 * port is closed, so that requests in progress can still call the services while the process stops.
 */
export interface InnerDoor {
  readonly url: string;
  /** Serves what `app` serves. Earlier calls wait for this. */
  open(app: FastifyInstance): void;
  close(): void;
}

export async function innerDoor(): Promise<InnerDoor> {
  const opened = Promise.withResolvers<FastifyInstance>();
  const server = createServer((request, response) => {
    void opened.promise.then((app) => app.routing(request, response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Only the public server keeps the process running.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (app) => opened.resolve(app),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
