import type Stripe from "stripe";
import { sandboxServer, type SandboxServer } from "../src/testing/sandbox-server.ts";
import { stripeClient } from "./stripe-client.ts";

/** The two plans that the suite sells, made once for each account. */
export async function stockShop(stripe: Stripe): Promise<void> {
  await stripe.products.create({ id: "prod_seats", name: "Seats" });
  await stripe.plans.create({ id: "MONTHLY", amount: 1000, currency: "usd", interval: "month", product: "prod_seats" });
  await stripe.plans.create({ id: "YEARLY", amount: 10000, currency: "usd", interval: "year", product: "prod_seats" });
}

/** A sandbox of its own with the two plans, at that time, and the provider's client for it. */
export async function openShop(
  start: string,
  options?: Parameters<typeof sandboxServer>[1],
): Promise<{ readonly server: SandboxServer; readonly stripe: Stripe }> {
  const server = await sandboxServer(new Date(start), options);
  const stripe = stripeClient(server.url);
  await stockShop(stripe);
  return { server, stripe };
}

/** A customer whose default is a new card of the kind that `token` names. */
export async function buyer(stripe: Stripe, token = "pm_card_visa"): Promise<{ customer: string; method: string }> {
  const customer = await stripe.customers.create({ email: "buyer@example.com", name: "Ada Buyer" });
  const method = await stripe.paymentMethods.attach(token, { customer: customer.id });
  await makeDefault(stripe, customer.id, method.id);
  return { customer: customer.id, method: method.id };
}

async function makeDefault(stripe: Stripe, customer: string, method: string): Promise<void> {
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
}

export async function attachAndUse(stripe: Stripe, customer: string, token: string): Promise<string> {
  const method = await stripe.paymentMethods.attach(token, { customer });
  await makeDefault(stripe, customer, method.id);
  return method.id;
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error("a subscription without an item");
  return item;
}

/** The id of what may have been expanded. */
export function idOf(value: string | { id: string } | null | undefined): string {
  if (!value) throw new Error("an id was expected");
  return typeof value === "string" ? value : value.id;
}
