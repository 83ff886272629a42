import fs from "node:fs";
import net from "node:net";
import { median } from "./part.ts";

/** A request in its wire form; the answer must be 200. */
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
  /** The `n`th request, sent on connection `lane`. */
  readonly request: (n: number, lane: number) => Request;
  /** Takes the body of each answer, before the connection's next request. */
  readonly answered?: (body: Buffer, lane: number) => void;
  /** Returns whether to continue; by default until the time is over. */
  readonly more?: () => boolean;
  /** The server's process, to measure the cost of a request; it may have ended. */
  readonly pid?: number;
}

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the server's own process, without the database. */
  readonly cpuUs: number;
}

function wire({ method, path, headers = {}, body = "" }: Request): Buffer {
  const lines = Object.entries({ host: "bench", "content-length": String(Buffer.byteLength(body)), ...headers });
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n${body}`,
  );
}

/**
 * Returns the length of the answer at the beginning of `data`; null if it is incomplete. Answers have a
 * Content-Length.
 */
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

/** One connection that sends a request, waits for the answer, and repeats until `next` returns null. */
function lane(port: number, next: () => Buffer | null, took: (ms: number, answer: Buffer) => void): Promise<void> {
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
        took(performance.now() - askedAt, held.subarray(0, length));
        held = held.subarray(length);
      } catch (error) {
        socket.destroy();
        return reject(error);
      }
      ask();
    });
  });
}

/** Response times of one kind of request. */
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

/**
 * Sends kinds of requests in turn over each connection, `count` times each, so that disturbances affect all kinds
 * equally.
 */
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
  // Connections begin with different kinds; otherwise all would send the same kind at the same time.
  await Promise.all(Array.from({ length: connections }, (_, index) => oneLane(index % kinds.length)));
  return times.map(timesOf);
}

/** Returns the CPU time of a process in milliseconds. */
function cpuMs(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Sends requests over several connections for a while; throws on any answer other than 200. */
export async function load(options: LoadOptions): Promise<Load> {
  const { port, connections, ms, request, answered, pid, more = () => true } = options;
  const times: number[] = [];
  let n = 0;
  const before = cpuMs(pid);
  const start = performance.now();
  const oneLane = (at: number): Promise<void> => {
    const next = (): Buffer | null => (performance.now() - start > ms || !more() ? null : wire(request(n++, at)));
    return lane(port, next, (time, answer) => {
      times.push(time);
      answered?.(answer.subarray(answer.indexOf("\r\n\r\n") + 4), at);
    });
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => oneLane(at)));
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
