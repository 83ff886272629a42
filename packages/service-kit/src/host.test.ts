import { execFile } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { promisify } from "node:util";
import { expectWithin } from "@foyer/testing/durations";
import { expect, test } from "vitest";
import { asRefusal } from "./http.ts";
import { findsDiskFull } from "./outage.ts";
import { portOf, testHost } from "./testing/test-service.ts";

async function opened(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

test("R-74 idle, half-open, finished and busy connections do not delay the end of the server (FAULT-63)", async () => {
  const app = testHost();
  app.get("/late", () => new Promise((resolve) => setTimeout(() => resolve({}), 500)));
  const port = await portOf(app);
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
  expectWithin(performance.now() - before, 3_000);
  await ended;
});

test("FAULT-63 connections above the limit are closed, and one that sends no request makes room", async () => {
  const app = testHost();
  expect(app.server.maxConnections).toBeGreaterThan(100);
  app.server.maxConnections = 2;
  const port = await portOf(app);
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

/** A client in a process of its own, which reads only after it has sent all of a body. Prints one line for each try. */
const slowReader = String.raw`
const { connect } = require("node:net");
const { once } = require("node:events");
const [port, tries, kind] = process.argv.slice(1);
const head = "POST /eat HTTP/1.1\r\nhost: foyer\r\ncontent-type: application/json\r\n";
const piece = " ".repeat(65536);
const attempt = async () => {
  const socket = connect(Number(port), "127.0.0.1");
  await once(socket, "connect");
  const send = (text) => new Promise((done, fail) => socket.write(text, (error) => (error ? fail(error) : done())));
  await send(head + (kind === "chunked" ? "transfer-encoding: chunked" : "content-length: 4194304") + "\r\n\r\n");
  for (let n = 0; n < 64; n++) await send(kind === "chunked" ? "10000\r\n" + piece + "\r\n" : piece);
  if (kind === "chunked") await send("0\r\n\r\n");
  let text = "";
  for await (const data of socket) text += data;
  return text.slice(0, 12) + " " + text.includes('"code":4000');
};
(async () => {
  for (let n = 0; n < Number(tries); n++) console.log(await attempt().catch((error) => error.code));
})();
`;

test.each(["sized", "chunked"])(
  "R-46 a client that sends a %s body over the limit gets the whole 413 in every try (FAULT-26)",
  async (kind) => {
    const app = testHost();
    app.post("/eat", async () => ({}));
    const port = await portOf(app);
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", slowReader, String(port), "20", kind]);
    expect(stdout.trim().split("\n")).toEqual(Array.from({ length: 20 }, () => "HTTP/1.1 413 true"));
    // Of a body without an end, only a part is read.
    const endless = await opened(
      port,
      "POST /eat HTTP/1.1\r\nhost: foyer\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n",
    );
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    let sent = 0;
    while (!endless.destroyed && sent < 4_000) {
      sent += 1;
      if (!endless.write(chunk)) await Promise.race([once(endless, "drain"), once(endless, "close")]).catch(() => null);
    }
    expect(sent).toBeLessThan(2_000);
    await app.close();
  },
  30_000,
);
