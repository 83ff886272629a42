import fs from "node:fs";
import net from "node:net";
import { median } from "./part.ts";

/** A request as it goes over the wire, answered with 200. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadOptions {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  /** The `n`th request. */
  readonly request: (n: number) => Request;
  /** Whether to go on; until the time is over unless told. */
  readonly more?: () => boolean;
  /** The server's process, to see what a request costs it; it may have ended. */
  readonly pid?: number;
}

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the server's own process, the database aside. */
  readonly cpuUs: number;
}

function wire({ method, path, headers = {}, body = "" }: Request): Buffer {
  const lines = Object.entries({ host: "bench", "content-length": String(Buffer.byteLength(body)), ...headers });
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n${body}`,
  );
}

/** Length of the answer at the beginning of `data`; null while it is not whole. Answers state their length. */
function answerLength(data: Buffer): number | null {
  const head = data.indexOf("\r\n\r\n");
  if (head < 0) return null;
  const text = data.toString("latin1", 0, head);
  if (!text.startsWith("HTTP/1.1 200")) throw new Error(`the server answers: ${data.toString("utf8", 0, 600)}`);
  const length = /content-length: *(\d+)/i.exec(text)?.[1];
  if (length === undefined) throw new Error(`an answer without a length: ${text}`);
  const whole = head + 4 + Number(length);
  return data.length >= whole ? whole : null;
}

/** One connection that asks, waits for the answer, and asks again until `next` gives nothing. */
function lane(port: number, next: () => Buffer | null, took: (ms: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
    let held: Buffer = Buffer.alloc(0);
    let askedAt = 0;
    const ask = (): void => {
      const bytes = next();
      if (!bytes) {
        socket.end();
        return resolve();
      }
      askedAt = performance.now();
      socket.write(bytes);
    };
    socket.on("connect", ask);
    socket.on("error", reject);
    socket.on("close", () => resolve());
    socket.on("data", (chunk) => {
      held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
      try {
        const length = answerLength(held);
        if (length === null) return;
        held = held.subarray(length);
      } catch (error) {
        socket.destroy();
        return reject(error);
      }
      took(performance.now() - askedAt);
      ask();
    });
  });
}

/** How long answers to one kind of request took. */
export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    p50Ms: median(sorted),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

/** Asks kinds of requests in turn over each connection, `count` times each, so that whatever disturbs disturbs them alike. */
export async function inTurn(options: {
  readonly port: number;
  readonly connections: number;
  readonly count: number;
  readonly kinds: readonly ((n: number) => Request)[];
}): Promise<readonly Times[]> {
  const { port, connections, count, kinds } = options;
  const times = kinds.map((): number[] => []);
  const oneLane = (start: number): Promise<void> => {
    let n = start;
    let asked = 0;
    const next = (): Buffer | null => {
      asked = n % kinds.length;
      const turn = Math.floor(n / kinds.length);
      const request = turn < Math.ceil(count / connections) ? kinds[asked]?.(turn) : undefined;
      n += 1;
      return request ? wire(request) : null;
    };
    return lane(port, next, (ms) => times[asked]?.push(ms));
  };
  // Connections begin with different kinds: otherwise all would ask the same at the same time.
  await Promise.all(Array.from({ length: connections }, (_, index) => oneLane(index % kinds.length)));
  return times.map(timesOf);
}

/** Milliseconds of processor time that a process has used. */
function cpuMs(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Asks over some connections at once for a while; any answer but 200 ends it with an error. */
export async function load({ port, connections, ms, request, pid, more = () => true }: LoadOptions): Promise<Load> {
  const times: number[] = [];
  let n = 0;
  const before = cpuMs(pid);
  const start = performance.now();
  const next = (): Buffer | null => (performance.now() - start > ms || !more() ? null : wire(request(n++)));
  await Promise.all(Array.from({ length: connections }, () => lane(port, next, (time) => times.push(time))));
  const seconds = (performance.now() - start) / 1_000;
  const cpu = cpuMs(pid) - before;
  const { p50Ms, p99Ms } = timesOf(times);
  return {
    perSecond: times.length / seconds,
    p50Ms,
    p99Ms,
    cpuUs: (cpu * 1_000) / times.length,
  };
}
