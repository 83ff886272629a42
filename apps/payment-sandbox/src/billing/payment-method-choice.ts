import type { Invoice } from "../objects/invoice.ts";
import { subscriptionOf } from "../objects/invoice.ts";
import type { PaymentMethod } from "../objects/payment-method.ts";
import type { Unit } from "../store/unit.ts";

/** The card for an invoice: that of the subscription, or the customer's default. Null if there is none. */
export async function paymentMethodFor(unit: Unit, invoice: Invoice): Promise<PaymentMethod | null> {
  const subscriptionId = subscriptionOf(invoice);
  const subscription = subscriptionId ? await unit.find("subscription", subscriptionId) : null;
  const customer = await unit.get("customer", invoice.customer);
  const id = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  return id ? unit.find("payment_method", id) : null;
}
