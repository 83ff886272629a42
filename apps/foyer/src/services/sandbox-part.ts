import type { BrandPlan } from "@foyer/contract/brand";
import { sandboxSchema } from "@foyer/payment-sandbox/migrations";
import { createPaymentSandbox } from "@foyer/payment-sandbox/payment-sandbox";
import { type PlanSeed, seedPlans } from "@foyer/payment-sandbox/seed";
import { openPool } from "@foyer/service-kit/db";
import type { Pool } from "pg";
import { sandboxKeyOf } from "../sandbox/sandbox-key.ts";
import { sandboxLinks } from "../sandbox/sandbox-page.ts";
import { forStaff } from "../sandbox/staff-gate.ts";
import { forRequests } from "./database-places.ts";
import type { Service, Surroundings } from "./service.ts";

/** Puts the vendor's plans on sale. Existing plans of the sandbox stay unchanged. */
async function sellCatalogue(pool: Pool, { brand, clock }: Surroundings): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await seedPlans(client, brand.plans.map(planSeed), clock.now());
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

const planSeed = ({ amountCents, ...plan }: BrandPlan): PlanSeed => ({ ...plan, amount_cents: amountCents });

/**
 * The payment sandbox in this process, in place of the provider. It knows of the product only where to send webhooks.
 */
export function sandboxPart(around: Surroundings): Service {
  const { clock, config } = around;
  const { schema, role } = sandboxSchema;
  const pool = openPool({ ...forRequests(around, role), role, schema, max: 8 });
  const links = sandboxLinks(config);
  const sandbox = createPaymentSandbox({
    pool,
    now: () => clock.now(),
    origin: config.publicOrigin,
    seller: { ...around.brand.seller, accent: around.brand.accent, mark: around.brand.mark },
    links,
    ...(config.production ? { secretKey: sandboxKeyOf(around) } : {}),
    webhook: { url: `${around.purchaseUrl}/api/v2/webhook`, secret: around.webhookSecret },
  });
  return {
    plugin: config.production ? forStaff(sandbox.plugin, around, links) : sandbox.plugin,
    database: null,
    pools: [],
    jobs: [],
    sweeps: [],
    start: async () => {
      await sellCatalogue(pool, around);
      await sandbox.start();
    },
    settle: () => sandbox.runDue(),
    stop: async () => {
      await sandbox.stop();
      await pool.end();
    },
  };
}
