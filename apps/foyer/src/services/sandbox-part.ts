import { sandboxSchema } from "@foyer/payment-sandbox/migrations";
import { createPaymentSandbox } from "@foyer/payment-sandbox/payment-sandbox";
import { openPool } from "@foyer/service-kit/db";
import type { Service, Surroundings } from "./service.ts";

/** The payment sandbox in this process: it stands in for the provider, and knows nothing of us but where to send its news. */
export function sandboxPart(around: Surroundings): Service {
  const { clock, config } = around;
  const { schema, role } = sandboxSchema;
  const pool = openPool({ url: around.ownerUrl, role, schema, max: 8 });
  const sandbox = createPaymentSandbox({
    pool,
    now: () => clock.now(),
    origin: config.publicOrigin,
    webhook: { url: `${around.purchaseUrl}/api/v2/webhook`, secret: around.webhookSecret },
  });
  return {
    plugin: sandbox.plugin,
    database: null,
    jobs: [],
    sweeps: [],
    start: () => sandbox.start(),
    settle: () => sandbox.runDue(),
    stop: async () => {
      await sandbox.stop();
      await pool.end();
    },
  };
}
