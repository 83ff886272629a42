import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { createPaymentSandbox } from "@foyer/payment-sandbox/payment-sandbox";
import { fixedClock } from "@foyer/service-kit/clock";
import { openPool } from "@foyer/service-kit/db";
import { createHost } from "@foyer/service-kit/host";
import { drainJobs } from "@foyer/service-kit/jobs";
import { createLog } from "@foyer/service-kit/log";
import type { MailMessage, Mailer } from "@foyer/service-kit/mailer";
import { testDatabase } from "@foyer/testing/database";
import { afterAll, beforeAll } from "vitest";
import { createPurchase, type PurchaseOptions, type PurchaseService } from "../app.ts";
import type { Sales } from "../deps.ts";
import { type Json, providerAt } from "./provider.ts";
import type { ProcessSettings } from "./purchase-process.ts";
import { serviceCredential, stubAccounts } from "./stub-accounts.ts";

export const YEARLY = "OUTLINE-5-SUB-ANNUAL-WEB";
export const MONTHLY = "OUTLINE-5-SUB-MONTHLY-WEB";
/** A plan that is paid once; `makeOncePrice` creates its price. */
export const ONCE = "OUTLINE-5-WEB";
const brand = {
  provider: "Example",
  accountsTitle: "Example Accounts",
  company: "Example Software",
  accent: "#123456",
  contacts: { support: "support@example.com" },
  links: { support: "https://support.example.com" },
  seller: { address: ["1 Example Road"] },
};

const plan = { currency: "usd", product: "OUTLINE", nickname: "Outlinear 5" } as const;
/** The plans of the tests' vendor; `makePlans` creates them at the provider. */
export const sales: Sales = {
  products: [
    {
      code: "OUTLINE",
      name: "Outlinear",
      kind: "outliner",
      supportedVersion: 5,
      downloads: { "5": "https://vendor.example/outlinear-5" },
    },
  ],
  plans: [
    { ...plan, id: YEARLY, amountCents: 10_000, interval: "year" },
    { ...plan, id: MONTHLY, amountCents: 1_000, interval: "month" },
  ],
};

/** Returns the tests' sales with a plan that is paid once. */
export function salesWithOnce(amountCents = 24_999): Sales {
  return { ...sales, plans: [...sales.plans, { ...plan, id: ONCE, amountCents }] };
}

export const webhookSecret = "whsec_of_the_tests";

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

function networkOf(person: string): string {
  const [one = 0, two = 0, three = 0] = createHash("sha256").update(person).digest();
  return `10.${one}.${two}.${three}`;
}

async function portOf(app: ReturnType<typeof createHost>): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

interface WorldOptions {
  readonly start?: string;
  readonly stripe?: Partial<PurchaseOptions["stripe"]>;
  readonly reverseChargeFrom?: string;
  /** Time in seconds for which the invoice of a renewal stays a draft, 0 by default. It is an hour at the provider. */
  readonly renewalDraftSeconds?: number;
  readonly sales?: Sales;
  /** Reason why the test needs limits off. By default they are on. */
  readonly limitsOff?: string;
}

export type PurchaseWorld = Awaited<ReturnType<typeof purchaseWorld>>;

