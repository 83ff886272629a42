import { testDatabase } from "@foyer/testing/database";
import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { createPaymentSandbox, type PaymentSandbox, type PaymentSandboxOptions } from "../payment-sandbox.ts";

/** A sandbox that listens on a port of its own, with a clock that only `advance` moves. */
export interface SandboxServer {
  port: number;
  url: string;
  pool: pg.Pool;
  sandbox: PaymentSandbox;
  now(): Date;
  setNow(at: Date): void;
  /** Moves the clock and does all that falls due. */
  advance(seconds: number): Promise<void>;
  /** What the webhook's receiver got, in order. */
  received: { payload: string; signature: string }[];
  /** What the receiver answers; 200 unless set. */
  receiverStatus: { value: number };
  close(): Promise<void>;
}

export const WEBHOOK_SECRET = "whsec_test_secret";

async function listening(app: ReturnType<typeof Fastify>): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

async function webhookReceiver() {
  const received: SandboxServer["received"] = [];
  const receiverStatus = { value: 200 };
  const receiver = Fastify();
  receiver.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
  receiver.post("/webhook", async (request, reply) => {
    received.push({ payload: String(request.body), signature: String(request.headers["stripe-signature"]) });
    return reply.code(receiverStatus.value).send("ok");
  });
  return { receiver, received, receiverStatus, url: `http://127.0.0.1:${await listening(receiver)}/webhook` };
}

/** Starts a sandbox on a database of its own, at `start`. */
export async function sandboxServer(
  start: Date,
  options: Partial<PaymentSandboxOptions> = {},
  addPages: (app: FastifyInstance) => void = () => undefined,
): Promise<SandboxServer> {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 12, options: "-c role=foyer_sandbox" });
  pool.on("error", () => undefined);
  let now = start;
  const { receiver, received, receiverStatus, url: webhookUrl } = await webhookReceiver();
  const sandbox = createPaymentSandbox({
    pool,
    now: () => now,
    webhook: { url: webhookUrl, secret: WEBHOOK_SECRET },
    origin: "http://sandbox.test",
    webhookRetrySeconds: [0, 0, 0],
    ...options,
  });
  const app = Fastify();
  await app.register(sandbox.plugin);
  addPages(app);
  const port = await listening(app);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    pool,
    sandbox,
    received,
    receiverStatus,
    now: () => now,
    setNow: (at) => {
      now = at;
    },
    advance: async (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
      await sandbox.runDue();
    },
    close: async () => {
      await sandbox.stop();
      await app.close();
      await receiver.close();
      await pool.end();
      await database.close();
    },
  };
}
