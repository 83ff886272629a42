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

function processLines(delay: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const handles = process.getActiveResourcesInfo().length;
  const lines = [
    ...metric("process_cpu_seconds_total", "counter", "Processor time.", [{ value: (user + system) / 1e6 }]),
    ...metric("process_resident_memory_bytes", "gauge", "Memory in use.", [{ value: rss }]),
    ...metric("nodejs_heap_used_bytes", "gauge", "Of it, JavaScript's.", [{ value: heapUsed }]),
    ...metric("nodejs_active_resources", "gauge", "Open sockets, timers and the like.", [{ value: handles }]),
    ...metric("nodejs_eventloop_delay_p99_seconds", "gauge", "Since the last question.", [
      { value: delay.percentile(99) / 1e9 || 0 },
    ]),
    ...metric("process_uptime_seconds", "gauge", "Since the start.", [{ value: process.uptime() }]),
  ];
  delay.reset();
  return lines;
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
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  app.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    requests.count({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
  });
  app.addHook("onClose", async () => {
    delay.disable();
  });
  app.get("/metrics", async (request, reply) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    if (given === undefined || !isSame(given, token)) return reply.callNotFound();
    const lines = [...requests.lines(), ...processLines(delay), ...(await gaugeLines(gauges))];
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
}
