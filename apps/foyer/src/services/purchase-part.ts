import { createPurchase, type PurchaseService } from "@foyer/purchase/app";
import { purchaseSchema } from "@foyer/purchase/migrations";
import { tracedFetch } from "@foyer/service-kit/request-context";
import type { FastifyPluginAsync } from "fastify";
import type { PaymentProvider } from "../import/provider-payments.ts";
import { sandboxKeyOf } from "../sandbox/sandbox-key.ts";
import { forQueue, forRequests } from "./database-places.ts";
import type { Service, Surroundings } from "./service.ts";

/** The payment sandbox's key for pages: it opens public calls only. */
const PUBLISHABLE_KEY = "pk_test_sandbox";

/** Returns the provider's keys, and the sandbox's address if it is used. */
function providerOf(around: Pick<Surroundings, "config" | "serviceCredential" | "sandboxUrl">) {
  const { apiKey, publishableKey } = around.config.stripe;
  if (apiKey && publishableKey) return { apiKey, publishableKey, sandbox: null };
  const sandbox = { origin: around.sandboxUrl, pathPrefix: "/sandbox/stripe" };
  return { apiKey: sandboxKeyOf(around), publishableKey: PUBLISHABLE_KEY, sandbox };
}

/** Creates the purchase service with this process's dependencies. */
export function purchaseFor(around: Omit<Surroundings, "syncStore" | "fileImporter">): PurchaseService {
  const { brand, config } = around;
  const { url, pooler, max } = forRequests(around, purchaseSchema.role);
  return createPurchase({
    ...around,
    databaseUrl: url,
    pooler,
    connections: max,
    log: around.log.child({ service: "purchase" }),
    stripe: { ...providerOf(around), webhookSecret: around.webhookSecret },
    portalOrigins: config.portalOrigins,
    rateLimits: config.rateLimits,
    strictContract: config.strictContract,
    seller: brand.seller,
    sales: brand,
    publicOrigin: config.publicOrigin,
    reverseChargeFrom: brand.seller.reverseCharge ? (brand.seller.country ?? null) : null,
    fetch: tracedFetch,
  });
}

/** Returns the real provider for an import, or null with the sandbox. */
export function paymentProviderOf(around: Parameters<typeof purchaseFor>[0]): PaymentProvider | null {
  if (around.config.sandbox.payments) return null;
  const during = async <T>(work: (purchase: PurchaseService) => Promise<T>): Promise<T> => {
    const purchase = purchaseFor(around);
    try {
      return await work(purchase);
    } finally {
      await purchase.stop();
    }
  };
  return {
    read: (named) => during((purchase) => purchase.readNamed(named)),
    takeOver: () => during((purchase) => purchase.catchUp()),
  };
}

const serveAll =
  ({ plugin, pages }: PurchaseService): FastifyPluginAsync =>
  async (app) => {
    await app.register(plugin);
    await app.register(pages);
  };

/** The purchase service in this process. Without `isServed`, only its background work runs. */
export function purchasePart(around: Surroundings, isServed: boolean): Service {
  const purchase = purchaseFor(around);
  const queue = forQueue(around, purchaseSchema, purchase.database);
  return {
    plugin: isServed ? serveAll(purchase) : null,
    database: queue.database,
    pools: [purchase.database],
    jobs: purchase.jobs,
    sweeps: purchase.sweeps,
    gauges: purchase.gauges,
    catchUp: () => purchase.catchUp(),
    stop: async () => {
      await queue.close();
      await purchase.stop();
    },
  };
}
