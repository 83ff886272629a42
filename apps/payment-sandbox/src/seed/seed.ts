import { newCustomer } from "../objects/customer.ts";
import { newPaymentMethod } from "../objects/payment-method.ts";
import { newPlan, newPrice, newProduct } from "../objects/plan.ts";
import { all } from "../store/listing.ts";
import type { Connection } from "../store/transaction.ts";
import { Unit } from "../store/unit.ts";

/** A plan of the vendor's catalogue. */
export interface PlanSeed {
  id: string;
  amount_cents: number;
  currency: string;
  /** Absent for a plan that is paid once: it becomes a price with this id as its lookup key. */
  interval?: "month" | "year" | undefined;
  /** The product's code or name. */
  product: string;
  /** As invoices show it; the product where there is none. */
  nickname?: string | null;
}

/** Rows made by hand in a transaction of the caller's: nothing is asked, charged or told. */
export function seedUnit(client: Connection, at: Date): Unit {
  return new Unit(client, { now: Math.floor(at.getTime() / 1000), origin: "", silent: true });
}

/** A code such as `OUTLINE` is its own id. */
function productId(product: string): string {
  return product.replaceAll(/[^A-Za-z0-9]+/g, "_");
}

/** Makes the plans that are not there yet; one that is there stays as it is, whatever the seed says. */
export async function seedPlans(client: Connection, plans: readonly PlanSeed[], at: Date): Promise<void> {
  // One starter at a time: two would both find a plan missing.
  await client.query("select pg_advisory_xact_lock(hashtextextended('payment-sandbox plans', 0))");
  const unit = seedUnit(client, at);
  for (const plan of plans) {
    const product = productId(plan.product);
    if (!(await unit.find("product", product))) {
      await unit.insert(newProduct(unit.now, plan.product, { id: product }));
    }
    if (plan.interval === undefined) {
      await seedPrice(unit, plan, product);
      continue;
    }
    if (await unit.find("plan", plan.id)) continue;
    await unit.insert(
      newPlan({
        id: plan.id,
        created: unit.now,
        amount: plan.amount_cents,
        currency: plan.currency,
        interval: plan.interval,
        product,
        nickname: plan.nickname ?? null,
      }),
    );
  }
  await unit.send();
}

async function seedPrice(unit: Unit, plan: PlanSeed, product: string): Promise<void> {
  const [known] = await all(unit, "price", { equals: { lookup_key: plan.id } });
  if (known) return;
  const { currency, nickname = null } = plan;
  const price = { created: unit.now, unit_amount: plan.amount_cents, currency, lookup_key: plan.id, product, nickname };
  await unit.insert(newPrice(price));
}

/** Makes a customer, under `id` where one is given and absent, and answers its id. */
export async function seedCustomer(
  client: Connection,
  seed: { id?: string; email: string; name?: string | null; metadata: Record<string, string>; at: Date },
): Promise<string> {
  const unit = seedUnit(client, seed.at);
  if (seed.id && (await unit.find("customer", seed.id))) return seed.id;
  const customer = newCustomer(unit.now, {
    ...(seed.id ? { id: seed.id } : {}),
    email: seed.email,
    name: seed.name ?? null,
    metadata: seed.metadata,
  });
  await unit.insert(customer);
  await unit.send();
  return customer.id;
}

/** Saves a card as if its holder had agreed to later charges, once for each number, and answers its id. */
export async function seedCard(
  client: Connection,
  seed: { customer: string; number: string; makeDefault: boolean; at: Date },
): Promise<string> {
  const unit = seedUnit(client, seed.at);
  const customer = await unit.own("customer", seed.customer);
  const saved = await all(unit, "payment_method", { customer: customer.id });
  const year = seed.at.getUTCFullYear() + 3;
  const method =
    saved.find((one) => one.sandbox.number === seed.number) ??
    newPaymentMethod(unit.now, { number: seed.number, exp_month: 12, exp_year: year });
  method.sandbox.authenticated = true;
  if (method.customer) await unit.save(method);
  else await unit.insert(Object.assign(method, { customer: customer.id }));
  if (seed.makeDefault) {
    const settings = { ...customer.invoice_settings, default_payment_method: method.id };
    await unit.save(customer, { invoice_settings: settings });
  }
  await unit.send();
  return method.id;
}
