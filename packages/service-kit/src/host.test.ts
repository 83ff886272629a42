import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { createHost } from "./host.ts";
import { asRefusal } from "./http.ts";
import { createLog } from "./log.ts";
import { findsDiskFull } from "./outage.ts";

async function opened(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

test("R-74 idle, half-open, finished and busy connections do not delay the end of the server (FAULT-63)", async () => {
  const log = createLog({ level: "silent" });
  const app = createHost({ log, trustedProxies: [], readiness: { check: async () => null } });
  app.get("/late", () => new Promise((resolve) => setTimeout(() => resolve({}), 500)));
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const whole = "GET /healthz HTTP/1.1\r\nhost: foyer\r\n\r\n";
  const resting = await opened(port, whole);
  const late = await opened(port, whole.replace("/healthz", "/late"));
  late.resume();
  const sockets = [resting, late, await opened(port, ""), await opened(port, whole.slice(0, 20))];
  // A connection that the server cuts off fails first and then closes.
  const ended = Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
  await once(resting, "data");
  const before = performance.now();
  await app.close();
  expect(performance.now() - before).toBeLessThan(3_000);
  await ended;
});

test("FAULT-63 connections above the limit are closed, and one that sends no request makes room", async () => {
  const app = createHost({
    log: createLog({ level: "silent" }),
    trustedProxies: [],
    readiness: { check: async () => null },
  });
  expect(app.server.maxConnections).toBeGreaterThan(100);
  app.server.maxConnections = 2;
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const silent = await opened(port, "");
  const ended = once(silent, "close");
  await opened(port, "");
  const refused = await opened(port, "");
  await Promise.all([ended, once(refused, "close")]);
  const admitted = await opened(port, "GET /healthz HTTP/1.1\r\nhost: foyer\r\n\r\n");
  expect(String(await once(admitted, "data"))).toContain("200 OK");
  await app.close();
});

test("FAULT-63 FAULT-59 no file left to open is 503, and a full disk is noted until a write has room again", async () => {
  const failure = (code: string): Error => Object.assign(new Error("failed"), { code });
  expect(asRefusal(failure("EMFILE")).status).toBe(503);
  let tried = 0;
  const write = async (): Promise<void> => {
    if (tried++ === 0) throw failure("53100");
  };
  expect(await findsDiskFull(write), "no request found it full").toBe(false);
  expect(tried).toBe(0);
  expect(asRefusal(failure("53100")).status).toBe(503);
  expect(await findsDiskFull(write)).toBe(true);
  expect(await findsDiskFull(write)).toBe(false);
  expect(await findsDiskFull(write), "nothing is written after that").toBe(false);
  expect(tried).toBe(2);
});
