import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Where this process reaches its own services: on this machine only, at a port that nobody else is told. It stays open while the public
 * one is closed, so that what is under way when the process is told to end can ask on.
 */
export interface InnerDoor {
  readonly url: string;
  /** Serves what `app` serves; before, whoever calls waits. */
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
  // The public one keeps the process alive, or its end is wanted.
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
