import type { Reconciliation } from "@foyer/purchase/reconcile";
import type { Config } from "@foyer/service-kit/config";
import { createHost } from "@foyer/service-kit/host";
import { createLog } from "@foyer/service-kit/log";
import { loadBrand } from "./brand-file.ts";
import { isHeld, readHolder } from "./data-folder/holder.ts";
import type { OpenDatabase } from "./data-folder/open-database.ts";
import { purchaseFor } from "./services/purchase-part.ts";
import { sandboxPart } from "./services/sandbox-part.ts";
import type { Surroundings } from "./services/service.ts";
import { layFoundations } from "./system.ts";

/** Returns the address of the running system's payment sandbox. Returns null if none runs. */
async function runningSandbox(config: Config, { servingUrl, embedded }: OpenDatabase): Promise<string | null> {
  const isServed = embedded && (await isHeld(servingUrl));
  const origin = config.sandboxUrl ?? (isServed ? readHolder(config.dataDir)?.url : null);
  const url = origin ?? `http://127.0.0.1:${config.port}`;
  const answers = await fetch(`${url}/sandbox/stripe/v1/plans`, { signal: AbortSignal.timeout(5_000) }).then(
    // The sandbox refuses a call without a key, and no other server does.
    (answer) => answer.status === 401,
    () => false,
  );
  return answers ? url : null;
}

/** Serves the payment sandbox while `work` runs. */
async function withSandbox<T>(around: Surroundings, work: (url: string) => Promise<T>): Promise<T> {
  const sandbox = sandboxPart(around);
  const app = createHost({ log: around.log, trustedProxies: [], readiness: { check: async () => null } });
  if (sandbox.plugin) await app.register(sandbox.plugin);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  try {
    return await work(`http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
  } finally {
    await app.close();
    await sandbox.stop();
  }
}

/**
 * Compares every subscription with the payment provider. Unless it is a dry run, stores the differences,
 * continues open changes, and queues news for the accounts service.
 */
export async function reconcilePayments(
  config: Config,
  database: OpenDatabase,
  dryRun: boolean,
): Promise<Reconciliation> {
  const log = createLog({ level: config.logLevel });
  const foundations = await layFoundations({
    config,
    database,
    log,
    brand: await loadBrand(config.brandFile, config.production),
  });
  const compare = async (sandboxUrl: string): Promise<Reconciliation> => {
    const purchase = purchaseFor({ ...foundations, sandboxUrl });
    try {
      return await purchase.reconcile({ dryRun });
    } finally {
      await purchase.stop();
    }
  };
  try {
    if (!config.sandbox.payments) return await compare(foundations.sandboxUrl);
    const running = await runningSandbox(config, database);
    return await (running === null ? withSandbox(foundations, compare) : compare(running));
  } finally {
    await foundations.close();
  }
}
