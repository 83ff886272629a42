import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import type pg from "pg";
import { hasDue, runDue } from "./billing/due-queue.ts";
import { createClockwork } from "./clockwork.ts";
import { serveApi } from "./http/api-plugin.ts";
import { serveAuthentication, serveControls } from "./http/controls.ts";
import { Faults, type Fault } from "./http/faults.ts";
import { TRIAL_KEY } from "./http/keys.ts";
import { servePageActs } from "./http/page-acts.ts";
import { servePages } from "./http/pages.ts";
import type { Seller } from "./pages/invoice-facts.ts";
import type { PageLink } from "./pages/look.ts";
import { pruneAnswers } from "./http/idempotency.ts";
import { writeChaos, NO_CHAOS, type Chaos } from "./webhooks/chaos.ts";
import { deliverWaiting } from "./webhooks/delivery.ts";

export interface PaymentSandboxOptions {
  /** Connections that may use the schema `sandbox`; every statement names it, so the search path does not matter. */
  pool: pg.Pool;
  /** Sandbox time. */
  now: () => Date;
  /** Where events go, and the secret that signs them. */
  webhook: { url: string; secret: string } | null;
  /** The public origin of links to invoices. */
  origin: string;
  /** Who sells, as invoices name it; the sandbox itself when absent. */
  seller?: Seller;
  /**
   * For production: the secret key of its API, which only its own services know. Then it serves no clock and no test switches.
   * Without it, the key is `sk_test_sandbox`.
   */
  secretKey?: string;
  /** Links in the header of its pages; without them, only to its own overview. */
  links?: readonly PageLink[];
  /** How long a renewal's invoice stays a draft; 0, the default, pays it at once, 3600 is the provider's own pace. */
  renewalDraftSeconds?: number;
  /** Where failures are written; the server's own log when absent. */
  log?: { error(details: object, message: string): void };
  /** Seconds between the tries of a webhook. */
  webhookRetrySeconds?: readonly number[];
}

export interface PaymentSandbox {
  /** Serves `/sandbox/stripe/v1/*`, the stand-in script, the pages and the sandbox's own controls. */
  plugin: FastifyPluginAsync;
  /** Begins to do what falls due and to deliver events, once a second. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Does all that is due by now, in the order of time, and delivers what there is to tell. */
  runDue: () => Promise<void>;
  /** Makes coming calls fail; replaces the faults set before. */
  setFaults(faults: readonly Fault[]): void;
  setWebhookChaos(chaos: Partial<Chaos>): Promise<void>;
}

const NOBODY: Seller = { name: "Payment sandbox", address: [], taxId: null };
const OWN_LINKS: readonly PageLink[] = [{ name: "Payments", path: "/sandbox/stripe" }];

const RETRY_SECONDS = [2, 10, 60];
/** Calls are short forms; what is longer is refused before it is read. */
const BODY_LIMIT = 65_536;

/** Answers a failed request in the provider's form. */
function answerErrors(app: FastifyInstance, report: (error: unknown) => void): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) report(error);
    const message = status >= 500 ? "Something went wrong in the payment sandbox." : error.message;
    return reply.code(status).send({ error: { type: status >= 500 ? "api_error" : "invalid_request_error", message } });
  });
}

/** The provider's slice as one part of a server: its API, its clockwork and its webhooks. */
export function createPaymentSandbox(options: PaymentSandboxOptions): PaymentSandbox {
  const { pool, now, origin, seller = NOBODY, links = OWN_LINKS } = options;
  const isTrial = options.secretKey === undefined;
  const faults = new Faults();
  const clockwork = createClockwork({
    hasDue: () => hasDue(pool, now()),
    runDue: () => runDue({ pool, now, origin, draftSeconds: options.renewalDraftSeconds ?? 0 }),
    deliver: () =>
      deliverWaiting({ pool, webhook: options.webhook, retrySeconds: options.webhookRetrySeconds ?? RETRY_SECONDS }),
  });
  const report = (app: FastifyInstance, error: unknown) =>
    (options.log ?? app.log).error({ err: error }, "payment sandbox failed");
  const plugin = async (app: FastifyInstance) => {
    clockwork.onFailure((error) => report(app, error));
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    serveApi(app, {
      secretKey: options.secretKey ?? TRIAL_KEY,
      pool,
      now,
      origin,
      faults,
      failed: (error) => report(app, error),
      catchUp: clockwork.catchUp,
      changed: clockwork.changed,
    });
    answerErrors(app, (error) => report(app, error));
    servePages(app, { pool, now, origin, seller, links, isTrial, catchUp: clockwork.catchUp });
    servePageActs(app, { pool, now, origin, changed: clockwork.changed });
    const controls = { pool, now, origin, faults, changed: clockwork.changed };
    serveAuthentication(app, controls);
    if (isTrial) serveControls(app, controls);
  };
  return {
    plugin,
    async start() {
      await pruneAnswers(pool, Math.floor(now().getTime() / 1000));
      clockwork.start();
    },
    stop: clockwork.stop,
    runDue: clockwork.runAll,
    setFaults: (list) => faults.set(list),
    setWebhookChaos: (chaos) => writeChaos(pool, { ...NO_CHAOS, ...chaos }),
  };
}
