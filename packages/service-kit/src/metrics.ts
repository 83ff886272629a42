import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { isSame } from "./http.ts";
import { within } from "./within.ts";

/** One line of a metric: its labels and its present value. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A value that is read for each request of the metrics. */
export interface Gauge {
  /** Named in Prometheus's style, with the unit last: `foyer_jobs_waiting`. */
  readonly name: string;
  readonly help: string;
  read(): Promise<readonly Sample[]> | readonly Sample[];
}

const BOUNDS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly buckets: number[];
  count: number;
  seconds: number;
}

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function line(name: string, { labels = {}, value }: Sample): string {
  const inner = Object.entries(labels).map(([key, text]) => `${key}="${escaped(text)}"`);
  return `${name}${inner.length > 0 ? `{${inner.join(",")}}` : ""} ${value}`;
}

function metric(name: string, type: "counter" | "gauge", help: string, samples: readonly Sample[]): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map((sample) => line(name, sample))];
}

/** Methods that have series of their own. A caller could invent others without end. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Counts requests by route pattern. Patterns contain no ids. */
class Requests {
  readonly #series = new Map<string, Series>();

  count(labels: Readonly<Record<string, string>>, seconds: number): void {
    const key = JSON.stringify(labels);
    let series = this.#series.get(key);
    if (!series) {
      series = { labels, buckets: BOUNDS_SECONDS.map(() => 0), count: 0, seconds: 0 };
      this.#series.set(key, series);
    }
    series.count++;
    series.seconds += seconds;
    for (const [n, bound] of BOUNDS_SECONDS.entries())
      if (seconds <= bound) series.buckets[n] = (series.buckets[n] ?? 0) + 1;
  }

  lines(): string[] {
    const name = "foyer_request_seconds";
    const lines = [`# HELP ${name} How long requests took, by route and status.`, `# TYPE ${name} histogram`];
    for (const { labels, buckets, count, seconds } of this.#series.values()) {
      for (const [n, bound] of BOUNDS_SECONDS.entries())
        lines.push(line(`${name}_bucket`, { labels: { ...labels, le: String(bound) }, value: buckets[n] ?? 0 }));
      lines.push(line(`${name}_bucket`, { labels: { ...labels, le: "+Inf" }, value: count }));
      lines.push(line(`${name}_sum`, { labels, value: seconds }), line(`${name}_count`, { labels, value: count }));
    }
    return lines;
  }
}

const WINDOW_MS = 60_000;

/** Measures the delay of the event loop by minutes, so that any number of callers may read it. */
class LoopDelay {
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #turn = setInterval(() => this.#next(), WINDOW_MS).unref();
  #lastMinute = 0;

  constructor() {
    this.#delay.enable();
  }

  #next(): void {
    this.#lastMinute = this.#current();
    this.#delay.reset();
  }

  #current(): number {
    return this.#delay.percentile(99) / 1e9 || 0;
  }

  /** The 99th percentile of the last complete minute or of the current one, in seconds: the larger of both. */
  p99(): number {
    return Math.max(this.#lastMinute, this.#current());
  }

  stop(): void {
    clearInterval(this.#turn);
    this.#delay.disable();
  }
}

function processLines(delay: LoopDelay): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const handles = process.getActiveResourcesInfo().length;
  return [
    ...metric("process_cpu_seconds_total", "counter", "Processor time.", [{ value: (user + system) / 1e6 }]),
    ...metric("process_resident_memory_bytes", "gauge", "Memory in use.", [{ value: rss }]),
    ...metric("nodejs_heap_used_bytes", "gauge", "Of it, JavaScript's.", [{ value: heapUsed }]),
    ...metric("nodejs_active_resources", "gauge", "Open sockets, timers and the like.", [{ value: handles }]),
    ...metric("nodejs_eventloop_delay_p99_seconds", "gauge", "Of the last or the current minute.", [
      { value: delay.p99() },
    ]),
    ...metric("process_uptime_seconds", "gauge", "Since the start.", [{ value: process.uptime() }]),
  ];
}

/** Open connections of callers, their limit, and how many were closed because of it. */
class Connections {
  readonly #server: FastifyInstance["server"];
  #refused = 0;

  constructor({ server }: FastifyInstance) {
    this.#server = server;
    server.on("drop", () => this.#refused++);
  }

  async lines(): Promise<string[]> {
    const open = await new Promise<number>((resolve) => {
      this.#server.getConnections((error, count) => resolve(error ? 0 : count));
    });
    return [
      ...metric("foyer_http_connections", "gauge", "Open connections of callers.", [{ value: open }]),
      ...metric("foyer_http_connections_limit", "gauge", "Connections above it are closed; 0 without one.", [
        { value: this.#server.maxConnections ?? 0 },
      ]),
      ...metric("foyer_http_connections_refused_total", "counter", "Connections closed at the limit.", [
        { value: this.#refused },
      ]),
    ];
  }
}

/** A gauge without a value by then is left out. */
const READ_MS = 2_000;

async function gaugeLines(gauges: readonly Gauge[]): Promise<string[]> {
  const lines = await Promise.all(
    gauges.map(async (gauge) => {
      // A gauge that cannot be read is left out, so that a database outage does not hide the others.
      const reading = Promise.resolve().then(() => gauge.read());
      const samples = await within(READ_MS, reading, gauge.name).catch(() => []);
      return metric(gauge.name, "gauge", gauge.help, samples);
    }),
  );
  return lines.flat();
}

/**
 * Counts requests and answers `GET /metrics` in Prometheus's text format to callers with the token.
 *
 * For other callers, and without a configured token, the page does not exist.
 */
export function serveMetrics(app: FastifyInstance, token: string | null, gauges: readonly Gauge[]): void {
  if (token === null) return;
  const requests = new Requests();
  const delay = new LoopDelay();
  const connections = new Connections(app);
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    const method = METHODS.has(request.method) ? request.method : "other";
    requests.count({ method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  });
  app.addHook("onClose", async () => {
    delay.stop();
  });
  app.get("/metrics", async (request, reply) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (given === undefined || !isSame(given, token)) return reply.callNotFound();
    const lines = [
      ...requests.lines(),
      ...processLines(delay),
      ...(await connections.lines()),
      ...(await gaugeLines(gauges)),
    ];
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
