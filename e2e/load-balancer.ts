import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";

/** A plain load balancer: asks each backend every 100 ms whether it is ready, keeps connections, and never retries. */
export interface LoadBalancer {
  readonly url: string;
  close(): void;
}

export async function balance(backends: readonly string[]): Promise<LoadBalancer> {
  const ready = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  const check = async (url: string): Promise<void> => {
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(url);
    else ready.delete(url);
  };
  const checkAll = (): Promise<unknown> => Promise.all(backends.map(check));
  let turn = 0;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const usable = backends.filter((url) => ready.has(url));
    const chosen = usable[turn++ % Math.max(1, usable.length)];
    if (!chosen) {
      outgoing.writeHead(502).end();
      return;
    }
    const { method, url = "/", headers } = incoming;
    const upstream = request(`${chosen}${url}`, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    upstream.on("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    incoming.pipe(upstream);
  };
  const server = createServer(pass);
  await checkAll();
  const timer = setInterval(() => void checkAll(), 100);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    close: () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