/** Starts the purchase service over HTTP, the provider's sandbox, and a clock that only `advance` and `moveClock` move. */
// The setup is one sequence that would be harder to read in parts.
// oxlint-disable-next-line max-lines-per-function
export async function purchaseWorld(options: WorldOptions = {}) {
  const database = await testDatabase();
  const clock = fixedClock(new Date(options.start ?? "2026-11-01T00:00:00Z"));
  const log = createLog({ level: process.env["TEST_LOG"] ?? "silent" });
  const accounts = await stubAccounts();
  const readiness = { check: async () => null };
  const pool = openPool({ url: database.url, role: "foyer_sandbox", schema: "sandbox", max: 8 });
  const provided = createHost({ log, trustedProxies: [], readiness });
  const webhook = { url: "", secret: webhookSecret };
  const sandbox = createPaymentSandbox({
    pool,
    now: () => clock.now(),
    webhook,
    origin: "http://sandbox.test",
    webhookRetrySeconds: [0, 0, 0],
    renewalDraftSeconds: options.renewalDraftSeconds ?? 0,
  });
  await provided.register(sandbox.plugin);
  const providerOrigin = `http://127.0.0.1:${await portOf(provided)}`;
  const mails: MailMessage[] = [];
  const mailer: Mailer = {
    send: async (message) => void mails.push(message),
    probe: async () => true,
    mayRefuse: false,
    close: () => undefined,
  };
  const closing: (() => Promise<unknown>)[] = [];
  const common = {
    databaseUrl: database.url,
    accountsUrl: accounts.url,
    serviceCredential,
    stripe: {
      apiKey: "sk_test_sandbox",
      publishableKey: "pk_test_sandbox",
      webhookSecret,
      sandbox: { origin: providerOrigin, pathPrefix: "/sandbox/stripe" },
      ...options.stripe,
    },
    portalOrigins: [],
    rateLimits: options.limitsOff === undefined,
    strictContract: true,
    brand,
    seller: { name: "Example Software Ltd", address: ["1 Example Road"], taxId: "GB 123 4567 89" },
    publicOrigin: "https://account.example",
    sales: options.sales ?? sales,
    reverseChargeFrom: options.reverseChargeFrom ?? null,
  };
  const begin = async (more: Partial<PurchaseOptions> = {}): Promise<{ origin: string; service: PurchaseService }> => {
    const service = createPurchase({ ...common, clock, log, mailer, ...more });
    const app = createHost({ log, trustedProxies: ["127.0.0.1"], readiness });
    await app.register(service.plugin);
    await app.register(service.pages);
    const origin = `http://127.0.0.1:${await portOf(app)}`;
    closing.unshift(
      () => app.close(),
      () => service.stop(),
    );
    return { origin, service };
  };
  const spawned = async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL("purchase-process.ts", import.meta.url))], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    closing.unshift(async () => child.kill("SIGKILL"));
    const settings: ProcessSettings = { now: clock.now().toISOString(), options: common };
    child.stdin.end(JSON.stringify(settings));
    const [said]: unknown[] = await once(child.stdout.setEncoding("utf8"), "data");
    return { origin: String(said).trim(), signal: (name: "SIGKILL" | "SIGSTOP" | "SIGCONT") => void child.kill(name) };
  };
  const { origin, service } = await begin();
  webhook.url = `${origin}/api/v2/webhook`;
  const provider = providerAt(providerOrigin);
  let settling: Promise<void> = Promise.resolve();
  const settle = (): Promise<void> => {
    settling = settling.then(async () => {
      await sandbox.runDue();
      await drainJobs({ database: service.database, jobs: service.jobs, log });
    });
    return settling;
  };
  const sweep = async (name?: string): Promise<void> => {
    for (const one of service.sweeps) if (name === undefined || one.name === name) await one.run();
  };
  return {
    clock,
    provider,
    sandbox,
    accounts,
    /** Sent mails, in order. */
    mails: mails as readonly MailMessage[],
    service,
    origin,
    providerOrigin,
    /** Connection to its database as the owner. */
    ownerUrl: database.url,
    /** Calls `/api/v2/…` as that person. */
    call: async (
      person: string | null,
      method: "GET" | "POST",
      path: string,
      body?: object,
      headers?: object,
      at = origin,
    ): Promise<Answer> => {
      const response = await fetch(`${at}/api/v2/${path}`, {
        method,
        headers: {
          ...(person ? { authorization: `Bearer ${person}` } : {}),
          ...(body ? { "content-type": "application/json" } : {}),
          // Each caller has a network of its own, because limits count by it.
          "x-forwarded-for": networkOf(person ?? ""),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (/^application\/(pdf|zip)$/.test(response.headers.get("content-type") ?? "")) {
        return { status: response.status, body: Buffer.from(await response.arrayBuffer()), headers: response.headers };
      }
      return { status: response.status, body: await response.json(), headers: response.headers };
    },
    /** Does what the card holder does at the bank. */
    bank: async (clientSecret: string, outcome: "success" | "failure"): Promise<void> => {
      const [intent] = clientSecret.split("_secret_");
      const response = await fetch(`${providerOrigin}/sandbox/3ds/${intent}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ client_secret: clientSecret, outcome }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    /** Starts a second instance of the service on the same database, in this process. */
    another: begin,
    /** Starts a second instance as a real process that can be killed or stopped. */
    spawned,
    /** Delivers webhooks and runs jobs until none is left. */
    settle,
    sweep,
    advance: async (seconds: number): Promise<void> => {
      clock.advance(seconds);
      await settle();
      await sweep();
      await settle();
    },
    /** Moves the clock only, without running what has become due. */
    moveClock: (seconds: number) => clock.advance(seconds),
    /** Makes the provider forget all idempotency keys. */
    forgetKeys: async (): Promise<void> => {
      await pool.query("delete from sandbox.idempotency_keys");
    },
    close: async (): Promise<void> => {
      await sandbox.stop();
      for (const close of closing) await close();
      await provided.close();
      await accounts.close();
      await pool.end();
      await database.close();
    },
  };
}

/** Creates the two plans of the tests: 1000 a month, 10000 a year. */
export async function makePlans(world: PurchaseWorld, monthly = 1_000, yearly = 10_000): Promise<void> {
  const product = { name: plan.nickname, id: plan.product };
  await world.provider("POST", "plans", { ...plan, id: MONTHLY, amount: monthly, interval: "month", product });
  await world.provider("POST", "plans", { ...plan, id: YEARLY, amount: yearly, interval: "year" });
}

/** Creates the price of `ONCE`, for a world whose vendor sells it. */
export async function makeOncePrice({ provider }: PurchaseWorld, amount: number): Promise<void> {
  const { product, nickname, currency } = plan;
  await provider("POST", "prices", { currency, unit_amount: amount, lookup_key: ONCE, nickname, product });
}

/**
 * Starts a world with its plans for the tests of a file, and closes it after them. The fields are set once the first test runs.
 *
 * @param prices of the monthly and the yearly plan.
 */
export function testWorld(
  options: WorldOptions = {},
  ...prices: [monthly: number, yearly: number] | []
): PurchaseWorld {
  const world: PurchaseWorld = Object.create(null);
  beforeAll(async () => {
    Object.assign(world, await purchaseWorld(options));
    await makePlans(world, ...prices);
    const once = options.sales?.plans.find(({ id }) => id === ONCE);
    if (once) await makeOncePrice(world, once.amountCents);
  });
  afterAll(() => world.close(), 300_000);
  return world;
}
