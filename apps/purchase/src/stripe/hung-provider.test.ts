import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testWorld } from "../testing/purchase-world.ts";
import { makeSubscriber, type Subscriber } from "../testing/subscribers.ts";
import { READ_MS, withinReadTime } from "./read-time.ts";
import { stripeGateway } from "./stripe-gateway.ts";

const WAITS_MS = 5_000;

/** Accepts every connection and reads the request. Answers after `answerMs`, or never. */
interface HungProvider {
  readonly origin: string;
  /** Number of received requests. */
  readonly asked: () => number;
  close(): Promise<void>;
}

async function hungProvider(answerMs: number | null = null): Promise<HungProvider> {
  let asked = 0;
  const sockets = new Set<Socket>();
  const body = JSON.stringify({ id: "seti_1", client_secret: "seti_1_secret" });
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    socket.once("data", () => {
      asked += 1;
      if (answerMs === null) return;
      const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
      setTimeout(() => socket.end(answer), answerMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    asked: () => asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const keys = { apiKey: "sk_test_sandbox", publishableKey: "pk_test_sandbox", webhookSecret: "whsec_of_the_tests" };
const world = testWorld();
let who: Subscriber;
let hung: HungProvider;
let origin: string;
beforeAll(async () => {
  who = await makeSubscriber(world, { quantity: 3 });
  hung = await hungProvider();
  ({ origin } = await world.another({ stripe: { ...keys, sandbox: { origin: hung.origin, pathPrefix: "" } } }));
});
afterAll(() => hung.close());

/** Returns the answer of the instance with the hanging provider. Fails if it does not come in time. */
async function read(path: string): Promise<{ status: number; code: number | null }> {
  const response = await fetch(`${origin}/api/v2/${path}`, {
    headers: { authorization: `Bearer ${who.person}` },
    signal: AbortSignal.timeout(WAITS_MS),
  });
  const body = (await response.json()) as { code?: number };
  return { status: response.status, code: body.code ?? null };
}

test("R-67 thirty concurrent reads of a silent provider are answered within five seconds; the next ones do not wait", async () => {
  const paths = ["payment_methods", "billing_details", ""].map((path) =>
    `customer/${who.customer}/${path}`.replace(/\/$/, ""),
  );
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => read(paths[n % paths.length] ?? "")));
  for (const answer of answers) expect(answer).toEqual({ status: 503, code: 20_004 });
  const asked = hung.asked();
  expect(asked).toBeGreaterThanOrEqual(30);
  const spared = await Promise.all(Array.from({ length: 10 }, () => read(paths[0] ?? "")));
  for (const answer of spared) expect(answer).toEqual({ status: 503, code: 20_004 });
  // At most one of the ten calls was sent, to test whether the provider is back.
  expect(hung.asked() - asked).toBeLessThanOrEqual(2);
  expect((await read(`customer/${who.customer}/subscriptions`)).status).toBe(200);
  expect((await read(`customer/${who.customer}/subscription/${who.subscription}`)).status).toBe(200);
}, 30_000);

test("R-67 a write does not time out as early as a read, and background work has its own limit for both", async () => {
  const slow = await hungProvider(READ_MS + 500);
  const gateway = stripeGateway({ ...keys, sandbox: { origin: slow.origin, pathPrefix: "" }, retries: 0 });
  const [write, waited, inBackground] = await Promise.allSettled([
    withinReadTime(() => gateway.createSetupIntent("cus_1", "key-1")),
    withinReadTime(() => gateway.cards("cus_1")),
    gateway.customer("cus_1"),
  ]);
  expect(write).toEqual({ status: "fulfilled", value: { id: "seti_1", clientSecret: "seti_1_secret" } });
  expect(waited).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  // The stand-in's answer is no valid customer, which shows that the call waited for it.
  expect(inBackground).not.toMatchObject({ reason: { kind: "unavailable" } });
  await slow.close();
}, 30_000);
