/**
 * A separate process, so that the attack uses the server's time and not the measuring process's: `node attacker.ts
 * NAME PORT MS`.
 */
import http from "node:http";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { type Attack, attacks, SLOW_CONNECTIONS, slowConnections } from "./attacks.ts";

const [name = "", port = "", duration = ""] = process.argv.slice(2);
const ms = Number(duration);
const UNDER_WAY_MAX = 400;
const TICK_MS = 10;

/** How often each answer came, by its status; `none` if there was no answer. */
const answers = new Map<string, number>();
const count = (answer: string): void => void answers.set(answer, (answers.get(answer) ?? 0) + 1);

function ask(agent: http.Agent, { method, path, headers, body = "" }: ReturnType<Attack["request"]>): Promise<void> {
  return new Promise((resolve) => {
    const ended = (answer: string): void => {
      count(answer);
      resolve();
    };
    const options = { host: "127.0.0.1", port, method, path, agent, timeout: 10_000 };
    const request = http.request({ ...options, headers: { ...headers, "content-length": Buffer.byteLength(body) } });
    request.once("response", (response) => {
      response.resume();
      response.once("close", () => ended(String(response.statusCode)));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => ended("none"));
    request.end(body);
  });
}

/** Sends requests at its rate without waiting for answers, up to a maximum of open requests. */
async function flood({ perSecond, request }: Attack): Promise<void> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: UNDER_WAY_MAX });
  const start = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let n = 0; performance.now() - start < ms;) {
    const due = ((performance.now() - start) / 1_000) * perSecond;
    for (; n < due && underWay.size < UNDER_WAY_MAX; n++) {
      const one = ask(agent, request(n)).finally(() => underWay.delete(one));
      underWay.add(one);
    }
    // Requests that exceeded the maximum are skipped, not sent later.
    n = Math.max(n, Math.floor(due));
    await pause(TICK_MS);
  }
  await Promise.all(underWay);
  agent.destroy();
}

/** Opens connections that send the head of a request a byte at a time, and reopens those that the server closes. */
async function holdConnections(): Promise<void> {
  const start = performance.now();
  const head = Buffer.from(`POST /api/1.1/signin/ HTTP/1.1\r\nhost: bench\r\nx-slow: ${"x".repeat(10_000)}`);
  const open = new Set<net.Socket>();
  const begin = (): void => {
    const socket = net.connect({ port: Number(port), host: "127.0.0.1" });
    open.add(socket);
    socket.once("connect", () => count("opened"));
    socket.on("error", () => undefined);
    socket.once("close", () => {
      if (open.delete(socket)) count("ended by the server");
    });
    socket.resume();
  };
  for (let at = 0; performance.now() - start < ms; at++) {
    for (let n = 0; n < 500 && open.size < SLOW_CONNECTIONS; n++) begin();
    for (const socket of open) if (socket.writable) socket.write(head.subarray(at, at + 1));
    await pause(at < 5 ? 100 : 1_000);
  }
  const left = [...open];
  open.clear();
  for (const socket of left) socket.destroy();
}

const attack = attacks.find((one) => one.name === name);
if (attack) await flood(attack);
else if (name === slowConnections) await holdConnections();
else throw new Error(`there is no attack ${name}`);
process.stdout.write(`${JSON.stringify(Object.fromEntries(answers))}\n`);
