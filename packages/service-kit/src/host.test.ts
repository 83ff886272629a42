import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createHost } from "./host.ts";
import { createLog } from "./log.ts";

async function opened(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

test("R-74 idle, half-open and finished connections do not delay the end of the server", async () => {
  const log = createLog({ level: "silent" });
  const app = createHost({ log, trustedProxies: [], readiness: { check: async () => null } });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const whole = "GET /healthz HTTP/1.1\r\nhost: foyer\r\n\r\n";
  const resting = await opened(port, whole);
  const sockets = [resting, await opened(port, ""), await opened(port, whole.slice(0, 20))];
  // A connection that the server cuts off fails first and then closes.
  const ended = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  await once(resting, "data");
  const before = performance.now();
  await app.close();
  expect(performance.now() - before).toBeLessThan(3_000);
  await ended;
});
