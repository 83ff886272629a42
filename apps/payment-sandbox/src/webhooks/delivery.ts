import type pg from "pg";
import { NO_CHAOS, readChaos, type Chaos } from "./chaos.ts";
import { takeNextTime } from "../store/next-time.ts";
import { signatureHeader } from "./signature.ts";

export interface DeliveryOptions {
  pool: pg.Pool;
  /** The default endpoint; null stores events without sending them. */
  webhook: { url: string; secret: string } | null;
  /** Seconds from a failed attempt to the next. After the last the event is not sent again. */
  retrySeconds: readonly number[];
}

interface Delivery {
  id: string;
  event_id: string;
  endpoint_id: string;
  customer_id: string | null;
  attempts: number;
  body: { id: string };
  endpoint: { url: string; sandbox: { secret: string } } | null;
}

const BATCH = 40;
const AT_ONCE = 4;
const TIMEOUT_MS = 10_000;

/** Leases deliveries for half a minute, so that another instance skips them. */
async function claimed(pool: pg.Pool): Promise<Delivery[]> {
  const { rows } = await pool.query<Delivery>(
    `with taken as (
       update sandbox.deliveries set leased_until = now() + interval '30 seconds', attempts = attempts + 1
        where id in (select id from sandbox.deliveries
                      where state = 'waiting' and due_at <= now() and (leased_until is null or leased_until < now())
                      order by id limit ${BATCH} for update skip locked)
       returning id, event_id, endpoint_id, customer_id, attempts)
     select taken.*, event.body, endpoint.body as endpoint
       from taken join sandbox.objects event on event.id = taken.event_id
       left join sandbox.objects endpoint on endpoint.id = taken.endpoint_id
      order by taken.id`,
  );
  return rows;
}

async function send(url: string, secret: string, payload: string): Promise<string> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signatureHeader(payload, secret, new Date()),
        "user-agent": "Stripe/1.0 (payment sandbox)",
      },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return error instanceof Error ? error.message : "no answer";
  }
}

async function note(
  pool: pg.Pool,
  delivery: Delivery,
  state: string,
  answer: string,
  retry: number | undefined,
): Promise<void> {
  await pool.query(
    `update sandbox.deliveries
        set state = $2, last_answer = $3, leased_until = null, due_at = now() + make_interval(secs => $4)
      where id = $1`,
    [delivery.id, state, answer, retry ?? 0],
  );
}

async function deliver(options: DeliveryOptions, chaos: Chaos, delivery: Delivery): Promise<void> {
  const to =
    delivery.endpoint_id === "default"
      ? options.webhook
      : delivery.endpoint && { url: delivery.endpoint.url, secret: delivery.endpoint.sandbox.secret };
  if (to && delivery.endpoint_id === "default" && (await takeNextTime(options.pool, "lose_webhook"))) {
    await note(options.pool, delivery, "dropped", "lost, as asked for on the page", undefined);
    return;
  }
  if (!to || chaos.drop) {
    await note(
      options.pool,
      delivery,
      "dropped",
      chaos.drop ? "dropped by the chaos switch" : "no endpoint",
      undefined,
    );
    return;
  }
  const payload = JSON.stringify(delivery.body, null, 2);
  let answer = "";
  for (let copy = 0; copy <= chaos.duplicate; copy += 1) answer = await send(to.url, to.secret, payload);
  if (/^2\d\d$/.test(answer)) {
    await note(options.pool, delivery, "delivered", answer, undefined);
    return;
  }
  const retry = options.retrySeconds[delivery.attempts - 1];
  await note(options.pool, delivery, retry === undefined ? "given_up" : "waiting", answer, retry);
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Groups of deliveries that keep their order: those of one customer, or single deliveries if `reorder` is on. */
function lanes(deliveries: readonly Delivery[], chaos: Chaos): Delivery[][] {
  if (chaos.reorder) return shuffled(deliveries).map((one) => [one]);
  return [...Map.groupBy(deliveries, (one) => one.customer_id ?? "").values()];
}

/** Sends all waiting deliveries. Each is sent by one instance only. */
export async function deliverWaiting(options: DeliveryOptions): Promise<void> {
  for (;;) {
    const deliveries = await claimed(options.pool);
    if (deliveries.length === 0) return;
    const chaos = await readChaos(options.pool).catch(() => NO_CHAOS);
    if (chaos.delaySeconds > 0) await new Promise((resolve) => setTimeout(resolve, chaos.delaySeconds * 1000));
    const waiting = lanes(deliveries, chaos);
    const worker = async () => {
      for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
        for (const delivery of lane) await deliver(options, chaos, delivery);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }
}
